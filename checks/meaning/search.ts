import { distinct } from '../add-up.ts';
import { sumOf } from '../statistics/samples.ts';
import { echoed, type SentData } from './echo.ts';
import {
  beyondHex,
  characterKinds,
  encodingKinds,
  isMask,
  type Leaves,
  shortestPart,
  shortestTelling,
  type Texts,
} from './leaves.ts';

/** The twin's texts that the answer to a probe contains, wherever they occur. The texts themselves are not kept. */
export interface FoundTexts {
  /** By the twin's path: length of a text with the same kinds of characters and about the same length. */
  readonly lengths: Readonly<Record<string, number>>;
  /** Paths of the twin whose exact text occurs. */
  readonly same: readonly string[];
  /** By the twin's path: headers that contain its text; empty if the body does. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** Length of the longest text in a common encoding that was not sent. */
  readonly longestRun: number;
  /** How that text begins and ends. */
  readonly runEnds: string;
}

export const nothingFound: FoundTexts = { lengths: {}, same: [], headers: {}, longestRun: 0, runEnds: '' };

interface Part {
  readonly header?: string;
  readonly text: string;
}

const fewestSame = 12;
const longestSearched = 300_000;
/** Texts in a common encoding, none shorter than `shortestPart`. */
const runs = /[\w+/=-]{24,}/g;

/** `said`: the parts of the probe's answer, from `searched`. `texts`: the twin's texts, if there is a twin. */
export function searchFor(
  twin: Leaves,
  texts: Texts | null,
  said: readonly Part[],
  sent: SentData,
): FoundTexts {
  const wanted = [...twin].filter(([, { length, kind }]) => length >= fewestSame && kind !== 'null');
  const size = lengthOf(said);
  if (size < shortestPart || wanted.length === 0) return nothingFound;
  const plain = said.map((part) => ({ ...part, text: unescaped(part.text.slice(0, longestSearched)) }));
  const lengths: Record<string, number> = {};
  const headers: Record<string, readonly string[]> = {};
  for (const [path, { length, characters, isEcho: isSent }] of wanted) {
    // A shorter text is only compared at its own path: elsewhere it would be found by chance.
    if (length < shortestTelling || isSent || size < shortestPieces(length)) continue;
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
  const longest = ownTexts(plain, runs, sent).reduce(
    (most, { text }) => (text.length > most.length ? text : most),
    '',
  );
  const runEnds = longest.slice(0, shortestPart) + longest.slice(-shortestPart);
  return { lengths, same, headers, longestRun: longest.length, runEnds };
}

/** The texts that match a pattern, except masks, and except the data that was sent, which may be in lines. */
function ownTexts(among: readonly Part[], pattern: RegExp, sent: SentData): Part[] {
  return among.flatMap((part) =>
    inLines(part.text, pattern)
      .filter((lines) => echoed(lines.join(''), sent) === 0)
      .flatMap((lines) => lines.filter((text) => !isMask(text)).map((text) => ({ ...part, text }))),
  );
}

/** Of base64, PEM has 64 characters in a line and MIME at most 76. */
const longestLine = 76;

/** The texts of a pattern, in groups: lines of one length, the last of which may be shorter, or one text alone. */
function inLines(text: string, pattern: RegExp): string[][] {
  const groups: string[][] = [];
  let [end, most] = [0, 0];
  for (const { 0: one, index } of text.matchAll(pattern)) {
    const isNext = one.length <= most && /^\s{1,2}$/.test(text.slice(end, index));
    if (isNext) groups.at(-1)?.push(one);
    else groups.push([one]);
    const isLast = one.length > longestLine || (isNext && one.length < most);
    most = isLast ? 0 : one.length;
    end = index + one.length;
  }
  return groups;
}

const shortestHeld = (wanted: number) => 0.94 * wanted;
const shortestPieces = (wanted: number) => Math.min(shortestHeld(wanted), wanted - shortestPart + 1);

/** The text that is about this long, or all texts if their total is nearer to it. */
function heldTexts(texts: readonly Part[], wanted: number): readonly Part[] {
  const most = 1.06 * wanted + shortestTelling;
  // The last of several pieces may be too short to be found.
  const least = (pieces: number) => (pieces > 1 ? shortestPieces(wanted) : shortestHeld(wanted));
  const off = (some: readonly Part[]) => Math.abs(lengthOf(some) - wanted);
  const [held = []] = [...texts.map((text) => [text]), texts]
    .filter((some) => lengthOf(some) >= least(some.length) && lengthOf(some) <= most)
    .toSorted((one, other) => off(one) - off(other));
  return held;
}

function lengthOf(parts: readonly Part[]): number {
  return sumOf(parts, ({ text }) => text.length);
}

/** Runs of these kinds of characters; a quotation mark ends a run. */
function textsOf(characters: number, among: readonly Part[], sent: SentData): Part[] {
  // A short text in base64 may lack some of the digits.
  const all = (characters & beyondHex) === 0 ? characters : characters | encodingKinds;
  const kinds = characterKinds.filter((_, index) => (all & (1 << index)) !== 0).join('');
  if (kinds === '') return [];
  return ownTexts(among, new RegExp(`[${kinds.replace('!-*', '!#-*')}]{24,}`, 'g'), sent);
}

/** Unescapes JSON within a text or an HTML page. An escaped apostrophe becomes a quotation mark, which ends a run. */
function unescaped(text: string): string {
  // k6's engine replaces all places of a code at once a hundred times as fast as it calls a function for each.
  const mayHave = text.includes('\\u') || text.includes('&#');
  const codes = distinct((mayHave && text.match(escapedCode)) || []).toSorted(
    (one, other) => other.length - one.length,
  );
  return codes
    .reduce((rest, code) => rest.replaceAll(code, () => characterOf(code)), text)
    .replace(/&(quot|apos);|\\+"/gi, '"')
    .replace(/\\+[nrt]|&amp;/g, ' ')
    .replace(/\\+\//g, '/');
}

/** `\u002b` with any number of backslashes, `&#x2b;` and `&#43;`. */
const escapedCode = /\\+u[\da-f]{4}|&#(?:x[\da-f]{1,6}|\d{1,7});/gi;

function characterOf(code: string): string {
  const [, hex, decimal] = /(?:u|x)([\da-f]+)|(\d+)/i.exec(code) ?? [];
  const number = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return String.fromCharCode(number).replace("'", '"');
}
