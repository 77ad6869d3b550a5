import { counted } from '../format.ts';
import type { Report } from '../report.ts';

const mostRuns = 100;

/** What must be alike for times of two runs to be compared; the address of the service may differ. */
const facets: readonly (readonly [what: string, of: (report: Report) => string | number | boolean | null])[] =
  [
    ['scenario', ({ run }) => run.scenario],
    ['profile', ({ run }) => run.profile],
    ['kind of service', ({ run }) => run.embeddedService],
    ['system', ({ generator }) => generator.os],
    ['number of cores', ({ generator }) => generator.cores],
    ['rate', ({ load }) => (load === null ? null : Number(load.offeredRate.toPrecision(3)))],
  ];

/** The runs of the baseline that can be compared with this one, the oldest first, and why others cannot. */
export function comparable(
  current: Report,
  baseline: readonly Report[],
): { readonly runs: readonly Report[]; readonly leftOut: readonly string[] } {
  const reasons = baseline.map((report, index) => reasonAgainst(report, current, baseline.slice(0, index)));
  const runs = baseline
    .filter((_, index) => reasons[index] === null)
    .toSorted((a, b) => Date.parse(a.run.startedAt) - Date.parse(b.run.startedAt))
    .slice(-mostRuns);
  const distinct = [...new Set(reasons.flatMap((reason) => reason ?? []))];
  const leftOut = distinct.map(
    (reason) =>
      `${counted(reasons.filter((one) => one === reason).length, 'baseline run')} left out: ${reason}.`,
  );
  return { runs, leftOut };
}

function reasonAgainst(report: Report, current: Report, before: readonly Report[]): string | null {
  if (report.run.completeness !== 'complete') return 'it did not come to its end';
  if (report.run.id === current.run.id) return 'it is this run';
  if (before.some(({ run }) => run.id === report.run.id)) return 'it is given twice';
  const different = facets.find(([, of]) => of(report) !== of(current));
  return different === undefined ? null : `another ${different[0]}`;
}
