import { readFile, writeFile } from 'node:fs/promises';
import type { Endpoint } from '../../service/endpoints.ts';
import type { VariantKind } from '../../service/variants/variant.ts';
import type { Answer } from './tools/tool.ts';

/** What a tool was asked about: a variant, or the service as it should be. */
export interface Asked {
  readonly name: string;
  readonly kind: VariantKind | 'conformant';
  readonly isIntermittent: boolean;
  /** The clause of the document that it breaks. */
  readonly breaks: string | null;
}

/** Calls that came to the service; `other` is everything but the four endpoints. */
export type RequestCounts = Readonly<Record<Endpoint | 'other', number>>;

/** One tool on one service, once. */
export interface Run extends Answer {
  readonly tool: string;
  readonly asked: Asked;
  readonly startedAt: string;
  /** Of the minute before: runs of our own are in it. */
  readonly loadAverage: number;
  readonly seconds: number;
  readonly requests: RequestCounts;
  readonly backups: number;
}

export interface Results {
  readonly schemaVersion: 1;
  readonly machine: { readonly cores: number; readonly processor: string; readonly os: string };
  /** How many there are in the catalogue that the sample is taken from. */
  readonly catalogue: { readonly faults: number; readonly oddities: number };
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
