import { distinct } from '../../checks/add-up.ts';
import { cutMark } from '../../checks/json-body.ts';

/** A part of a secret this long is a leak too: a cut or an altered token can have left it. */
const fragmentLength = 8;
/** Of a secret up to this length, a cut may leave no more than the beginning. */
const longestShort = 15;
const shortestBeginning = 4;

/** Tells whether a text, as it stands, holds anything of the secrets: forwards or backwards, in either case, with any signs in it. */
export function seeker(secrets: readonly string[]): (text: string) => boolean {
  const forwards = distinct(secrets.map(folded));
  const all = forwards.flatMap((secret) => [secret, [...secret].reverse().join('')]);
  const isWritten = fragmentSeeker(all);
  const isBare = fragmentSeeker(all.map(withoutSigns));
  const beginnings = forwards
    .flatMap((secret) => [secret, withoutSigns(secret)])
    .filter(({ length }) => length <= longestShort)
    .flatMap(beginningsOf);
  return (text) => {
    const plain = folded(text);
    return isWritten(plain) || isBare(withoutSigns(plain)) || isCutIn(text.toLowerCase(), beginnings);
  };
}

function withoutSigns(text: string): string {
  return text.replace(/[^0-9a-z]+/g, '');
}

/** Makes letters of either case, and of other forms such as wide ones, equal. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Finds a fragment of a secret in a text, or a longer part with one character altered. */
export function fragmentSeeker(secrets: readonly string[]): (text: string) => boolean {
  const long = secrets.filter(({ length }) => length >= fragmentLength);
  const fragments = distinct(long.flatMap(fragmentsOf));
  // To find a part with one altered character, its halves are looked for: one of them is unaltered.
  const halves = distinct(long.flatMap(alterable)).flatMap((part) =>
    // Parts are halved at two places, because two swapped characters may stand on both sides of one.
    [part.length >> 1, (part.length >> 1) + 1].map(
      (middle) => [part.slice(0, middle), part.slice(middle)] as const,
    ),
  );
  return (text) =>
    fragments.some((fragment) => text.includes(fragment)) ||
    halves.some(
      ([head, tail]) =>
        placesOf(head, text).some((at) => isNear(tail, text, at + head.length)) ||
        // The altered half may be a character shorter or longer.
        placesOf(tail, text).some((at) =>
          [0, 1, -1].some((off) => isNear(head, text, at - head.length + off)),
        ),
    );
}

function fragmentsOf(secret: string): string[] {
  return Array.from({ length: secret.length - fragmentLength + 1 }, (_, start) =>
    secret.slice(start, start + fragmentLength),
  );
}

/**
 * The parts of a secret in which one altered character may leave no fragment: all of a short secret, either end of a longer one. An end is
 * one character longer than a fragment, so that seven characters of a secret are still too few.
 */
function alterable(secret: string): string[] {
  const length = fragmentLength + 1;
  return secret.length <= 2 * fragmentLength ? [secret] : [secret.slice(0, length), secret.slice(-length)];
}

function placesOf(part: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

/** The beginning of a secret before the mark of a cut; a long one may have an altered character. */
function isCutIn(text: string, beginnings: readonly string[]): boolean {
  return placesOf(cutMark, text).some((mark) =>
    beginnings.some((beginning) =>
      beginning.length < fragmentLength
        ? text.endsWith(beginning, mark)
        : isNear(beginning, text, mark - beginning.length),
    ),
  );
}

function beginningsOf(secret: string): string[] {
  return Array.from({ length: secret.length - shortestBeginning }, (_, more) =>
    secret.slice(0, shortestBeginning + more),
  );
}

/**
 * Whether a text has a part at a place, as it is or with one character changed, lost or added, or two swapped. The mark of a cut is no
 * altered character: it is beyond ASCII, unlike any in an altered token.
 */
function isNear(part: string, text: string, at: number): boolean {
  let same = 0;
  while (same < part.length && text.charCodeAt(at + same) === part.charCodeAt(same)) same += 1;
  const rest = part.slice(same);
  const place = at + same;
  const goesOn = (what: string, from: number) => text.startsWith(what, from);
  const isOther = text.charCodeAt(place) < 128;
  return (
    rest === '' ||
    goesOn(rest.slice(1), place) ||
    (isOther && (goesOn(rest.slice(1), place + 1) || goesOn(rest, place + 1))) ||
    (rest.length > 1 && goesOn(rest.charAt(1) + rest.charAt(0) + rest.slice(2), place))
  );
}
