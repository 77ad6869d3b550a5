import type { Machine } from '../machine.ts';
import type { KnownTool, SkippedTool } from '../peer-tools.ts';
import type { Reading } from './tools/tool.ts';
import type { Quantiles } from './truth-server.ts';

/** A reading with what the server knows of the same endpoint. */
export interface JudgedReading extends Reading {
  /** Of an open model; null where the service changes as it runs. */
  readonly openModelSlowShare: number | null;
  /** Of the calls that this tool made, by the server's clock. */
  readonly servedSlowShare: number | null;
}

/** One tool on one rung, once. */
export interface Run {
  readonly tool: string;
  readonly rung: string;
  readonly burners: number;
  readonly nice: boolean;
  /** Of the harness; empty for all others. */
  readonly profile: string;
  readonly startedAt: string;
  /** Of the minute before: runs of our own are in it. */
  readonly loadAverage: number;
  /** Share of all cores that others used meanwhile. */
  readonly othersBusyShare: number;
  readonly seconds: number;
  /** What the server added to the written times of the endpoint user. */
  readonly overshootUs: Quantiles;
  readonly serverPriority: string;
  readonly readings: readonly JudgedReading[];
  /** Why there is no reading. */
  readonly error: string | null;
}

export interface Results {
  readonly schemaVersion: 1;
  readonly machine: Machine;
  readonly tools: readonly KnownTool[];
  readonly skipped: readonly SkippedTool[];
  readonly runs: readonly Run[];
}
