import { type Alterable, base64, fromBase64 } from './alterable.ts';

/** A token that is not the access token. */
export interface MadeUpToken {
  readonly variety: string;
  readonly value: string;
  /** The token as a shell writes it between double quotes, with $ACCESS_TOKEN. */
  readonly inShell: string;
  /** Where the one character is that differs from the access token's, from 0; absent where more is altered. */
  readonly changedPlace?: number;
}

type Part = Pick<MadeUpToken, 'value' | 'inShell'>;

/** A change that works on any text in the same way: the command that makes it reveals nothing about the token. */
export interface TextChange {
  readonly apply: (text: string) => string;
  readonly inShell: string;
}

/** In hexadecimal; the last one signs, and is in base64url without padding. */
export interface Hashes {
  readonly md5: (text: string) => string;
  readonly sha1: (text: string) => string;
  readonly sha256: (text: string) => string;
  readonly hmacSha256: (key: string, text: string) => string;
}

/** A token made of characters of the access token and of text of our own. */
export function madeUp(variety: string, ...parts: readonly (Part | string)[]): MadeUpToken {
  const made = parts.map((part) =>
    typeof part === 'string' ? { value: part, inShell: part.replace(/[\\"$`]/g, '\\$&') } : part,
  );
  return {
    variety,
    value: made.map(({ value }) => value).join(''),
    inShell: made.map(({ inShell }) => inShell).join(''),
  };
}

/** Characters of the access token from one place up to another, changed or as they are. */
export function piece(token: string, from: number, to = token.length, change?: TextChange): Part {
  const text = token.slice(from, to);
  const isWhole = text === token;
  if (text === '') return { value: '', inShell: '' };
  if (isWhole && change === undefined) return { value: text, inShell: `\${ACCESS_TOKEN}` };
  const steps = [
    'printf %s "$ACCESS_TOKEN"',
    ...(isWhole ? [] : [`cut -c${from + 1}-${to}`]),
    ...(change === undefined ? [] : [change.inShell]),
  ];
  return { value: change?.apply(text) ?? text, inShell: `$(${steps.join(' | ')})` };
}

/** Replaces characters as tr(1) does: where `to` is shorter, its last character is used for the rest. */
function translation(from: string, to: string): TextChange {
  // Two texts: a map would weigh as much in every virtual user as everything else that makes tokens.
  const chars = charactersIn(from);
  const others = charactersIn(to).padEnd(chars.length, to.slice(-1));
  const other = (char: string) => (chars.includes(char) ? others.charAt(chars.indexOf(char)) : char);
  return { apply: (text) => [...text].map(other).join(''), inShell: `tr -- '${from}' '${to}'` };
}

function charactersIn(ranges: string): string {
  return ranges.replace(/(.)-(.)/g, (_, first: string, last: string) =>
    Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) =>
      String.fromCharCode(first.charCodeAt(0) + index),
    ).join(''),
  );
}

/** A letter in the other case, the neighbouring digit, and - and _ for each other. */
export const similarInCase: TextChange = translation('-A-Za-z0-9_', '_a-zA-Z1032547698-');

/** The neighbouring letter or digit. The neighbour of a hexadecimal digit is one too. */
export const neighbouring: TextChange = translation(
  'A-Za-z0-9',
  'BADCFEHGJILKNMPORQTSVUXWZYbadcfehgjilknmporqtsvuxwzy1032547698',
);

/**
 * A letter or digit whose value differs in the two highest bits in base64, and in the highest bit in every base32 (RFC 4648 §6
 * and §7, Crockford's) in any case: a decoder cannot ignore these. Padding stays as it is.
 */
export const different: TextChange = translation(
  'A-FG-PQ-Za-fg-pq-z2-70189 -/:;<>?@[-`{-~',
  'Q-TVV2-77777A-FFFFFq-tvv2-77777a-fffffghjkmnQ-Te',
);

/** The token with the character at one place changed: to a similar one if that certainly makes another token. */
export function changedAt(of: Alterable, place: number, wantsSimilar: boolean): MadeUpToken {
  const { token, isCased, masked } = of;
  const char = token.charAt(place);
  const isSeparator = !/[A-Za-z0-9%]/.test(masked.charAt(place));
  const similar = isCased[place] || (isSeparator && isCased.includes(true)) ? similarInCase : neighbouring;
  const isLastOfPart = !/[A-Za-z0-9]/.test(token.charAt(place + 1));
  const isSimilar = wantsSimilar && !isLastOfPart && similar.apply(char) !== char;
  const isInOtherCase = similar === similarInCase && /[a-z]/i.test(char);
  const similarly = isInOtherCase ? 'one letter in the other case' : 'one character changed to a similar one';
  const words = isSimilar ? similarly : 'one character changed to a very different one';
  const change = isSimilar ? similar : different;
  const changed = char === '=' ? 'e' : piece(token, place, place + 1, change);
  const parts = [piece(token, 0, place), changed, piece(token, place + 1)];
  return { ...madeUp(`the token with ${words}`, ...parts), changedPlace: place };
}

export const reversed: TextChange = { apply: (text) => [...text].reverse().join(''), inShell: 'rev' };

export const percentEncoded: TextChange = {
  apply: (text) => [...text].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(''),
  inShell: "od -An -v -tx1 | tr -d '\\n' | tr -s ' ' %",
};

export const inBase64: TextChange = { apply: base64, inShell: "base64 | tr -d '\\n'" };

/** As a shell turns bytes into it, without padding. */
export const inBase64Url = "base64 | tr -d '=\\n' | tr -- '/+' '_-'";

export const inHexadecimal: TextChange = {
  apply: (text) => [...text].map((char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join(''),
  inShell: "od -An -v -tx1 | tr -d ' \\n'",
};

/** A JWT header that names another algorithm, and is otherwise unchanged. */
export const withAlgorithm = (name: string): TextChange => ({
  apply: (text) =>
    base64(fromBase64(text).replace(/("alg" *: *)"[^"]*"/, `$1"${name}"`))
      .replace(/=+$/, '')
      .replace(/[+/]/g, (digit) => (digit === '+' ? '-' : '_')),
  inShell: [
    "tr -- '_-' '/+'",
    'base64 -d 2>/dev/null',
    `sed -E 's/("alg" *: *)"[^"]*"/\\1"${name}"/'`,
    inBase64Url,
  ].join(' | '),
});
