import {
  type Block,
  blockOf,
  type ComparisonMeasurement,
  comparedEndpoints,
  type Side,
  type SideCalls,
  sideAt,
} from '../../checks/comparison/measurement.ts';
import type { ComparisonPlan } from '../../checks/comparison/plan.ts';
import { type Exchange, outcomeName, succeeded } from '../../checks/exchange.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { BlockCalls } from './block-calls.ts';
import type { ComparisonMetrics } from './metrics.ts';

/** What one virtual user has seen so far; the same goes out as metrics, block by block. */
export interface ComparisonCounts {
  dropped: number;
  clockJumps: number;
  readonly endpoints: readonly EndpointTally[];
}

interface EndpointTally {
  readonly name: Endpoint;
  readonly blocks: (Block | null)[];
  readonly calls: Record<Side, MutableCalls>;
}

interface MutableCalls extends SideCalls {
  made: number;
  succeeded: number;
  outcomes: Record<string, number>;
}

export function newTally(): ComparisonCounts {
  const none = (): MutableCalls => ({ made: 0, succeeded: 0, outcomes: {} });
  const calls = () => ({ candidate: none(), counterpart: none() });
  return {
    dropped: 0,
    clockJumps: 0,
    endpoints: comparedEndpoints.map((name) => ({ name, blocks: [], calls: calls() })),
  };
}

export function measurementFrom(
  tally: ComparisonCounts,
  { blocks, callsPerBlock }: ComparisonPlan,
): ComparisonMeasurement {
  return { plannedBlocks: blocks, callsPerBlock, isAlone: true, ...tally };
}

/** Adds a block; returns how many of its calls succeeded. */
export function addBlock(
  metrics: ComparisonMetrics,
  tally: ComparisonCounts,
  block: number,
  { exchanges, dropped, clockJumped }: BlockCalls,
): number {
  const jumps = Number(clockJumped) + exchanges.filter(({ response }) => response.durationMs < 0).length;
  tally.dropped += dropped;
  tally.clockJumps += jumps;
  if (dropped > 0) metrics.compareDropped.add(dropped);
  if (jumps > 0) metrics.compareClockJumps.add(jumps);
  for (const endpoint of tally.endpoints) {
    const own = exchanges.filter((exchange) => exchange.endpoint === endpoint.name);
    countCalls(metrics, endpoint, sideAt(block), own);
    endpoint.blocks[block] = blockFrom(metrics, endpoint.name, block, own.filter(succeeded));
  }
  return exchanges.filter(succeeded).length;
}

function countCalls(
  metrics: ComparisonMetrics,
  { name, calls }: EndpointTally,
  side: Side,
  exchanges: readonly Exchange[],
): void {
  const own = calls[side];
  for (const exchange of exchanges) {
    const outcome = succeeded(exchange) ? 'succeeded' : outcomeName(exchange);
    metrics.compareCalls.add(1, { endpoint: name, side, outcome });
    own.made += 1;
    if (outcome === 'succeeded') own.succeeded += 1;
    else own.outcomes[outcome] = (own.outcomes[outcome] ?? 0) + 1;
  }
}

function blockFrom(
  metrics: ComparisonMetrics,
  endpoint: Endpoint,
  number: number,
  successes: readonly Exchange[],
): Block | null {
  const block = blockOf(successes.map(({ response }) => response.durationMs));
  if (block === null) return null;
  const tags = { endpoint, block: String(number) };
  metrics.compareAnswered.add(block.answered, tags);
  metrics.compareP50.add(block.p50Ms, tags);
  metrics.compareP90.add(block.p90Ms, tags);
  return block;
}
