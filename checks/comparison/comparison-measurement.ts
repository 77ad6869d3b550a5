import type { Endpoint } from '../../schemas/endpoints.ts';
import { quantile } from '../statistics/samples.ts';
import type { Side } from './comparison-plan.ts';

/** Rounds at the start that do not count. */
export const warmUpRounds = 1;

/** ABBA, then its mirror image, so that what recurs every four blocks affects both sides too. */
const turns = 'ABBABAAB';

/** Whose turn the n-th block is. */
export function sideAt(block: number): Side {
  return turns[block % turns.length] === 'A' ? 'candidate' : 'counterpart';
}

/** What was seen of both services in one run, warm-up included. */
export interface ComparisonMeasurement {
  /** Planned blocks of both sides together. */
  readonly plannedBlocks: number;
  /** Scheduled calls of one endpoint in a block. */
  readonly callsPerBlock: number;
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
  /** By block number; null: not called, or nothing answered. */
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

/** null: no call has a duration. A duration of 0 or less is discarded: the clock was set. */
export function blockOf(durationsMs: readonly number[]): Block | null {
  const known = durationsMs.filter((ms) => ms > 0);
  if (known.length === 0) return null;
  return { answered: known.length, p50Ms: quantile(known, 0.5), p90Ms: quantile(known, 0.9) };
}
