import type { Comparison } from '../../dist/facts-types.ts';
import type { ComparedCalls } from '../../dist/report-types.ts';
import { type Endpoint, repeatableEndpoints } from '../../schemas/endpoints.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import type { Profile } from '../../schemas/profiles.ts';
import { quantile } from '../statistics/samples.ts';

/** The two services, called in turns: the one under test and the one that it is compared with. */
export type Side = 'candidate' | 'counterpart';
export const sides: readonly Side[] = ['candidate', 'counterpart'];

/** Blocks of a round: two of each side, in an order in which a steady drift affects both alike. */
export const blocksPerRound = 4;
export type ComparisonPlan = Omit<Comparison, 'counterpart'>;

const totalMs: Readonly<Record<string, number>> = { quick: 24_000, standard: 52_000, thorough: 120_000 };
/** As in the measured load, where control calls and probes take the last quarter. */
const rateShare = 0.75;
/** Short turns make many rounds, and disturbances longer than a round affect both sides. */
const shortestBlockMs = 400;
const fewestCalls = 15;

export function comparisonPlan(
  { name }: Profile,
  load: Pick<ResolvedLoad, 'rate' | 'settleAtMostMs'>,
): ComparisonPlan {
  const rate = load.rate * rateShare;
  const perEndpoint = rate / repeatableEndpoints.length;
  const callsPerBlock = Math.max(fewestCalls, Math.round((perEndpoint * shortestBlockMs) / 1000));
  const blockMs = (callsPerBlock * 1000) / perEndpoint;
  const wholeMs = totalMs[name] ?? 0;
  const warmUpMs = load.settleAtMostMs;
  const rounds = Math.floor(wholeMs / blockMs / blocksPerRound);
  const mostMs = (warmUpMs + wholeMs) * 2;
  return { rate, blockMs, callsPerBlock, blocks: rounds * blocksPerRound, warmUpMs, mostMs };
}

/** Rounds at the start that do not count. */
export const warmUpRounds = 1;

/** ABBA, then its mirror image, so that what recurs every four blocks affects both sides too. */
const turns = 'ABBABAAB';

/** Whose turn the n-th block is. */
export function sideAt(block: number): Side {
  return turns[block % turns.length] === 'A' ? 'candidate' : 'counterpart';
}

/** What was seen of both services in one run, warm-up included. */
export interface ComparisonMeasurement extends Pick<ComparisonPlan, 'blocks' | 'callsPerBlock'> {
  /** Scheduled calls that were not sent because too many were in flight. */
  readonly dropped: number;
  /** How often the clock was set or the machine was suspended. */
  readonly clockJumps: number;
  /** False where several generators share the load, so that their turns are not synchronised. */
  readonly isAlone: boolean;
  readonly endpoints: readonly EndpointMeasurement[];
}

export interface EndpointMeasurement {
  readonly name: Endpoint;
  /** By block number; null: not called, or too few answered. */
  readonly blocks: readonly (Block | null)[];
  /** `outcomes`: how those without success ended, "HTTP 503", "timeout" … */
  readonly calls: Readonly<
    Record<Side, ComparedCalls & { readonly outcomes: Readonly<Record<string, number>> }>
  >;
}

/** The successful calls of one endpoint in one block. */
export interface Block {
  readonly p50Ms: number;
  readonly p90Ms: number;
}

/** Blocks with fewer answered calls than this have no median worth comparing. */
const fewestPerBlock = 10;

/** null: fewer calls have a duration. A duration of 0 or less is discarded: the clock was set. */
export function blockOf(durationsMs: readonly number[]): Block | null {
  const known = durationsMs.filter((ms) => ms > 0);
  if (known.length < fewestPerBlock) return null;
  return { p50Ms: quantile(known, 0.5), p90Ms: quantile(known, 0.9) };
}
