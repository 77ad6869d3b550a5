import { sumOf } from '../checks/statistics/sum.ts';
import { type FindingState, outcomeOf, stateOf } from './outcome.ts';
import type { Report } from './report.ts';

/**
 * The figures of k6's own summary that GitLab's load-performance widget shows for a merge request. Its p90 and p95 are those of the
 * slowest endpoint, in milliseconds; its checks are the findings that count in the verdict. Without a verdict it has none.
 */
export function renderLoadPerformance(report: Report): string {
  const metrics = outcomeOf(report) === 'none' ? {} : metricsOf(report);
  return `${JSON.stringify({ metrics }, null, 2)}\n`;
}

function metricsOf({ endpoints, findings, load }: Report): object {
  const slowest = (wanted: number) =>
    Math.max(
      0,
      ...endpoints.flatMap(({ percentiles }) =>
        percentiles.filter(({ percentile }) => percentile === wanted).map(({ ms }) => ms),
      ),
    );
  const counted = (wanted: FindingState) => findings.filter((one) => stateOf(one) === wanted).length;
  return {
    ...(load === null
      ? {}
      : {
          http_reqs: {
            rate: load.achievedRate,
            count: sumOf(endpoints, ({ requests }) => requests),
          },
          http_req_waiting: { 'p(90)': slowest(90), 'p(95)': slowest(95) },
        }),
    checks: { passes: counted('passed'), fails: counted('failed') },
  };
}
