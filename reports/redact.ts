const mark = '[ACCESS_TOKEN]';
const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A part of a secret this long is a leak too: it can be what a cut or an altered token left of it. */
const fragmentLength = 8;
const shortestSecretWithFragments = 16;

/** Replaces the secrets in a text in every form (raw, URL-encoded, JSON-escaped, hexadecimal, base64) and in parts. */
export type Redact = (text: string) => string;

export function redactor(secrets: readonly string[]): Redact {
  const forms = [...new Set(secrets.filter((secret) => secret !== '').flatMap(formsOf))];
  forms.sort((a, b) => b.length - a.length);
  const fragments = new Set(forms.flatMap(fragmentsOf));
  return (text) =>
    redactFragments(
      forms.reduce((redacted, form) => redacted.split(form).join(mark), text),
      fragments,
    );
}

function fragmentsOf(form: string): string[] {
  if (form.length < shortestSecretWithFragments) return [];
  const count = form.length - fragmentLength + 1;
  return Array.from({ length: count }, (_, start) => form.slice(start, start + fragmentLength));
}

function redactFragments(text: string, fragments: ReadonlySet<string>): string {
  let redacted = '';
  let position = 0;
  while (position < text.length) {
    let end = position;
    while (fragments.has(text.slice(end, end + fragmentLength))) end += 1;
    if (end === position) {
      redacted += text.charAt(position);
      position += 1;
    } else {
      redacted += mark;
      position = end + fragmentLength - 1;
    }
  }
  return redacted;
}

/** The same for every string in a value of plain data, keys included. */
export function redactDeep<T>(value: T, redact: Redact): T {
  return walk(value, redact) as T;
}

function walk(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), walk(item, redact)]));
}

function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const inner = [0, 1, 2].map((offset) => base64Core(secret, offset)).filter((core) => core.length >= 6);
  const encodings = [
    encodeURIComponent(secret),
    percentEncodeAll(secret),
    hexOf(secret),
    json,
    json.replace(/\//g, '\\/'),
  ];
  const base64 = inner.flatMap((core) => [
    core,
    core.replace(/\+/g, '-').replace(/\//g, '_'),
    encodeURIComponent(core),
  ]);
  return [
    secret,
    ...encodings,
    ...encodings.map((form) => form.toLowerCase()).filter((form) => form.includes('%')),
    ...base64,
  ];
}

/** The base64 characters that depend on the secret alone when it stands `offset` bytes into a longer text. */
function base64Core(secret: string, offset: number): string {
  const bytes = [...new Array<number>(offset).fill(0), ...utf8(secret)];
  const firstClean = Math.ceil((offset * 8) / 6);
  const wholeChars = Math.floor((bytes.length * 8) / 6);
  let text = '';
  for (let index = firstClean; index < wholeChars; index += 1) {
    const bit = index * 6;
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0);
    text += base64Alphabet[(pair >> (10 - (bit & 7))) & 63];
  }
  return text;
}

/** Without a regular expression: k6's engine misses escapes such as %2F in one with alternatives. */
function utf8(text: string): number[] {
  return [...text].flatMap((char) => {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) return [code];
    const rest = (shift: number) => 0x80 | ((code >> shift) & 0x3f);
    if (code < 0x800) return [0xc0 | (code >> 6), rest(0)];
    if (code < 0x10000) return [0xe0 | (code >> 12), rest(6), rest(0)];
    return [0xf0 | (code >> 18), rest(12), rest(6), rest(0)];
  });
}

function percentEncodeAll(text: string): string {
  return utf8(text)
    .map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
    .join('');
}

function hexOf(text: string): string {
  return utf8(text)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
