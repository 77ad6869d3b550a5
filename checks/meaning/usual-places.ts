import { remembered } from '../remembered.ts';
import { isResult, type KnownResults, nearlyAll, type ResultPlace } from './known-results.ts';

/** A place where nearly all successes have parts of the result. */
export interface UsualPlace extends ResultPlace {
  readonly path: string;
  /** The keys that lead there in a JSON body; for a header, or a key with a dot or brackets in it, they lead nowhere. */
  readonly keys: readonly string[];
  /** One path names it: it is no item of a list, and has no key that varies. */
  readonly isOnePath: boolean;
}

/** The keys that lead to a path in a JSON body; `[]` stands for any item of a list. */
export function keysOf(path: string): readonly string[] {
  return path.replace(/\[\]/g, '.[]').split('.').slice(1);
}

/** The data that was sent counts as part of the result only if nothing else depends on it. */
export const usualPlaces = remembered(({ places }: KnownResults): readonly UsualPlace[] => {
  const common = Object.entries(places).filter(([, { share }]) => share >= nearlyAll);
  const results = common.filter(([, place]) => isResult(place));
  const found = results.length > 0 ? results : common.filter(([, { role }]) => role === 'echo');
  return found.map(([path, place]) => ({
    ...place,
    path,
    keys: keysOf(path),
    isOnePath: /^\$[^*[]*$/.test(path),
  }));
});
