import type { ControlProfile, PlaceProfile } from './control-profile.ts';
import { successWords } from './reported-error.ts';
import type { TextForm } from './text-form.ts';

/** Why a refusal cannot be told from a success. */
export const withoutResult = 'holds no result and may be an error, with the access token too';

/** The last key of a place that explains an error, also within a list. */
const explanation = /(code|message|msg|err(or)?|reason|detail|fault|status|state|info|\bret)s?(\.\d+)?$/i;
const resultKey = /(cipher\w*|encrypted\w*|result|data|payload|output|value|content|nonce|tag|\.iv)$/i;
const acknowledgement =
  /^(|true|null|0|1|2\d\d|AES-256-GCM|pending|processing|running|ready|active|new|encrypted|stored|saved|received)$/i;
const successCode = /^0{2,}$/;
const address = /^(\/|https?:\/\/)/;
/** A result is longer for longer data; a reference number in a message is not by as much. */
const leastGrowth = 64;
/** An error given to every caller explains itself in every answer. */
const nearlyAll = 0.95;
const leastShareOfSigns = 0.3;

/**
 * Whether the successes may be one error, in the words of this service, given to every caller because it does not know the
 * access token: they explain something and hold no result. A mock's result, which is the same for all data, counts as one.
 */
export function mayBeError({ answers, places }: ControlProfile): boolean {
  const values = Object.entries(places).map(([path, profile]) => ({
    path,
    profile,
    only: onlyValue(profile),
  }));
  return (
    values.some(
      ({ path, profile, only }) => profile.count >= nearlyAll * answers && explains(path, profile, only),
    ) && !values.some(({ path, profile, only }) => isResult(path, profile, only) || isSuccessCode(path, only))
  );
}

/** The text of the one value that all successes had there; null: there were several. */
function onlyValue({ values, kinds }: PlaceProfile): string | null {
  return values?.texts.length === 1 && kinds.length === 1 ? (values.texts[0] ?? null) : null;
}

function explains(path: string, { form, wasNegative }: PlaceProfile, only: string | null): boolean {
  if (form !== undefined && isSentence(form)) return true;
  if (wasNegative === true || only === 'false') return true;
  if (only === null || acknowledgement.test(only) || successWords.test(only)) return false;
  return path === '$' || explanation.test(path) || address.test(only);
}

/** Words have white space, or signs that no encoding has. */
function isSentence({ isSpaced, characters }: TextForm): boolean {
  const all = characters.reduce((sum, count) => sum + count, 0);
  return isSpaced || (characters.at(-1) ?? 0) > leastShareOfSigns * all;
}

function isResult(path: string, { form }: PlaceProfile, only: string | null): boolean {
  if (form === undefined || !path.startsWith('$')) return false;
  if (form.longest - form.shortest > leastGrowth) return true;
  const isNamed = resultKey.test(path) && !explanation.test(path);
  return only !== null && isNamed && !isSentence(form) && !acknowledgement.test(only);
}

function isSuccessCode(path: string, only: string | null): boolean {
  return only !== null && explanation.test(path) && successCode.test(only);
}
