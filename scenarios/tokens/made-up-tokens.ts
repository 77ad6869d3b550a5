import { byTurns, interleaved } from '../random.ts';
import { mustFail } from '../space/level.ts';
import { type Alterable, alterable } from './alterable.ts';
import type { Hashes, MadeUpToken, Maker } from './altered-token.ts';
import { characterChanger, hashed, longerAndShorter, rearranged, separated } from './near-tokens.ts';
import { jwts, patterns, randomTokens, words } from './unlike-tokens.ts';

/**
 * Another case names the same scheme (RFC 9110 §11.1). A guard that takes any case may leave the token to code that reads it only behind
 * "Bearer ".
 */
function inOtherCase(make: Maker): Maker[] {
  return ['bearer', 'BEARER'].map((scheme) => (turn) => {
    // A refusal may be about the scheme, and then does not show that the changed place counts.
    const { changedPlace: _, ...made } = make(turn);
    return { ...made, scheme, variety: `${made.variety}, behind "${scheme}"` };
  });
}

const random: Forms = (of, seed) => {
  const makers = randomTokens(of, seed);
  const ofOtherLength = makers[0] as Maker;
  const changed = characterChanger(of, seed + 1);
  return [...makers, ...inOtherCase((turn) => (turn % 2 === 0 ? changed : ofOtherLength)(turn))];
};

/** What makes the tokens of each level, one of each form. */
type Forms = (of: Alterable, seed: number, hashes: Hashes) => readonly (MadeUpToken | Maker)[];

const changedLevel = 'the token with one character changed';

/** Tokens sent between those with one character changed, by level. */
const otherLevels: Readonly<Record<string, Forms>> = {
  'a random token': random,
  'a word': words,
  'a JWT': jwts,
  'the token cut or with more at an end': longerAndShorter,
  'the token with characters in other places': rearranged,
  'the token beside other text': separated,
  'a hash of the token, or the token encoded': hashed,
  'a pattern or the end of a query': patterns,
};

export const madeUpLevels = [changedLevel, ...Object.keys(otherLevels)].map((name) => mustFail(name, 1));

/** Levels of which a run sends many tokens that are alike to most services. Of the others, each form comes once or twice. */
export const commonLevels = madeUpLevels.slice(0, 2);

/**
 * Returns a function that makes the n-th token and names its level. Every second token is the access token with one character
 * changed. In between, the other levels take turns, and so do the forms of each.
 */
export function madeUpTokens(token: string, seed: number, hashes: Hashes) {
  const of = alterable(token);
  const changed = characterChanger(of, seed);
  const isOther = ({ value }: MadeUpToken) => value !== token && value !== '';
  const all = Object.entries(otherLevels).map(([name, forms]) =>
    forms(of, seed, hashes).map((form, turn) => ({ level: name, form, turn })),
  );
  const once = interleaved(all);
  const levels = all.filter(({ length }) => length > 0);
  const formAgain = byTurns(levels);
  const again = (half: number) => ({ ...formAgain(half), turn: Math.floor(half / levels.length) });
  return (index: number): MadeUpToken & { readonly level: string } => {
    const half = Math.floor(index / 2);
    if (index % 2 === 0) return { ...changed(half), level: changedLevel };
    const { level: name, form, turn } = once[half] ?? again(half);
    const made = typeof form === 'function' ? form(turn) : form;
    return isOther(made) ? { ...made, level: name } : { ...changed(half), level: changedLevel };
  };
}

export function changeableCharacters(token: string): number {
  return alterable(token).places.length;
}

/** Whether letters keep their case because a token like this may be readable in either (ADR 19). */
export function isReadInEitherCase(token: string): boolean {
  return /[A-Za-z]/.test(token) && !alterable(token).isCased.includes(true);
}
