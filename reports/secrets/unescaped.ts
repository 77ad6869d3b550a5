import { type Decoded, decoded } from './decoded.ts';

/** Percent signs, entities and backslashes, each resolved once: what is escaped twice takes two rounds. */
export function unescaped(text: string): Decoded | null {
  return decoded(escapes, text, ([whole = '', ...groups]) => {
    const form = forms.findIndex((_, index) => groups[index] !== undefined);
    return forms[form]?.char(groups[form] ?? '') ?? whole;
  });
}

interface Form {
  /** Has one group: what says which character is meant. */
  readonly pattern: string;
  /** undefined: it is no escape. */
  readonly char: (said: string) => string | undefined;
}

const inBase = (base: number) => (said: string) => String.fromCharCode(Number.parseInt(said, base));
const hex = '[0-9a-fA-F]';

const forms: readonly Form[] = [
  { pattern: `(?:%|\\\\x)(${hex}{2})`, char: inBase(16) },
  // The old escape() of JavaScript writes %u0071.
  { pattern: `[%\\\\]u(${hex}{4})`, char: inBase(16) },
  { pattern: `\\\\U(${hex}{8})`, char: inBase(16) },
  // Rust, Swift and newer JavaScript write \u{71}.
  { pattern: `\\\\u\\{(${hex}{1,6})\\}`, char: inBase(16) },
  { pattern: '\\\\([0-3][0-7]{2})', char: inBase(8) },
  { pattern: '\\\\([^uUx])', char: (said) => ('nrt'.includes(said) ? '\n' : said) },
  { pattern: `&#[xX](${hex}[0-9A-Za-z]{0,8});?`, char: inBase(16) },
  { pattern: '&#(\\d{1,9});?', char: inBase(10) },
  { pattern: '&([0-9A-Za-z]{1,10});?', char: (said) => signsByName.get(said.toLowerCase()) },
];

const escapes = new RegExp(forms.map(({ pattern }) => pattern).join('|'), 'g');

/** The named entities of ASCII's signs: letters and digits have none. */
const signsByName: ReadonlyMap<string, string> = new Map(
  `excl ! quot " num # dollar $ percnt % amp & apos ' lpar ( rpar ) ast * plus + comma , period . sol / colon : semi ;
   lt < equals = gt > quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] hat ^ lowbar _ underbar _ grave \` lcub {
   lbrace { vert | verbar | rcub } rbrace }`
    .split(/\s+/)
    .flatMap((name, index, words) => (index % 2 === 0 ? [[name, words[index + 1] ?? ''] as const] : [])),
);
