import { createHash } from 'node:crypto';
import type { VariantSummary } from '../../service/variants/index.ts';

/**
 * Without load nobody judges response times here, and the document shows no limit to errors: the faults of both are
 * left out.
 */
export function judgedFaults(variants: readonly VariantSummary[]): readonly VariantSummary[] {
  return variants.filter(
    ({ kind, caughtBy = '' }) =>
      kind === 'fault' && !caughtBy.endsWith('-latency') && caughtBy !== 'error-budget',
  );
}

export function oddities(variants: readonly VariantSummary[]): readonly VariantSummary[] {
  return variants.filter(({ kind }) => kind === 'oddity');
}

/**
 * The same for everyone who asks for as many. Faults that always show and faults that come and go keep their share
 * of the catalogue; of both, checks and then triggers are taken in turn. Oddities are drawn by chance.
 */
export function sampleOf(variants: readonly VariantSummary[], faultCount: number): readonly VariantSummary[] {
  const faults = judgedFaults(variants);
  const steady = faults.filter(({ isIntermittent }) => !isIntermittent);
  const passing = faults.filter(({ isIntermittent }) => isIntermittent);
  const passingCount = Math.round((faultCount * passing.length) / faults.length);
  return mixed([
    spread(steady, faultCount - passingCount, ({ caughtBy = '' }) => [caughtBy]),
    spread(passing, passingCount, ({ name, caughtBy = '' }) => [caughtBy, triggerOf(name)]),
    spread(oddities(variants), Math.round((faultCount * 2) / 3), () => []),
  ]);
}

function triggerOf(name: string): string {
  return name.slice(name.indexOf('@') + 1);
}

type Named = { readonly name: string };

/** Takes next what has the first key that was taken least, then the second; chance decides between equals. */
export function spread<T extends Named>(
  items: readonly T[],
  count: number,
  keysOf: (item: T) => readonly string[],
): readonly T[] {
  const left = [...items].sort((a, b) => (shuffleKey(a) < shuffleKey(b) ? -1 : 1));
  const timesTaken = new Map<string, number>();
  const timesOf = (item: T) => keysOf(item).map((key) => timesTaken.get(key) ?? 0);
  const taken: T[] = [];
  while (taken.length < count && left.length > 0) {
    const next = left.reduce((best, item) => (isBefore(timesOf(item), timesOf(best)) ? item : best));
    for (const key of keysOf(next)) timesTaken.set(key, (timesTaken.get(key) ?? 0) + 1);
    taken.push(next);
    left.splice(left.indexOf(next), 1);
  }
  return taken;
}

/** Chance that is the same each time. */
function shuffleKey({ name }: Named): string {
  return createHash('sha256').update(name).digest('hex');
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const differing = a.findIndex((times, index) => times !== b[index]);
  return differing >= 0 && (a[differing] ?? 0) < (b[differing] ?? 0);
}

/** Evenly, so that a bench that is cut short has seen some of each. */
function mixed<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists
    .flatMap((items) => items.map((item, index) => ({ item, place: (index + 0.5) / items.length })))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
