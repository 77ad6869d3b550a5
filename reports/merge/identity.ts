import type { Report, Run } from '../report.ts';

const joint = ' + ';

/** The runs that a report speaks of: a merged one has several. */
export function runIds({ run }: Report): string[] {
  return idsIn(run.id);
}

export function idsIn(runId: string): string[] {
  return runId.split(joint);
}

/** The run as a whole: from the first start to the last end, under the names of all its parts. */
export function mergedRun(reports: readonly [Report, ...Report[]]): Run {
  const spans = reports.map(spanOf);
  const start = Math.min(...spans.map((span) => span.start));
  const commands = [...new Set(reports.flatMap(({ run }) => run.reproduce.split('\n')))];
  const merging = 'npx encryption-backup-harness merge <run folders>';
  const { seed, ...first } = reports[0].run;
  const isSameSeed = seed !== undefined && reports.every(({ run }) => run.seed === seed);
  return {
    ...first,
    ...(isSameSeed ? { seed } : {}),
    id: reports.flatMap(runIds).toSorted().join(joint),
    startedAt: new Date(start).toISOString(),
    durationMs: Math.max(...spans.map((span) => span.end)) - start,
    reproduce: [...commands.filter((command) => command !== merging), merging].join('\n'),
  };
}

/** Milliseconds since 1970. */
export function spanOf({ run }: Report): { readonly start: number; readonly end: number } {
  const start = Date.parse(run.startedAt);
  return { start, end: start + run.durationMs };
}

/** By how much the runs ended apart: they tell when they started, and not when their load did. */
export function skewMs(reports: readonly Report[]): number {
  const ends = reports.map((report) => spanOf(report).end);
  return Math.max(...ends) - Math.min(...ends);
}
