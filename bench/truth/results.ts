import { readFile, writeFile } from 'node:fs/promises';
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
  readonly machine: { readonly cores: number; readonly processor: string; readonly os: string };
  readonly tools: readonly { readonly name: string; readonly version: string; readonly how: string }[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  readonly runs: readonly Run[];
}

/** What earlier commands measured; null where there is nothing yet. */
export async function readResults(file: string): Promise<Results | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Results);
}

/** A line a run, so that a change of the file can be read. */
export async function writeResults(file: string, { runs, ...rest }: Results): Promise<void> {
  const head = JSON.stringify(rest, null, 2).replace(/\n}$/, '');
  const lines = runs.map((run) => `    ${JSON.stringify(run)}`);
  await writeFile(file, `${head},\n  "runs": [\n${lines.join(',\n')}\n  ]\n}\n`);
}
