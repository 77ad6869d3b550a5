import { repeatableEndpoints } from '../../schemas/endpoints.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import type { Profile } from '../../schemas/profiles.ts';

/** The two services, called in turns: the one under test and the one that it is compared with. */
export type Side = 'candidate' | 'counterpart';
export const sides: readonly Side[] = ['candidate', 'counterpart'];

/** Blocks of a round: two of each side, in an order in which a steady drift affects both alike. */
export const blocksPerRound = 4;
/** How two services are called in turns, planned before the run. */
export interface ComparisonPlan {
  /** Calls per second, all endpoints together, to the service whose turn it is. */
  readonly rate: number;
  readonly blockMs: number;
  /** Calls of one endpoint in a block. */
  readonly callsPerBlock: number;
  /** Whole rounds, warm-up included. */
  readonly blocks: number;
  /** Warm-up of the counterpart alone, before the blocks. */
  readonly warmUpMs: number;
  /** No block begins later than this after the start of the warm-up. */
  readonly mostMs: number;
}

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
