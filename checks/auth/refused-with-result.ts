import type { Comparable } from '../answer.ts';
import {
  type ControlProfile,
  type PlaceProfile,
  successesLike,
  usualPlaces,
  wordsAt,
} from '../calls/control-profile.ts';
import { reportsError } from '../calls/reported-error.ts';
import { isOfOtherForm, type TextForm } from '../calls/text-form.ts';
import type { Exchange } from '../exchange.ts';

const shortRequest = 512;
const longRequest = 1024;
const fewestShort = 3;
/** Another text may come with the result, and results differ by some characters. */
const leastShareOfGrowth = 0.7;
/** A text that makes up less of the growth of a result is not what grows. */
const leastPart = 0.25;
/** A refusal may repeat what was sent under these names, in a form that nobody knows. */
const namesOfRequest = /^(data|payload|body|content|input|request|received|raw|value|text|message)$/i;

export function learnShortRefusal(control: ControlProfile, { request, response }: Exchange): void {
  if ((request.body?.length ?? 0) > shortRequest) return;
  const { count, longest } = control.shortRefusals ?? { count: 0, longest: 0 };
  control.shortRefusals = { count: count + 1, longest: Math.max(longest, response.body.length) };
}

/**
 * Whether the answer to a probe holds the result of encrypting its data, whatever its status says: a guard that sets 401 and does not
 * return lets the operation answer after it. Then refusals grow with the data as results do. So do those that repeat the data in
 * another form, and firewalls have long pages for long data: it must also have what grows in a result, under its key.
 */
export function resultIn(refusal: Comparable): 'none' | 'perhaps' | 'whole' {
  const { exchange, json, control } = refusal;
  const { lengths, shortRefusals } = control;
  const { body } = exchange.response;
  const sent = exchange.request.body?.length ?? 0;
  if (sent < longRequest || lengths === undefined || (shortRefusals?.count ?? 0) < fewestShort) return 'none';
  const scale = sent / lengths.sent;
  const growth = lengths.ofLongest - lengths.shortest;
  const isAsLong = body.length - (shortRefusals?.longest ?? 0) >= leastShareOfGrowth * growth * scale;
  const [, data] = /"data": ?"([\w-]{12})/.exec(exchange.request.body ?? '') ?? [];
  if (growth * scale <= shortRequest || !isAsLong || data === undefined || body.includes(data)) return 'none';

  const { places = {}, answers = 0 } = successesLike(refusal) ?? {};
  const growing = growingTexts(places, leastPart * growth);
  if (growing.length === 0) return 'perhaps';
  const text = squeezed(body);
  const held = growing
    .map(({ key, form }) => ({ key, form, value: longestAt(text, key) }))
    .filter(({ form, value }) => value.length >= leastShareOfGrowth * growthOf(form) * scale);
  if (held.length === 0) return 'none';
  const isLike = held.some(
    ({ key, form, value }) => !namesOfRequest.test(key) && !isOfOtherForm(form, value),
  );
  const hasAll = usualPlaces(places, answers).every((place) => isIn(text, place, answers));
  return isLike && hasAll && !reportsError(json, 'encrypt') ? 'whole' : 'perhaps';
}

interface GrowingText {
  readonly key: string;
  readonly form: TextForm;
}

function growingTexts(places: Readonly<Record<string, PlaceProfile>>, least: number): GrowingText[] {
  return Object.entries(places).flatMap(([path, { form }]) => {
    const key = keyOf(path);
    return key === undefined || form === undefined || growthOf(form) < least ? [] : [{ key, form }];
  });
}

function growthOf({ shortest, longest }: TextForm): number {
  return longest - shortest;
}

/** The last key on the way to a place; undefined for one without. */
function keyOf(path: string): string | undefined {
  return path.startsWith('$.')
    ? path
        .split('.')
        .filter((key) => !/^(\$|\d+)$/.test(key))
        .pop()
    : undefined;
}

const escapedQuotes = /\\+u002[27]|&(quot|apos|#3[49]|#x2[27]);|'/gi;

/** Without white space, and with plain quotation marks: JSON may stand in a text, or on a page. */
function squeezed(text: string): string {
  return text.replace(escapedQuotes, '"').replace(/[\\\s]+/g, '');
}

/** The longest text between this key and the next one, in one piece or several. */
function longestAt(text: string, key: string): string {
  const values = [`"${key}":`, `.${key}":`].flatMap((name) => text.split(squeezed(name)).slice(1));
  return values
    .map((value) =>
      value
        .split('":', 1)
        .join('')
        .replace(/[",[\]{}]+/g, ''),
    )
    .reduce((longest, value) => (value.length > longest.length ? value : longest), '');
}

/** Whether a place of the results is in the text, with the flag or the word that stands there. */
function isIn(
  text: string,
  [path, place]: readonly [path: string, place: PlaceProfile],
  answers: number,
): boolean {
  const key = keyOf(path);
  if (key === undefined) return true;
  const words = wordsAt(place, answers)?.filter((word) => !word.includes('…')) ?? [];
  const beginnings = words.length === 0 ? [''] : words.flatMap((word) => [word, `"${word}"`]);
  return beginnings.some((word) => text.includes(squeezed(`${key}":${word}`)));
}
