/** What the strings at one place of the successes have in common. Plain data, extended in place. */
export interface TextForm {
  count: number;
  shortest: number;
  longest: number;
  isSpaced: boolean;
  /** The beginning that all share, up to the first digit. */
  beginning: string;
  /** How many characters of each of `kinds` they have. */
  readonly characters: number[];
}

/** Fewer strings could be alike by chance. */
const fewestAlike = 8;
/** A number in a text may grow by a digit or two. */
const growth = 2;
/** Only this much of a long text is searched, because k6's engine would take milliseconds for all of it. */
const longestRead = 200;
const longestBeginning = 20;
/** One or two letters may be part of something that changes. */
const shortestBeginning = 3;
const kinds = [/[a-f]/g, /[g-z]/g, /[A-F]/g, /[G-Z]/g, /[0-9]/g, /[+/=]/g, /[_-]/g, /[^\w+/=-]/g];
/** How probable it must be that a text like the others lacks the kinds of characters that this one lacks. */
const unlikely = 1e-5;

export function extendForm(known: TextForm | undefined, text: string): TextForm {
  const form = known ?? {
    count: 0,
    shortest: text.length,
    longest: 0,
    isSpaced: false,
    beginning: /^\D*/.exec(text.slice(0, longestBeginning))?.[0] ?? '',
    characters: kinds.map(() => 0),
  };
  form.count += 1;
  form.shortest = Math.min(form.shortest, text.length);
  form.longest = Math.max(form.longest, text.length);
  form.isSpaced ||= hasSpace(text);
  while (!text.startsWith(form.beginning)) form.beginning = form.beginning.slice(0, -1);
  for (const [kind, count] of charactersOf(text).entries())
    form.characters[kind] = (form.characters[kind] ?? 0) + count;
  return form;
}

/** Whether a text is a message in the place of a result: shorter than every result, in words, or of another form than many. */
export function isOfOtherForm(form: TextForm, text: string): boolean {
  if (text.length < form.shortest || (!form.isSpaced && hasSpace(text))) return true;
  if (form.count < fewestAlike) return false;
  return (
    (form.beginning.length >= shortestBeginning && !text.startsWith(form.beginning)) ||
    (form.longest === form.shortest && text.length > form.longest + growth) ||
    hasOtherCharacters(form, text)
  );
}

/** Whether it has a kind of character that no other text has, or improbably few kinds. */
function hasOtherCharacters({ characters }: TextForm, text: string): boolean {
  const own = charactersOf(text);
  if (own.some((count, kind) => count > 0 && characters[kind] === 0)) return true;
  const shared = characters.filter((_, kind) => (own[kind] ?? 0) > 0);
  return (sum(shared) / sum(characters)) ** sum(own) < unlikely;
}

function charactersOf(text: string): number[] {
  const read = text.slice(0, longestRead);
  return kinds.map((kind) => (read.match(kind) ?? []).length);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function hasSpace(text: string): boolean {
  return /\s/.test(text.slice(0, longestRead).trim());
}
