import { endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import { outcomeOf } from '../outcome.ts';
import type { Report } from '../report.ts';
import { changesOf } from './changes.ts';
import { clauseChanges } from './clause-changes.ts';
import type { EndpointTrend, RunFolder, SkippedFolder, TrendModel, TrendTitle } from './model.ts';
import { pointOf } from './points.ts';
import { selectRuns, serviceOf } from './selection.ts';

/** What many runs say of one service over time. `unreadable` are folders that hold no report to begin with. */
export function trendOf(found: readonly RunFolder[], unreadable: readonly SkippedFolder[] = []): TrendModel {
  const { runs, older, skipped } = selectRuns(found);
  const reports = runs.map(({ report }) => report);
  const endpoints = endpointNames.flatMap((name) => endpointTrend(name, reports));
  return {
    title: titleOf(reports.at(-1)),
    runs: runs.map(({ folder, report }) => ({
      folder,
      id: report.run.id,
      startedAt: report.run.startedAt,
      outcome: outcomeOf(report),
      reason: report.reason,
    })),
    skipped: [...unreadable, ...skipped].toSorted(
      (a, b) => Number(a.folder > b.folder) - Number(a.folder < b.folder),
    ),
    older,
    endpoints,
    ...changesOf(endpoints, reports),
    clauseChanges: clauseChanges(reports),
  };
}

function titleOf(report: Report | undefined): TrendTitle {
  if (report === undefined) return { scenario: '', profile: '', target: '', tool: '' };
  const { run, tool } = report;
  return {
    scenario: run.scenario,
    profile: run.profile,
    target: serviceOf(run),
    tool: `${tool.name} ${tool.version}`,
  };
}

function endpointTrend(name: EndpointTrend['name'], reports: readonly Report[]): EndpointTrend[] {
  const results = reports.map(({ endpoints, run }) =>
    run.completeness === 'complete' ? endpoints.find((endpoint) => endpoint.name === name) : undefined,
  );
  const points = results.map((result) => (result === undefined ? null : pointOf(result)));
  if (points.every((point) => point === null)) return [];
  const latency = results.findLast((result) => result?.latency != null)?.latency;
  return [
    {
      name,
      endpoint: endpointTitle(name),
      limitMs: latency?.limitMs ?? 20,
      reading: latency?.reading ?? '',
      points,
    },
  ];
}
