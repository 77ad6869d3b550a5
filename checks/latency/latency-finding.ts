import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Verdict } from '../finding.ts';
import type { ShareInterval } from '../statistics/clopper-pearson.ts';
import type { Condition } from './facts.ts';

/** The latency verdict of one endpoint, and all it rests on. */
export interface LatencyResult {
  readonly verdict: Verdict | 'not-applicable';
  readonly limitMs: number;
  /** "p99", "median", "every request" … */
  readonly reading: string;
  readonly readingOrigin: 'declared' | 'harness default';
  readonly explanation: string;
  /** Certified: at least this share under the limit. Refuted: more than this share. null: nothing. */
  readonly certifiedShare: number | null;
  readonly refutedShare: number | null;
  /** Independent calls that the counted ones are worth. */
  readonly effectiveSamples: number;
  readonly designEffect: number;
  /** Stalls of up to this length that make up the share allowed would have shown; longer ones may have gone unseen. */
  readonly stallResolutionMs: number;
  readonly guardBandMs: number;
  readonly guardBandSource: string;
  /** The verdict under every usual reading; only the one above decides. */
  readonly readings: readonly ReadingVerdict[];
  readonly conditions: readonly Condition[];
}

/** The same with whom it is about and the counts. */
export interface LatencyFinding extends LatencyResult {
  readonly endpoint: Endpoint;
  /** Calls that were due; `slow` of them did not answer under the limit, failed and dropped ones included. */
  readonly requests: number;
  readonly slow: number;
  readonly failed: number;
  readonly dropped: number;
  readonly shareUnderLimit: number | null;
  readonly shareUnderLimitInterval: ShareInterval | null;
}

export interface ReadingVerdict {
  readonly reading: string;
  readonly verdict: Verdict;
  readonly explanation: string;
}
