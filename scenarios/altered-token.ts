import { base64, fromBase64 } from './alterable.ts';

/** A token that is not the access token, and how a shell writes it between double quotes, with $ACCESS_TOKEN. */
export interface MadeUpToken {
  readonly variety: string;
  readonly value: string;
  readonly inShell: string;
  /** Place of the one character that is not the access token's, from 0; absent where more is altered. */
  readonly changedPlace?: number;
}

/** What is done to a text, in the same way to any: so the command that does it says nothing of the token. */
export interface TextChange {
  readonly apply: (text: string) => string;
  readonly inShell: string;
}

/** Characters of the access token, from a place up to before another, turned or as they are. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly turn?: TextChange;
}

/** A token put together from pieces of the access token and from text of our own. */
export function altered(token: string, variety: string, parts: readonly (Piece | string)[]): MadeUpToken {
  const filled = parts.filter((part) => typeof part === 'string' || part.from < part.to);
  return {
    variety,
    value: filled.map((part) => (typeof part === 'string' ? part : textOf(part, token))).join(''),
    inShell: filled
      .map((part) => (typeof part === 'string' ? inQuotes(part) : shellOf(part, token)))
      .join(''),
  };
}

/** Text of our own, as it stands between the double quotes of a shell. */
export function inQuotes(text: string): string {
  return text.replace(/[\\"$`]/g, '\\$&');
}

function textOf({ from, to, turn }: Piece, token: string): string {
  const text = token.slice(from, to);
  return turn === undefined ? text : turn.apply(text);
}

function shellOf({ from, to, turn }: Piece, token: string): string {
  const isWhole = from === 0 && to === token.length;
  if (isWhole && turn === undefined) return `\${ACCESS_TOKEN}`;
  const steps = [
    'printf %s "$ACCESS_TOKEN"',
    ...(isWhole ? [] : [`cut -c${from + 1}-${to}`]),
    ...(turn === undefined ? [] : [turn.inShell]),
  ];
  return `$(${steps.join(' | ')})`;
}

type Step = readonly [from: string, to: string];

/** Other characters for characters, as tr(1) does it; where `to` is shorter, its last character stands for the rest. */
function translation(...steps: readonly Step[]): TextChange {
  let table: CharacterTable | undefined;
  const other = (char: string) => {
    table ??= tableOf(steps);
    const place = table.chars.indexOf(char);
    return place < 0 ? char : table.others.charAt(place);
  };
  return {
    apply: (text) => [...text].map(other).join(''),
    inShell: steps.map(([from, to]) => `tr -- '${from}' '${to}'`).join(' | '),
  };
}

/** Two texts, as every virtual user has its own: a map of them would weigh as much as all else that makes tokens. */
interface CharacterTable {
  readonly chars: string;
  readonly others: string;
}

function tableOf(steps: readonly Step[]): CharacterTable {
  const pairs = steps.map(([from, to]) => {
    const [all, given] = [charactersIn(from), charactersIn(to)];
    return [all, given + given.slice(-1).repeat(Math.max(0, all.length - given.length))];
  });
  return { chars: pairs.map(([all]) => all).join(''), others: pairs.map(([, given]) => given).join('') };
}

function charactersIn(ranges: string): string {
  return ranges.replace(/(.)-(.)/g, (_, first: string, last: string) =>
    Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) =>
      String.fromCharCode(first.charCodeAt(0) + index),
    ).join(''),
  );
}

/** A letter in the other case, the neighbouring digit, the other of - and _. */
export const similarInCase: TextChange = translation(['A-Za-z0-9', 'a-zA-Z1032547698'], ['_-', '-_']);

/** The neighbouring letter or digit. The neighbour of a hexadecimal digit is one too. */
export const neighbouring: TextChange = translation([
  'A-Za-z0-9',
  'BADCFEHGJILKNMPORQTSVUXWZYbadcfehgjilknmporqtsvuxwzy1032547698',
]);

/**
 * A letter or digit whose value differs in the two highest bits in base64, and in the highest one in every base32 (RFC 4648 §6
 * and §7, Crockford's) in any case: a decoder cannot leave these out. Padding is left as it is.
 */
export const different: TextChange = translation(
  ['A-FG-PQ-Za-fg-pq-z2-70189', 'Q-TVV2-77777A-FFFFFq-tvv2-77777a-fffffghjkmnQ-T'],
  [' -/:;<>?@[-`{-~', 'e'],
);

export const reversed: TextChange = { apply: (text) => [...text].reverse().join(''), inShell: 'rev' };

export const percentEncoded: TextChange = {
  apply: (text) => [...text].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(''),
  inShell: "od -An -v -tx1 | tr -d '\\n' | tr -s ' ' %",
};

/** The header of a JWT with another algorithm, and all else that it names, such as the key. */
export const withAlgorithm = (name: string): TextChange => ({
  apply: (text) =>
    base64(fromBase64(text).replace(/("alg" *: *)"[^"]*"/, `$1"${name}"`))
      .replace(/=+$/, '')
      .replace(/[+/]/g, (digit) => (digit === '+' ? '-' : '_')),
  inShell: [
    "tr -- '_-' '/+'",
    'base64 -d 2>/dev/null',
    `sed -E 's/("alg" *: *)"[^"]*"/\\1"${name}"/'`,
    "base64 | tr -d '=\\n'",
    "tr -- '/+' '_-'",
  ].join(' | '),
});
