import { byTurns, interleaved } from '../random.ts';
import { mustFail } from '../space/level.ts';
import { type Alterable, alterable } from './alterable.ts';
import { fixed, type Hashes, type MadeUpToken, type Maker } from './altered-token.ts';
import { characterChanger, hashed, longerAndShorter, rearranged, separated } from './near-tokens.ts';
import { jwts, patterns, randomTokens, words } from './unlike-tokens.ts';

/** A way to make up tokens, with one maker for each form. */
function level(name: string, makers: (of: Alterable, seed: number, hashes: Hashes) => readonly Maker[]) {
  return mustFail(name, 1, { makers });
}

const changedLevel = level('the token with one character changed', (of, seed) => [
  characterChanger(of, seed),
]);

/** Another case names the same scheme (RFC 9110 §11.1). A guard that takes any may leave the token to one that looks behind "Bearer ". */
function inOtherCase(make: Maker): Maker[] {
  return ['bearer', 'BEARER'].map((scheme) => (turn) => {
    // A refusal may be about the scheme, and then does not show that the changed place counts.
    const { changedPlace: _, ...made } = make(turn);
    return { ...made, scheme, variety: `${made.variety}, behind "${scheme}"` };
  });
}

const randomLevel = level('a random token', (of, seed) => {
  const random = randomTokens(of, seed);
  const ofOtherLength = random[0] as Maker;
  const changed = characterChanger(of, seed + 1);
  return [...random, ...inOtherCase((turn) => (turn % 2 === 0 ? changed : ofOtherLength)(turn))];
});

/** Tokens sent between those with one character changed. */
const otherLevels = [
  randomLevel,
  level('a word', (of) => fixed(words(of))),
  level('a JWT', (of, seed, hashes) => fixed(jwts(of, seed, hashes))),
  level('the token cut or with more at an end', (of) => fixed(longerAndShorter(of))),
  level('the token with characters in other places', (of) => fixed(rearranged(of))),
  level('the token beside other text', (of, seed) => separated(of, seed)),
  level('a hash of the token, or the token encoded', (of, _, hashes) => fixed(hashed(of, hashes))),
  level('a pattern or the end of a query', (of) => fixed(patterns(of))),
];

export const madeUpLevels = [changedLevel, ...otherLevels];

/** Of these, a run sends many tokens that are alike to most services. Of the others, each form comes once or twice. */
export const commonLevels = [changedLevel, randomLevel];

/**
 * Returns a function that makes the n-th token and names its level. Every second token is the access token with one character
 * changed. In between, the other levels take turns, and so do the forms of each.
 */
export function madeUpTokens(token: string, seed: number, hashes: Hashes) {
  const of = alterable(token);
  const changed = changedLevel.makers(of, seed, hashes)[0] as Maker;
  const isOther = ({ value }: MadeUpToken) => value !== token && value !== '';
  const all = otherLevels.map(({ name, makers }) =>
    makers(of, seed, hashes).map((make, turn) => ({ level: name, make, turn })),
  );
  const once = interleaved(all);
  const levels = all.filter(({ length }) => length > 0);
  const formAgain = byTurns(levels);
  const again = (half: number) => ({ ...formAgain(half), turn: Math.floor(half / levels.length) });
  return (index: number): MadeUpToken & { readonly level: string } => {
    const half = Math.floor(index / 2);
    if (index % 2 === 0) return { ...changed(half), level: changedLevel.name };
    const { level: name, make, turn } = once[half] ?? again(half);
    const made = make(turn);
    return isOther(made) ? { ...made, level: name } : { ...changed(half), level: changedLevel.name };
  };
}

export function changeableCharacters(token: string): number {
  return alterable(token).places.length;
}

/** Whether letters keep their case because a token like this may be readable in either (ADR 19). */
export function isReadInEitherCase(token: string): boolean {
  return /[A-Za-z]/.test(token) && !alterable(token).isCased.includes(true);
}
