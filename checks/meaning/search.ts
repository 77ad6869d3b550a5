import { isEcho, type SentData } from './echo.ts';
import { beyondHex, characterKinds, encodingKinds, type Leaves, type Texts } from './leaves.ts';

/** What of the twin's texts the answer to a probe holds, wherever it stands: its texts are searched and then let go. */
export interface FoundTexts {
  /** By the twin's path: the length of a text of the same characters and about the same length. */
  readonly lengths: Readonly<Record<string, number>>;
  /** Paths of the twin whose very text is there. */
  readonly same: readonly string[];
  /** By the twin's path: the headers in which its text stands; none where it stands in the body. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** The longest text in any common encoding that was not sent. */
  readonly longestRun: number;
}

export const nothingFound: FoundTexts = { lengths: {}, same: [], headers: {}, longestRun: 0 };

/** A part of an answer: a header, or its body. */
interface Part {
  readonly header?: string;
  readonly text: string;
}

/** A shorter text is looked for under its own path alone: elsewhere it would be found by chance. */
export const fewestSearched = 64;
const fewestSame = 12;
const longestSearched = 300_000;
/** A shorter text in an answer is not searched. */
export const fewestRun = 24;
const runs = /[\w+/=-]{24,}/g;

/** `said`: the answer to the probe, as `searched` parts it. `texts`: the twin's, if there is one. */
export function searchFor(
  twin: Leaves,
  texts: Texts | null,
  said: readonly Part[],
  sent: SentData,
): FoundTexts {
  const wanted = [...twin].filter(([, { length, kind }]) => length >= fewestSame && kind !== 'null');
  const size = lengthOf(said);
  if (size < fewestRun || wanted.length === 0) return nothingFound;
  const plain = said.map((part) => ({ ...part, text: unescaped(part.text.slice(0, longestSearched)) }));
  const lengths: Record<string, number> = {};
  const headers: Record<string, readonly string[]> = {};
  for (const [path, { length, characters, isEcho: isSent }] of wanted) {
    if (length < fewestSearched || isSent || size < shortestPieces(length)) continue;
    const held = heldTexts(textsOf(characters, plain, sent), length);
    if (held.length === 0) continue;
    lengths[path] = lengthOf(held);
    headers[path] = held.flatMap(({ header = [] }) => header);
  }
  const same = wanted.flatMap(([path]) => {
    const whole = texts?.get(path)?.text;
    const part = plain.find(({ text }) => whole !== undefined && text.includes(whole));
    if (part === undefined) return [];
    headers[path] = [part.header ?? []].flat();
    return [path];
  });
  return { lengths, same, headers, longestRun: longest(ownRuns(matchesIn(plain, runs), sent)) };
}

function matchesIn(among: readonly Part[], pattern: RegExp): Part[] {
  return among.flatMap((part) => (part.text.match(pattern) ?? []).map((text) => ({ ...part, text })));
}

const shortestHeld = (wanted: number) => 0.94 * wanted;
const shortestPieces = (wanted: number) => Math.min(shortestHeld(wanted), wanted - fewestRun + 1);

/** The text that is about this long, or all of them if they have the length together: what is nearer to it. */
function heldTexts(texts: readonly Part[], wanted: number): readonly Part[] {
  const most = 1.06 * wanted + fewestSearched;
  // The last of several pieces may be too short to be found.
  const least = (pieces: number) => (pieces > 1 ? shortestPieces(wanted) : shortestHeld(wanted));
  const off = (some: readonly Part[]) => Math.abs(lengthOf(some) - wanted);
  const [held = []] = [...texts.map((text) => [text]), texts]
    .filter((some) => lengthOf(some) >= least(some.length) && lengthOf(some) <= most)
    .toSorted((one, other) => off(one) - off(other));
  return held;
}

function lengthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0);
}

/** Runs of these kinds of characters; a quotation mark ends one. */
function textsOf(characters: number, among: readonly Part[], sent: SentData): Part[] {
  // A short text in base64 may lack some of its digits.
  const all = (characters & beyondHex) === 0 ? characters : characters | encodingKinds;
  const kinds = characterKinds.filter((_, index) => (all & (1 << index)) !== 0).join('');
  if (kinds === '') return [];
  return ownRuns(matchesIn(among, new RegExp(`[${kinds.replace('!-*', '!#-*')}]{24,}`, 'g')), sent);
}

/** Without what was sent, and without lines and padding. */
function ownRuns(parts: readonly Part[], sent: SentData): Part[] {
  return parts.filter(({ text }) => new Set(text.slice(0, 200)).size > 5 && !isEcho(text, sent));
}

function longest(parts: readonly Part[]): number {
  return parts.reduce((most, { text }) => Math.max(most, text.length), 0);
}

/** JSON may stand in a text, or on a page. */
function unescaped(text: string): string {
  return text
    .replace(/\\+u002[27]|&(quot|apos|#3[49]|#x2[27]);|\\+"/gi, '"')
    .replace(/\\+[nrt]|&amp;/g, ' ')
    .replace(/\\+\//g, '/');
}
