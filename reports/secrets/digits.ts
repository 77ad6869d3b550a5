/** Separates texts that do not follow each other. A noncharacter, so no encoded text contains it. */
export const apart = '\ufffe';

/** A character for each byte. */
function textOf(bytes: readonly number[]): string {
  const most = 10_000;
  const parts = Array.from({ length: Math.ceil(bytes.length / most) }, (_, part) =>
    String.fromCharCode(...bytes.slice(part * most, (part + 1) * most)),
  );
  return parts.join('');
}

/** Anything shorter is neither a secret nor a part that counts as a leak. */
const fewestBytes = 8;

type System = ReturnType<typeof system>;

/**
 * A way to write bytes as digits, in groups of equal length: four digits of base64 are three bytes. Each alphabet has the digits in
 * the order of their values.
 */
function system(groupDigits: number, groupBytes: number, ...alphabets: string[]) {
  const digits = [...new Set(alphabets.join(''))].join('').replace('-', '\\-');
  const fewest = Math.ceil((fewestBytes * groupDigits) / groupBytes);
  const base = alphabets[0]?.length ?? 0;
  return {
    base,
    groupDigits,
    groupBytes,
    /** The value of each digit, by its character code. */
    values: new Map(
      alphabets.flatMap((one) => [...one].map((digit, value) => [digit.charCodeAt(0), value] as const)),
    ),
    /** Digits in a row, enough of them for eight bytes. */
    run: new RegExp(`[${digits}]{${fewest},}`, 'g'),
    /** What may stand between digits. Most letters of any text are digits in a large base, so there it is only line breaks. */
    between: base < 32 ? new RegExp(`[^${digits}]+`, 'g') : /[\r\n]+/g,
  };
}

const decimal = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();

const systems: readonly System[] = [
  system(4, 3, `${upper}${lower}${decimal}+/`, `${upper}${lower}${decimal}-_`),
  // Both alphabets of RFC 4648, and that of Crockford, without letters that look like digits.
  ...[`${upper}234567`, `${decimal}${upper.slice(0, 22)}`, `${decimal}ABCDEFGHJKMNPQRSTVWXYZ`].flatMap(
    (digits) => [digits, digits.toLowerCase()].map((one) => system(8, 5, one)),
  ),
  system(2, 1, `${decimal}abcdef`, `${decimal}ABCDEF`),
  system(8, 3, decimal.slice(0, 8)),
  system(8, 1, '01'),
  system(7, 1, '01'),
];

/** The bytes that a text encodes in each system, one character for each. The first digit can stand anywhere in its group. */
export function fromDigits(text: string): string[] {
  return systems.map((one) => {
    const starts = Array.from({ length: one.groupDigits }, (_, start) => start);
    const runs = runsIn(text, one).map((run) => valuesOf(run, one));
    return runs.flatMap((values) => starts.map((start) => bytesOf(values, start, one))).join(apart);
  });
}

function runsIn(text: string, { run, between }: System): string[] {
  return text.replace(between, '').match(run) ?? [];
}

/** What a token encodes in each system whose digits it has, from the first digit on, with or without signs between digits. */
export function saidIn(token: string): string[] {
  return systems.flatMap((one) =>
    [...(token.match(one.run) ?? []), ...runsIn(token, one)].map((run) =>
      bytesOf(valuesOf(run, one), 0, one).replace(/\0+$/, ''),
    ),
  );
}

function valuesOf(digits: string, { values }: System): number[] {
  return Array.from(digits, (digit) => values.get(digit.charCodeAt(0)) ?? 0);
}

function bytesOf(
  values: readonly number[],
  start: number,
  { base, groupDigits, groupBytes }: System,
): string {
  const bytes: number[] = [];
  for (let at = start; at < values.length; at += groupDigits) {
    let group = 0;
    for (let digit = at; digit < at + groupDigits; digit += 1) group = group * base + (values[digit] ?? 0);
    for (let left = groupBytes - 1; left >= 0; left -= 1) bytes.push(Math.floor(group / 256 ** left) & 0xff);
  }
  return textOf(bytes);
}

const bases = [
  [10, /^\d{1,15}$/],
  [16, /^.{1,13}$/],
  [8, /^[0-7]{1,17}$/],
  [2, /^[01]{1,52}$/],
] as const;

/** Eight characters of ASCII take at least as many digits, in any of the bases. */
const fewestDigits = 16;

/**
 * What the numbers of a text encode if each is one or more bytes of ASCII, and so begins with a digit in any base: `[116, 111]`,
 * `chr(116).chr(111)`, `U+0074 U+006F`, `[29807, 27493]`. Anything between them is ignored.
 */
export function fromNumbers(text: string): string[] {
  const words = text.replace(/0b(?=[01])/g, '').match(/\d[0-9A-Fa-f]*/g) ?? [];
  return bases.flatMap(([base, form]) => {
    const numbers = words.filter((word) => form.test(word));
    if (numbers.join('').length < fewestDigits) return [];
    const bytes = numbers.map((digits) => bytesOfNumber(Number.parseInt(digits, base)));
    return [bytes, bytes.map((some) => some.toReversed())].map((all) => textOf(all.flat()));
  });
}

const runs = [
  [10, /\D+/g, /1\d\d|[2-9]\d/g],
  [8, /[^0-7]+/g, /1[0-7]{2}|[4-7][0-7]/g],
] as const;

/** What the digits of a text encode as ASCII codes in a row, with or without leading zeros: 116111, 099097. */
export function fromRunsOfNumbers(text: string): string[] {
  return runs.flatMap(([base, others, code]) => {
    const digits = text.replace(others, '');
    if (digits.length < fewestDigits) return [];
    // A search that begins in the middle of a code may never reach the beginning of one.
    const starts = [0, 1, 2].map((start) => digits.slice(start).match(code) ?? []);
    return starts.map((codes) => textOf(codes.map((one) => Number.parseInt(one, base)))).join(apart);
  });
}

/** The bytes of a whole number, the highest first. */
function bytesOfNumber(number: number): number[] {
  const rest = Math.floor(number / 256);
  return [...(rest === 0 ? [] : bytesOfNumber(rest)), number % 256];
}
