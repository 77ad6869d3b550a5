/** A text with its percent signs, entities and backslashes resolved once: what is escaped twice takes two rounds. */
export function unescaped(text: string): string {
  return text.replace(escapes, (whole, ...groups: (string | undefined)[]) => {
    const form = forms.findIndex((_, index) => groups[index] !== undefined);
    return forms[form]?.[1](groups[form] ?? '') ?? whole;
  });
}

const inBase = (base: number) => (said: string) => String.fromCharCode(Number.parseInt(said, base));
const hex = '[0-9a-fA-F]';

/** Each pattern has one group, which says what character is meant; undefined: it is no escape. */
const forms: readonly (readonly [pattern: string, char: (said: string) => string | undefined])[] = [
  [`(?:%|\\\\x)(${hex}{2})`, inBase(16)],
  // The old escape() of JavaScript writes %u0071.
  [`[%\\\\]u(${hex}{4})`, inBase(16)],
  [`\\\\U(${hex}{8})`, inBase(16)],
  // Rust, Swift and newer JavaScript write \u{71}.
  [`\\\\u\\{(${hex}{1,6})\\}`, inBase(16)],
  ['\\\\([0-3]?[0-7]{2})', inBase(8)],
  ['\\\\([^uUx])', (said) => ('nrt'.includes(said) ? '\n' : said)],
  [`&#[xX](${hex}[0-9A-Za-z]{0,8});?`, inBase(16)],
  ['&#(\\d{1,9});?', inBase(10)],
  ['&([0-9A-Za-z]{1,10});?', (said) => signsByName.get(said.toLowerCase())],
];

const escapes = new RegExp(forms.map(([pattern]) => pattern).join('|'), 'g');

/** The named entities of ASCII's signs: letters and digits have none. */
const signsByName: ReadonlyMap<string, string> = new Map(
  `excl ! quot " num # dollar $ percnt % amp & apos ' lpar ( rpar ) ast * plus + comma , period . sol / colon : semi ;
   lt < equals = gt > quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] hat ^ lowbar _ underbar _ grave \` lcub {
   lbrace { vert | verbar | rcub } rbrace }`
    .split(/\s+/)
    .flatMap((name, index, words) => (index % 2 === 0 ? [[name, words[index + 1] ?? ''] as const] : [])),
);
