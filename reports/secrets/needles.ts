import { cutMark } from '../../checks/json-body.ts';

/** A part of a secret this long is a leak too: a cut or an altered token can have left it. */
const fragmentLength = 8;
/** A cut leaves more than the beginning of a longer secret. */
const longestShort = 15;
const shortestBeginning = 4;

/** Tells whether a text, as it stands, holds anything of the secrets: forwards or backwards, in either case, with any signs in it. */
export function seeker(secrets: readonly string[]): (text: string) => boolean {
  const forwards = [...new Set(secrets.map(folded))];
  const all = forwards.flatMap((secret) => [secret, reversed(secret)]);
  const asWritten = fragmentsOf(all);
  const bare = fragmentsOf(all.map(withoutSigns));
  const short = forwards.flatMap((secret) => [secret, withoutSigns(secret)]).filter(isShort);
  return (text) => {
    const plain = folded(text);
    return (
      holdsFragment(plain, asWritten) ||
      holdsFragment(withoutSigns(plain), bare) ||
      short.some((secret) => isCutIn(text.toLowerCase(), secret))
    );
  };
}

function withoutSigns(text: string): string {
  return text.replace(/[^0-9a-z]+/g, '');
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

const isShort = ({ length }: string) => length <= longestShort;

/** Letters of the other case and of other forms, such as wide ones, are the same. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

export interface Fragments {
  readonly parts: ReadonlySet<string>;
  /** Each part begins at most three characters before one of these and holds all of it: engines find them fast. */
  readonly anchors: readonly string[];
  /** What is looked for with one alteration too, in two halves: one of them is then as it was. */
  readonly halves: readonly (readonly [string, string])[];
}

const anchorDistance = 4;
const anchorLength = fragmentLength - anchorDistance + 1;

export function fragmentsOf(secrets: readonly string[]): Fragments {
  const long = secrets.filter(({ length }) => length >= fragmentLength);
  const anchors = long.flatMap((secret) =>
    partsOf(secret, anchorLength).filter((_, start) => start % anchorDistance === 0),
  );
  return {
    parts: new Set(long.flatMap((secret) => partsOf(secret, fragmentLength))),
    anchors: [...new Set(anchors)],
    halves: [...new Set(long.flatMap(alterable))].flatMap((part) =>
      // At two places, because two swapped characters may stand on both sides of one.
      [0, 1].map((more) => {
        const middle = (part.length >> 1) + more;
        return [part.slice(0, middle), part.slice(middle)] as const;
      }),
    ),
  };
}

function partsOf(text: string, length: number): string[] {
  return Array.from({ length: text.length - length + 1 }, (_, start) => text.slice(start, start + length));
}

/**
 * Where an altered character keeps what stands beside it from being a fragment: all of a short secret, either end of a longer
 * one. An end is one character longer than a fragment, so that seven characters of a secret are still too few.
 */
function alterable(secret: string): string[] {
  const length = fragmentLength + 1;
  return secret.length <= 2 * fragmentLength ? [secret] : [secret.slice(0, length), secret.slice(-length)];
}

export function holdsFragment(text: string, { parts, anchors, halves }: Fragments): boolean {
  const isPart = (start: number) => parts.has(text.slice(start, start + fragmentLength));
  const starts = Array.from({ length: anchorDistance }, (_, before) => before);
  return (
    anchors.some((anchor) =>
      placesOf(anchor, text).some((at) => starts.some((before) => isPart(at - before))),
    ) ||
    halves.some(
      ([head, tail]) =>
        placesOf(head, text).some((at) => isNear(tail, text, at + head.length)) ||
        placesOf(tail, text).some((at) => isNearBefore(head, text, at)),
    )
  );
}

/** What is near may be a character shorter or longer. */
function isNearBefore(part: string, text: string, end: number): boolean {
  return [0, 1, -1].some((off) => isNear(part, text, end - part.length + off));
}

function placesOf(part: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

/** The beginning of a secret before the mark of a cut; a long one may have an altered character. */
function isCutIn(text: string, secret: string): boolean {
  return placesOf(cutMark, text).some((mark) =>
    partsFrom(secret).some((beginning) =>
      beginning.length < fragmentLength
        ? text.endsWith(beginning, mark)
        : isNear(beginning, text, mark - beginning.length),
    ),
  );
}

function partsFrom(secret: string): string[] {
  return Array.from({ length: secret.length - shortestBeginning }, (_, more) =>
    secret.slice(0, shortestBeginning + more),
  );
}

/**
 * As it is, or with one character changed, lost or added, or two swapped. A cut is no alteration, and its mark is beyond ASCII, as
 * no character of an altered token is.
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
