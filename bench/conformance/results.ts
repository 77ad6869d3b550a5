import type { Endpoint } from '../../service/endpoints.ts';
import type { VariantKind } from '../../service/variants/variant.ts';
import type { Machine } from '../machine.ts';
import type { KnownTool, SkippedTool } from '../peer-tools.ts';
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
  readonly machine: Machine;
  /** How many there are in the catalogue that the sample is taken from. */
  readonly catalogue: { readonly faults: number; readonly oddities: number };
  readonly tools: readonly KnownTool[];
  readonly skipped: readonly SkippedTool[];
  readonly runs: readonly Run[];
}
