import type { SetupData } from '../setup-data.ts';

/** What k6 hands to handleSummary in its default mode; k6's own types leave it out. */
export interface SummaryData {
  readonly state: { readonly testRunDurationMs: number; readonly isStdOutTTY: boolean };
  readonly metrics: Readonly<Record<string, Metric | undefined>>;
  readonly setup_data?: SetupData;
}

/** What there is where k6 was told to hand over its machine-readable summary, which lacks what a report is made of. */
const noData: SummaryData = { state: { testRunDurationMs: 0, isStdOutTTY: false }, metrics: {} };

/** The data, and why they cannot carry a verdict: flags of k6 take parts of them away, and no script sees those flags. */
export function readSummaryData(given: Partial<SummaryData>): {
  readonly data: SummaryData;
  readonly problems: readonly string[];
} {
  const { state, metrics } = given;
  if (state === undefined || metrics === undefined)
    return { data: noData, problems: ['k6 ran with --new-machine-readable-summary: run it without.'] };
  const judged = Object.values(metrics).some((metric) => metric?.thresholds !== undefined);
  const problems = judged ? [] : ['k6 ran with --no-thresholds: run it without.'];
  return { data: { ...given, state, metrics }, problems };
}

interface Metric {
  readonly values: Readonly<Record<string, number | undefined>>;
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

export type Tags = Readonly<Record<string, string>>;

/** Sum of a counter, or of its submetric with exactly these tags; 0 when nothing was counted. */
export function countOf(data: SummaryData, name: string, tags: Tags = {}): number {
  return figureOf(data, name, 'count', tags) ?? 0;
}

/** One figure of a metric; null when it has no samples or k6 does not report it. */
export function figureOf(data: SummaryData, name: string, figure: string, tags: Tags = {}): number | null {
  const metric = data.metrics[keyOf(name, tags)];
  const value = metric?.values[figure];
  if (value === undefined || value === null || !Number.isFinite(value)) return null;
  const isTrend = metric?.values['max'] !== undefined && metric.values['count'] !== undefined;
  return isTrend && figure !== 'count' && metric.values['count'] === 0 ? null : value;
}

export function percentileOf(
  data: SummaryData,
  name: string,
  percentile: number,
  tags: Tags = {},
): number | null {
  return figureOf(data, name, `p(${percentile})`, tags);
}

function keyOf(name: string, tags: Tags): string {
  const pairs = Object.entries(tags).map(([tag, value]) => `${tag}:${value}`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

/** Thresholds that k6 itself found crossed. */
export function crossedThresholds(data: SummaryData): string[] {
  return Object.entries(data.metrics).flatMap(([name, metric]) =>
    Object.entries(metric?.thresholds ?? {})
      .filter(([, { ok }]) => !ok)
      .map(([expression]) => `${name} ${expression}`),
  );
}
