import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import type { Profile } from '../../schemas/profiles.ts';
import { blocksPerRound, comparedEndpoints } from './measurement.ts';

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
