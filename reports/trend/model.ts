import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Outcome } from '../outcome.ts';
import type { ClauseRow, Interval, LatencyResult, Report } from '../report.ts';

/** A run and where it stands: the folder is relative to the page, with "/" between names. */
export interface RunFolder {
  readonly folder: string;
  readonly report: Report;
}

export interface SkippedFolder {
  readonly folder: string;
  readonly reason: string;
}

/** Many runs of one service under one scenario, in the order of their start: all that the page says. */
export interface TrendModel {
  readonly title: TrendTitle;
  readonly runs: readonly TrendRun[];
  readonly skipped: readonly SkippedFolder[];
  /** Older runs that are left out to keep the page small. */
  readonly older: number;
  readonly endpoints: readonly EndpointTrend[];
  readonly changes: readonly Change[];
  readonly clauseChanges: readonly ClauseChanges[];
  readonly detection: Detection;
}

export interface TrendTitle {
  readonly scenario: string;
  readonly profile: string;
  readonly target: string;
  readonly tool: string;
}

export interface TrendRun {
  readonly folder: string;
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly outcome: Outcome;
  readonly reason: string;
}

export interface EndpointTrend {
  readonly name: Endpoint;
  readonly endpoint: string;
  readonly limitMs: number;
  /** "p99": what decides in the newest run. */
  readonly reading: string;
  /** One for each run; null where the run did not measure the endpoint. */
  readonly points: readonly (Point | null)[];
}

export interface Point {
  /** Calls judged. */
  readonly calls: number;
  readonly slow: number;
  readonly share: number | null;
  readonly shareInterval: Interval | null;
  readonly verdict: LatencyResult['verdict'] | null;
  readonly quantiles: Readonly<Record<QuantileName, Quantile | null>>;
}

export type QuantileName = 'p50' | 'p95' | 'p99';
export type FigureName = 'share' | QuantileName;

/** Milliseconds; the bounds hold the percentile with 99 % confidence. */
export interface Quantile {
  readonly ms: number;
  readonly lowerMs: number;
  readonly upperMs: number;
}

/** A change of one figure that is more than noise. */
export interface Change {
  readonly name: Endpoint;
  readonly endpoint: string;
  readonly figure: FigureName;
  /** Index of the first run after the change. */
  readonly run: number;
  readonly runsBefore: number;
  readonly runsAfter: number;
  /** Level of the runs before and after: a share, or milliseconds. */
  readonly before: number;
  readonly after: number;
  readonly shift: Shift;
  readonly isWorse: boolean;
  /** Chance that noise shows so much anywhere on the page. */
  readonly probability: number;
  /** What else is different in the first run after it. */
  readonly circumstances: readonly string[];
}

/** A difference of shares, or for milliseconds the ratio after/before; null bounds: too few runs for 99 %. */
export interface Shift {
  readonly value: number;
  readonly lower: number | null;
  readonly upper: number | null;
}

export interface ClauseChanges {
  readonly id: ClauseRow['id'];
  readonly section: string;
  readonly sentence: string;
  /** Oldest first. */
  readonly changes: readonly { readonly from: ClauseWord; readonly to: ClauseWord; readonly run: number }[];
}

export type ClauseWord = 'kept' | 'broken' | 'inconclusive' | 'not judged';

/** What the search for changes could do on these runs. */
export interface Detection {
  /** Chance that the page of an unchanged service shows any change. */
  readonly alpha: number;
  /** Correlation of neighbouring runs that is allowed for. */
  readonly correlation: number;
  /** Series of figures that vary at all. */
  readonly series: number;
  /** Runs that came to their own end. */
  readonly runs: number;
  /** Whether so few runs could have shown a change at all; if not, how many are needed. */
  readonly canTell: boolean;
  readonly runsNeeded: number;
}
