import type { Report } from '../report.ts';
import type { RunFolder, SkippedFolder } from './model.ts';

/** More runs than these make a page too big to mail. */
const mostRuns = 100;

export interface Selection {
  /** In the order of their start. */
  readonly runs: readonly RunFolder[];
  readonly older: number;
  readonly skipped: readonly SkippedFolder[];
}

/** Of all runs those that can be compared: the largest group of one service under one scenario, each run once. */
export function selectRuns(found: readonly RunFolder[]): Selection {
  const sorted = found.toSorted((a, b) => compare(startOf(a), startOf(b)) || compare(a.folder, b.folder));
  const twins = sorted.flatMap((run, index) => {
    const twin = sorted.slice(0, index).find(({ report }) => report.run.id === run.report.run.id);
    return twin === undefined ? [] : [{ run, reason: `the same run as ${twin.folder}` }];
  });
  const single = sorted.filter((run) => !twins.some((twin) => twin.run === run));
  const chosen = largestGroup(single);
  const foreign = single
    .filter((run) => !chosen.includes(run))
    .map((run) => ({ run, reason: difference(run.report, chosen.at(-1)?.report ?? run.report) }));
  return {
    runs: chosen.slice(-mostRuns),
    older: Math.max(0, chosen.length - mostRuns),
    skipped: [...twins, ...foreign].map(({ run, reason }) => ({ folder: run.folder, reason })),
  };
}

function startOf({ report }: RunFolder): string {
  return new Date(report.run.startedAt).toISOString();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** What must be alike for figures to be compared. The embedded service gets another port each time. */
const facets: readonly (readonly [what: string, of: (report: Report) => string])[] = [
  ['service', ({ run }) => serviceOf(run)],
  ['scenario', ({ run }) => run.scenario],
  ['profile', ({ run }) => run.profile],
  ['limit', ({ endpoints }) => limitsOf(endpoints)],
];

export function serviceOf({ embeddedService, target }: Report['run']): string {
  return embeddedService ? 'the embedded reference service' : target;
}

function limitsOf(endpoints: Report['endpoints']): string {
  const limits = endpoints.flatMap(({ latency }) => latency?.limitMs ?? []);
  return limits.length === 0 ? '' : `${Math.min(...limits)} ms`;
}

/** Where two groups are as large, the one with the newest run. A run without a limit judged no call: it fits any. */
function largestGroup(runs: readonly RunFolder[]): readonly RunFolder[] {
  const groups = runs.map(({ report }) => runs.filter((other) => isAlike(other.report, report)));
  return groups.reduce((best, group) => (group.length >= best.length ? group : best), []);
}

function isAlike(one: Report, other: Report): boolean {
  return facets.every(([, of]) => of(one) === of(other) || of(one) === '' || of(other) === '');
}

function difference(report: Report, chosen: Report): string {
  const [what, of] =
    facets.find(([, value]) => value(report) !== value(chosen) && value(report) !== '') ?? [];
  if (what === undefined || of === undefined) return 'not comparable';
  return `another ${what}: ${of(report)}, not ${of(chosen)}`;
}
