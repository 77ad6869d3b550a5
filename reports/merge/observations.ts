import type { ErrorGroup, Observation } from '../report.ts';
import { grouped, sum } from './totals.ts';

/** Counts of the same value are added; what a part left out by its cap stays left out. */
export function mergeObservations(observations: readonly Observation[]): Observation[] {
  return grouped(observations, ({ id, endpoint }) => `${id} ${endpoint}`).map((same) => ({
    ...same[0],
    values: grouped(
      same.flatMap(({ values }) => values),
      ({ value }) => value,
    )
      .map((equal) => ({ value: equal[0].value, count: sum(equal, ({ count }) => count) }))
      .toSorted((a, b) => b.count - a.count),
    more: sum(same, ({ more }) => more),
  }));
}

export function mergeErrors(errors: readonly ErrorGroup[]): ErrorGroup[] {
  return grouped(errors, ({ endpoint, cause }) => `${endpoint} ${cause}`)
    .map((same) => ({ ...same[0], count: sum(same, ({ count }) => count) }))
    .toSorted((a, b) => b.count - a.count);
}
