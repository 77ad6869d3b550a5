import { shortestToken } from '../../schemas/run-settings.ts';
import { apart, type Decoding, fromDigits, fromNumbers, fromRunsOfNumbers, saidIn } from './digits.ts';
import { fromLists } from './lists.ts';
import { fragmentSeeker, seeker } from './needles.ts';
import { unescaped } from './unescaped.ts';

/** How deep encodings are undone, such as base64 in base64 or what is escaped twice. */
const mostEncodings = 3;

/**
 * Looks for secrets, and for what they say if they are encoded themselves, in a text and in all that it can say. Tells how the text
 * holds one: "" as it stands, or "in base64"; null: it holds none.
 */
export function finder(secrets: readonly string[]): (text: string) => string | null {
  const said = secrets.flatMap(saidBy);
  const isFound = seeker([...secrets, ...said.filter(isPrintable)]);
  const isInBytes = fragmentSeeker([...secrets.map(bytesOf), ...said].filter((one) => !isPrintable(one)));
  return (text) => {
    /** The texts that were looked at, and how many encodings were undone in each. */
    const seen = new Map<string, number>();
    const find = (said: string, encodings: number): string | null => {
      if ((seen.get(said) ?? -1) >= encodings) return null;
      seen.set(said, encodings);
      if (isFound(said)) return '';
      if (encodings === 0) return null;
      const holds = ({ kind, text }: Decoding): boolean => {
        if (kind === 'pieces') return isFound(text);
        if (kind === 'text') return find(text, encodings - 1) !== null;
        return isInBytes(text) || find(printable(text), encodings - 1) !== null;
      };
      return decodingsOf(said).find(holds)?.how ?? null;
    };
    return find(text, mostEncodings);
  };
}

/** All that a text can say, with one encoding undone. */
function decodingsOf(text: string): Decoding[] {
  const escaped: Decoding = { how: 'escaped', kind: 'text', text: unescaped(text) };
  return [escaped, fromDigits(text), fromNumbers(text), fromRunsOfNumbers(text), fromLists(text)].flat();
}

const runs = /[\t\r\n -~]{8,}/g;

/** The parts of decoded bytes that can be a text, or encoded again; of random bytes, hardly any. UTF-16 and UTF-32 have zeros between ASCII. */
function printable(said: string): string {
  return (said.replace(/\0+/g, '').match(runs) ?? []).join(apart);
}

function isPrintable(text: string): boolean {
  return /^[\t\r\n -~]*$/.test(text);
}

/**
 * What an encoded secret says, as a character for each byte. Nobody makes a signature from what a JWT claims (`eyJ` is `{"` in
 * base64), so that stays, and of other JSON all but its values.
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
