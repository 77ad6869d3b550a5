import { type Endpoint, endpointNames } from '../../schemas/endpoints.ts';
import type { Block } from './block.ts';
import type { Side } from './turns.ts';

/** Those that can be called over and over: a backup has effects. */
export const comparedEndpoints: readonly Endpoint[] = endpointNames.filter((name) => name !== 'backup');

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

export interface SideCalls {
  readonly made: number;
  readonly succeeded: number;
  /** How the others ended: "HTTP 503", "timeout" … */
  readonly outcomes: Readonly<Record<string, number>>;
}
