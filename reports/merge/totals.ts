import type { Verdict } from '../report.ts';

export function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

/** null where nothing is known. */
export function highest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** What carries the same name, together, in the order in which the names first come. */
export function grouped<T>(items: readonly T[], name: (item: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(name(item));
    if (group === undefined) groups.set(name(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** fail where one fails, pass where all pass. */
export function strictest(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.every((verdict) => verdict === 'pass') ? 'pass' : 'inconclusive';
}
