import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Finding, Verdict } from '../finding.ts';
import type { Figure } from './change.ts';
import type { Side } from './measurement.ts';

/** Two services that were asked in turns in one run. */
export interface ComparisonResult {
  /** Base URL of the service that the judged one is compared with, without userinfo. */
  readonly counterpart: string;
  /** Calls a second, all endpoints together, of the service whose turn it is. */
  readonly rate: number;
  readonly blockMs: number;
  /** Of every interval, two-sided. */
  readonly confidence: number;
  readonly endpoints: readonly ComparedEndpoint[];
}

export interface ComparedEndpoint {
  /** "GET /api/v1/user". */
  readonly endpoint: string;
  readonly name: Endpoint;
  readonly outcome: 'slower' | 'not slower' | 'faster' | 'open';
  readonly verdict: Verdict;
  /** Rounds of four blocks that were compared, and those in which the candidate was slower at all. */
  readonly rounds: number;
  readonly slowerRounds: number;
  /** The median decides; p90 is shown. */
  readonly figures: readonly ComparedFigure[];
  readonly calls: Readonly<Record<Side, { readonly made: number; readonly succeeded: number }>>;
  readonly explanation: string;
  readonly remedy: string;
}

export interface ComparedFigure {
  readonly figure: Figure;
  readonly candidateMs: number;
  readonly counterpartMs: number;
  /** 0.05: slower by 5 %; below 0: faster. */
  readonly change: number;
  readonly lower: number;
  readonly upper: number;
}

/** "slower by 5.1 % ± 0.4 %": the change, and half the width of its interval. */
export function changeText({
  change,
  lower,
  upper,
}: Pick<ComparedFigure, 'change' | 'lower' | 'upper'>): string {
  const halfWidth = (upper - lower) / 2;
  const decimals = halfWidth < 0.0005 ? 2 : 1;
  const percent = (value: number) => `${(value * 100).toFixed(decimals)} %`;
  const size = Math.abs(change);
  if (size * 100 < 0.5 * 0.1 ** decimals) return `as fast ± ${percent(halfWidth)}`;
  return `${change < 0 ? 'faster' : 'slower'} by ${percent(size)} ± ${percent(halfWidth)}`;
}

/** Titles of a comparison of response times: of `endpoint` with `other`. */
export function comparisonTitle(verdict: Finding['verdict'], endpoint: string, other: string): string {
  return {
    pass: `${endpoint} is not slower than ${other}`,
    fail: `${endpoint} is slower than ${other}`,
    inconclusive: `Cannot tell whether ${endpoint} is slower than ${other}`,
    'not-applicable': `${endpoint} was not called often enough to compare it with ${other}`,
  }[verdict];
}
