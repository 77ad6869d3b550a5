import type { ComparedFigure } from '../../dist/report-types.ts';
import { type Endpoint, endpointNames } from '../../schemas/endpoints.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import type { Profile } from '../../schemas/profiles.ts';
import { quantile } from '../statistics/samples.ts';

/** Those that can be called over and over: a backup has effects. */
export const comparedEndpoints = endpointNames.filter((name) => name !== 'backup');

/** The two services that are asked in turns: the one under judgement, and the one that it is compared with. */
export type Side = 'candidate' | 'counterpart';
export const sides: readonly Side[] = ['candidate', 'counterpart'];

/** Blocks of a round: two of each side, so placed that a steady drift weighs on both alike. */
export const blocksPerRound = 4;
/** Rounds at the start that count for nothing. */
export const warmUpRounds = 1;

/** ABBA, then its mirror image: what comes back every four blocks weighs on both sides too. */
const turns = 'ABBABAAB';

/** Whose turn the n-th block is. */
export function sideAt(block: number): Side {
  return turns[block % turns.length] === 'A' ? 'candidate' : 'counterpart';
}

/** What was seen of both services in one run, warm-up included. */
export interface ComparisonMeasurement {
  /** Blocks that were planned, of both sides together. */
  readonly plannedBlocks: number;
  /** Calls of one endpoint that are due in a block. */
  readonly callsPerBlock: number;
  /** Calls that were due and not made: too many were under way. */
  readonly dropped: number;
  /** Times that the clock was set, or the machine stood still. */
  readonly clockJumps: number;
  /** False where several generators share the load: their turns are not in step. */
  readonly isAlone: boolean;
  readonly endpoints: readonly EndpointMeasurement[];
}

export interface EndpointMeasurement {
  readonly name: Endpoint;
  /** By the number of the block; null: not asked, or nothing answered. */
  readonly blocks: readonly (Block | null)[];
  readonly calls: Readonly<Record<Side, SideCalls>>;
}

/** The successful calls of one endpoint in one block. */
export interface Block {
  readonly answered: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
}

export interface SideCalls {
  readonly made: number;
  readonly succeeded: number;
  /** How the others ended: "HTTP 503", "timeout" … */
  readonly outcomes: Readonly<Record<string, number>>;
}

/** null: no call has a duration. A duration of 0 or less is no time: the clock was set. */
export function blockOf(durationsMs: readonly number[]): Block | null {
  const known = durationsMs.filter((ms) => ms > 0);
  if (known.length === 0) return null;
  return { answered: known.length, p50Ms: quantile(known, 0.5), p90Ms: quantile(known, 0.9) };
}

/** How two services are asked in turns, settled before the run. */
export interface ComparisonPlan {
  /** Calls a second, all endpoints together, of the service whose turn it is. */
  readonly rate: number;
  readonly blockMs: number;
  /** Calls of one endpoint in a block. */
  readonly callsPerBlock: number;
  /** Whole rounds, warm-up included. */
  readonly blocks: number;
  /** The counterpart alone, before the blocks. */
  readonly warmUpMs: number;
  /** After that, warm-up included, no further block begins. */
  readonly mostMs: number;
}

const totalMs: Readonly<Record<string, number>> = { quick: 24_000, standard: 52_000, thorough: 120_000 };
/** As often as in the measured load, where the control and the probes have the last quarter. */
const rateShare = 0.75;
/** Short turns make many rounds, and disturbances that outlast a round weigh on both sides. */
const shortestBlockMs = 400;
const fewestCalls = 15;

export function comparisonPlan(
  { name }: Profile,
  load: Pick<ResolvedLoad, 'rate' | 'settleAtMostMs'>,
): ComparisonPlan {
  const rate = load.rate * rateShare;
  const perEndpoint = rate / comparedEndpoints.length;
  const callsPerBlock = Math.max(fewestCalls, Math.round((perEndpoint * shortestBlockMs) / 1000));
  const blockMs = (callsPerBlock * 1000) / perEndpoint;
  const wholeMs = totalMs[name] ?? 0;
  const warmUpMs = load.settleAtMostMs;
  const rounds = Math.floor(wholeMs / blockMs / blocksPerRound);
  const mostMs = (warmUpMs + wholeMs) * 2;
  return { rate, blockMs, callsPerBlock, blocks: rounds * blocksPerRound, warmUpMs, mostMs };
}

/** "slower by 5.1 % ± 0.4 %": the change, and half the width of its interval. */
export function changeText({
  change,
  lower,
  upper,
}: Pick<ComparedFigure, 'change' | 'lower' | 'upper'>): string {
  const halfWidth = (upper - lower) / 2;
  const decimals = halfWidth < 0.0005 ? 2 : 1;
  const percent = (value: number) => `${(value * 100).toFixed(decimals)} %`;
  const size = Math.abs(change);
  if (size * 100 < 0.5 * 0.1 ** decimals) return `as fast ± ${percent(halfWidth)}`;
  return `${change < 0 ? 'faster' : 'slower'} by ${percent(size)} ± ${percent(halfWidth)}`;
}
