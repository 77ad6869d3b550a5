import { shortestToken } from '../../schemas/run-settings.ts';
import { apart, fromDigits, fromNumbers, fromRunsOfNumbers, saidIn } from './digits.ts';
import { evenRuns, listsIn } from './lists.ts';
import { fragmentSeeker, seeker } from './needles.ts';
import { unescaped } from './unescaped.ts';

/** How deep encodings are undone, such as base64 in base64 or what is escaped twice. */
const mostEncodings = 3;

/**
 * Returns a function that tells whether a text holds a secret. Both are also decoded: the text as deep as `mostEncodings`, and a secret
 * once.
 */
export function finder(secrets: readonly string[]): (text: string) => boolean {
  const said = secrets.flatMap(saidBy);
  const isFound = seeker([...secrets, ...said.filter(isPrintable)]);
  const isInBytes = fragmentSeeker([...secrets.map(bytesOf), ...said].filter((one) => !isPrintable(one)));
  return (text) => {
    /** The texts that were looked at, and how many encodings were undone in each. */
    const seen = new Map<string, number>();
    const find = (said: string, encodings: number): boolean => {
      if ((seen.get(said) ?? -1) >= encodings) return false;
      seen.set(said, encodings);
      if (isFound(said)) return true;
      if (encodings === 0) return false;
      const lists = listsIn(said);
      return (
        lists.some((items) => isFound(items.join(''))) ||
        find(withoutZeros(unescaped(said)), encodings - 1) ||
        bytesIn(said, lists).some((bytes) => isInBytes(bytes) || find(printable(bytes), encodings - 1))
      );
    };
    return find(text, mostEncodings);
  };
}

/** All bytes that a text and its lists can encode, with one encoding undone. Most of them are meaningless. */
function bytesIn(text: string, lists: readonly (readonly string[])[]): string[] {
  const ofLists = lists.flatMap((items) => [
    ...fromDigits(evenRuns(items).join(apart)),
    ...fromNumbers(items.join(' ')),
  ]);
  return [fromDigits(text), fromNumbers(text), fromRunsOfNumbers(text), ofLists].flat();
}

const runs = /[\t\r\n -~]{8,}/g;

/** The parts of decoded bytes that can be text, or text that is encoded again. Random bytes have hardly any. */
function printable(said: string): string {
  return (withoutZeros(said).match(runs) ?? []).join(apart);
}

/** UTF-16 and UTF-32 have zeros between characters of ASCII. */
function withoutZeros(said: string): string {
  return said.replace(/\0+/g, '');
}

function isPrintable(text: string): boolean {
  return /^[\t\r\n -~]*$/.test(text);
}

/**
 * What an encoded secret decodes to, one character for each byte. The claims of a JWT (`eyJ` is `{"` in base64) are left out, because
 * nobody can make its signature from them. Of other JSON only the values count.
 */
function saidBy(secret: string): string[] {
  const parts = secret.split('.');
  return parts
    .filter((part) => parts.length === 1 || !part.startsWith('eyJ'))
    .flatMap((part) => [unescaped(part), ...saidIn(part)])
    .flatMap((said) => (said.startsWith('{"') ? (said.match(valuesOfJson) ?? []) : [said]))
    .filter(({ length }) => length >= shortestToken);
}

const valuesOfJson = /(?<=[:,[]\s*")[^"]{8,}(?="\s*[,}\]])/g;

/** The text in UTF-8, with a character for each byte, as decoders give it. */
function bytesOf(text: string): string {
  return unescape(encodeURIComponent(text));
}
