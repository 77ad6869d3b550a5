import { sumOf } from '../statistics/samples.ts';

/** What the strings at one place of the successes have in common. Plain data, extended in place. */
export interface TextForm {
  shortest: number;
  longest: number;
  /** How many characters of each of `kinds` they have. */
  readonly characters: number[];
}

/** Only this much of a long text is searched, because k6's engine would take milliseconds for all of it. */
const longestRead = 200;
const kinds = [/\s/g, /[^\w\s+/=-]/g, /[a-f]/g, /[g-z]/g, /[A-F]/g, /[G-Z]/g, /[0-9]/g, /[+/=]/g, /[_-]/g];
/** How probable it must be that a text like the others lacks the kinds of characters that this one lacks. */
const unlikely = 1e-5;
/** Words in other alphabets have more such characters than any encoding. */
const leastShareOfSigns = 0.3;

export function extendForm(known: TextForm | undefined, text: string): TextForm {
  const form = known ?? { shortest: text.length, longest: 0, characters: kinds.map(() => 0) };
  form.shortest = Math.min(form.shortest, text.length);
  form.longest = Math.max(form.longest, text.length);
  for (const [kind, count] of charactersOf(text).entries())
    form.characters[kind] = (form.characters[kind] ?? 0) + count;
  return form;
}

/**
 * Whether a text is a message in the place of a result: shorter than every result, with a kind of character that no result has,
 * or with improbably few kinds.
 */
export function isOfOtherForm({ shortest, characters }: TextForm, text: string): boolean {
  const own = charactersOf(text);
  if (text.length < shortest || own.some((count, kind) => count > 0 && characters[kind] === 0)) return true;
  const shared = characters.filter((_, kind) => (own[kind] ?? 0) > 0);
  return (sumOf(shared, Number) / sumOf(characters, Number)) ** sumOf(own, Number) < unlikely;
}

/** A result is longer for longer data; a reference number in a message is not by as much. */
const leastGrowth = 64;

export function isGrowing({ shortest, longest }: TextForm): boolean {
  return longest - shortest > leastGrowth;
}

/** Whether the strings are words: with white space, or with many signs that no encoding has. */
export function areWords({ characters }: TextForm): boolean {
  const [spaces = 0, signs = 0] = characters;
  return spaces > 0 || signs > leastShareOfSigns * sumOf(characters, Number);
}

function charactersOf(text: string): number[] {
  const read = text.slice(0, longestRead);
  return kinds.map((kind) => (read.match(kind) ?? []).length);
}
