import { cutMark } from '../../checks/json-body.ts';
import type { Place } from './decoded.ts';

/** A part of a secret this long is a leak too: a cut or an altered token can have left it. */
const fragmentLength = 8;
/** A cut leaves more than the beginning of a longer secret. */
const longestShort = 15;

export interface Needles {
  /** No shorter text holds anything of a secret. */
  readonly shortest: number;
  readonly wholes: readonly string[];
  readonly fragments: Fragments;
  /** Without signs: a secret of few letters and digits is looked for as it is only. */
  readonly bareFragments: Fragments;
}

interface Fragments {
  readonly parts: ReadonlySet<string>;
  /** Each part begins at most three characters before one of these and holds all of it: engines find them fast. */
  readonly anchors: readonly string[];
  /** What is looked for with one other character too, in two halves: one of them is then as it was. */
  readonly halves: readonly (readonly [string, string])[];
}

/** What to look for of these secrets, which are in lower case. */
export function needlesOf(secrets: readonly string[]): Needles {
  const bare = secrets
    .map((secret) => secret.replace(signs, ''))
    .filter(({ length }) => length >= fragmentLength);
  return {
    shortest: Math.min(...secrets.map(({ length }) => length), fragmentLength, shortestBeginning + 1),
    wholes: [...new Set([...secrets, ...bare])].filter(({ length }) => length <= longestShort),
    fragments: fragmentsOf(secrets),
    bareFragments: fragmentsOf(bare),
  };
}

function fragmentsOf(secrets: readonly string[]): Fragments {
  const long = secrets.filter(({ length }) => length >= fragmentLength);
  const anchors = long.flatMap((secret) =>
    partsOf(secret, anchorLength).filter((_, start) => start % anchorDistance === 0),
  );
  return {
    parts: new Set(long.flatMap((secret) => partsOf(secret, fragmentLength))),
    anchors: [...new Set(anchors)],
    halves: [...new Set(long.flatMap(alterable))].map((part) => {
      const middle = part.length >> 1;
      return [part.slice(0, middle), part.slice(middle)];
    }),
  };
}

/**
 * Where an altered character keeps what stands beside it from being a fragment: all of a short secret, either end of a longer
 * one. An end is one character longer than a fragment, so that seven characters of a secret are still too few.
 */
function alterable(secret: string): string[] {
  const length = fragmentLength + 1;
  return secret.length <= 2 * fragmentLength ? [secret] : [secret.slice(0, length), secret.slice(-length)];
}

const anchorDistance = 4;
const anchorLength = fragmentLength - anchorDistance + 1;

/** What may part a text into groups, or stand between its characters. */
export const signs = /[^0-9a-z]+/g;

function partsOf(text: string, length: number): string[] {
  return Array.from({ length: text.length - length + 1 }, (_, start) => text.slice(start, start + length));
}

export function wholePlaces(text: string, wholes: readonly string[]): Place[] {
  return wholes.flatMap((whole) => [...cutPlaces(whole, text), ...placesOf(whole, text)]);
}

/** The beginning of a secret before the mark of a cut; a long one may have an altered character. */
function cutPlaces(whole: string, text: string): Place[] {
  return placesOf(cutMark, text).flatMap(([mark]): Place[] => {
    for (let length = whole.length - 1; length >= shortestBeginning; length -= 1) {
      const beginning = whole.slice(0, length);
      const isLong = length >= fragmentLength;
      const isFound = isLong ? isNear(beginning, text, mark - length) : text.endsWith(beginning, mark);
      if (isFound) return [[mark - length, mark]];
    }
    return [];
  });
}

const shortestBeginning = 4;

function placesOf(whole: string, text: string): Place[] {
  const places: Place[] = [];
  for (let start = text.indexOf(whole); start >= 0; start = text.indexOf(whole, start + 1))
    places.push([start, start + whole.length]);
  return places;
}

/** Where the halves stand together, one character at most being another one. */
function alteredPlaces(text: string, [head, tail]: readonly [string, string]): Place[] {
  const heads = placesOf(head, text).filter(([, end]) => isNear(tail, text, end));
  const tails = placesOf(tail, text).filter(([start]) => isNear(head, text, start - head.length));
  return [
    ...heads.map(([start, end]) => [start, end + tail.length] as const),
    ...tails.map(([start, end]) => [start - head.length, end] as const),
  ];
}

/** A cut is no alteration, and its mark is beyond ASCII, as no character of an altered token is. */
function isNear(part: string, text: string, at: number): boolean {
  let others = 0;
  for (let index = 0; index < part.length; index += 1) {
    const code = text.charCodeAt(at + index);
    if (code === part.charCodeAt(index)) continue;
    others += 1;
    if (others > 1 || !(code < 128)) return false;
  }
  return true;
}

export function fragmentPlaces(text: string, { parts, anchors, halves }: Fragments): Place[] {
  const starts = new Set<number>();
  for (const anchor of anchors)
    for (const [at] of placesOf(anchor, text))
      for (let start = Math.max(0, at - anchorDistance + 1); start <= at; start += 1)
        if (parts.has(text.slice(start, start + fragmentLength))) starts.add(start);
  const places: [number, number][] = [];
  for (const start of Uint32Array.from(starts).sort()) {
    const end = start + fragmentLength;
    const last = places.at(-1);
    // A single character between two fragments may be the altered one.
    if (last !== undefined && (start < last[1] || start === last[1] + 1)) last[1] = end;
    else places.push([start, end]);
  }
  return [...places, ...halves.flatMap((pair) => alteredPlaces(text, pair))];
}
