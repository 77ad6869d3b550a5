import { goodTime, successShare } from '../../checks/availability/meanings.ts';
import type { AvailabilityResult, EndpointResult, Report } from '../report.ts';
import { grouped, sum } from './totals.ts';

type Figure = AvailabilityResult['figures'][number];

/** The figures counted anew over the merged slices of time; null where no part has them. */
export function mergeAvailability(
  reports: readonly Report[],
  endpoints: readonly EndpointResult[],
): AvailabilityResult | null {
  const parts = reports.flatMap(({ availability }) => availability?.figures ?? []);
  if (parts.length === 0) return null;
  const counted = countedFigures(endpoints);
  return {
    figures: grouped(parts, ({ meaning }) => meaning).map((same) =>
      mergeFigure(
        same,
        counted.find(({ meaning }) => meaning === same[0].meaning),
      ),
    ),
  };
}

function countedFigures(endpoints: readonly EndpointResult[]): readonly Figure[] {
  const measured = endpoints.map(({ timeline }) => timeline.filter(({ warmUp }) => !warmUp));
  const [longest = []] = measured.toSorted((a, b) => b.length - a.length);
  if (measured.some(({ length }) => length !== longest.length)) return [];
  const slices = longest.map((_, index) => {
    const here = measured.flatMap((timeline) => timeline[index] ?? []);
    return { n: sum(here, ({ requests }) => requests), failed: sum(here, ({ failed }) => failed) };
  });
  return [successShare(slices, null), goodTime(slices, longest[0]?.durationMs ?? 0, null)];
}

/**
 * The aim stands in the contract, not in the report: a part that passed has reached it, so a lower bound at least as
 * high reaches it too.
 */
function mergeFigure(same: readonly [Figure, ...Figure[]], counted: Figure | undefined): Figure {
  const verdict = (wanted: Figure['verdict']) => same.filter((figure) => figure.verdict === wanted);
  const observed = counted ?? { ...same[0], observed: null, lowerBound: null };
  const reached = verdict('pass').flatMap(({ lowerBound }) => lowerBound ?? []);
  const passes =
    observed.lowerBound !== null &&
    reached.some((bound) => observed.lowerBound !== null && observed.lowerBound >= bound);
  const judged = verdict('fail').length > 0 ? 'fail' : passes ? 'pass' : 'inconclusive';
  const isJudged = same.some((figure) => figure.verdict !== 'not-judged');
  return {
    ...observed,
    verdict: isJudged ? judged : 'not-judged',
    explanation: counted?.explanation ?? `Not counted over ${same.length} generators: see their own reports.`,
  };
}
