import type { ControlProfile, PlaceProfile } from './control-profile.ts';
import { areWords } from './text-form.ts';

/** Why a refusal cannot be told from a success. */
export const withoutResult = 'holds no result and may be an error, with the access token too';

const resultKey = /(cipher\w*|encrypted\w*|result|data|payload|output|value|content|nonce|tag|\.iv)$/i;
/** A result is longer for longer data; a reference number in a message is not by as much. */
const leastGrowth = 64;

/**
 * Whether the successes may be one error, in the words of this service, given to every caller because it does not know the
 * access token: they hold something, but no result, which would grow with the data or be named as one.
 */
export function mayBeError({ places }: ControlProfile): boolean {
  const held = Object.entries(places).filter(([path, place]) => path.startsWith('$') && isHeld(place));
  return held.length > 0 && !held.some(isResult);
}

function isHeld({ kinds, count, empty }: PlaceProfile): boolean {
  return empty < count && ['string', 'number', 'boolean'].some((kind) => kinds.includes(kind));
}

function isResult([path, { form }]: readonly [path: string, PlaceProfile]): boolean {
  if (form === undefined) return false;
  return form.longest - form.shortest > leastGrowth || (resultKey.test(path) && !areWords(form));
}
