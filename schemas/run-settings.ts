/** The value of a variable; null where it is unset, empty or blank. */
export function given(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text;
}

/** "30s", "5m", "2h", "500ms" or plain seconds, from one second to a day; null: invalid. */
export function parseDurationMs(text: string): number | null {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  if (parts === null) return null;
  const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[parts[2] ?? 's'] ?? 0;
  const durationMs = Number(parts[1]) * unitMs;
  return durationMs >= 1000 && durationMs <= 86_400_000 ? durationMs : null;
}

export const durationWanted = 'give a time from 1s to 24h, such as 30s, 5m or 2h';

/** Requests per second, 1 to 5000; null: invalid. */
export function parseRate(text: string): number | null {
  const rate = Number(text);
  return /^\d+$/.test(text) && rate >= 1 && rate <= 5000 ? rate : null;
}

export const rateWanted = 'give a whole number from 1 to 5000';

/** A whole number of 32 bits; null: invalid. */
export function parseSeed(text: string): number | null {
  const seed = Number(text);
  return /^\d+$/.test(text) && seed <= 0xffffffff ? seed : null;
}

export const seedWanted = 'give a whole number from 0 to 4294967295';

/** Redacting a shorter token would also remove text that contains it by chance. */
export const shortestToken = 8;

/** Why the harness cannot work with an access token; null: it can. Never repeats the token. */
export function accessTokenProblem(token: string): string | null {
  if (token === '') return 'it is empty';
  if (/^\s|\s$/.test(token)) return 'it begins or ends with white space';
  if (/[^\u0020-\u007e]/.test(token)) return 'it contains a character that is not allowed in an HTTP header';
  if (/^bearer /i.test(token)) return 'it begins with "Bearer ": give only the token';
  if (token.includes(' ')) return 'it contains a space, which no bearer token has (RFC 6750)';
  if (token.length < shortestToken)
    return `it has fewer than ${shortestToken} characters: so short a token cannot be reliably removed from the report`;
  return null;
}

/** Whether plain data holds a token, in either case and also as a name. */
export function holdsToken(data: unknown, token: string): boolean {
  const written = JSON.stringify(token).slice(1, -1);
  return written !== '' && JSON.stringify(data).toLowerCase().includes(written.toLowerCase());
}

/** All bodies are JSON (§4), but many services use another form unless asked. The operator's own header replaces it. */
export const accept = { Accept: 'application/json' };

export type RequestHeaders = Readonly<Record<string, string>>;

export type ParsedHeaders =
  | { readonly ok: true; readonly headers: RequestHeaders }
  | { readonly ok: false; readonly problem: string };

/** Headers that the harness or HTTP sets: another value would change what is judged, or how. */
const ownHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Reads headers for every request, one `Name: value` per line. The problem never repeats a value. */
export function parseRequestHeaders(text: string): ParsedHeaders {
  const headers: Record<string, string> = {};
  const seen = new Set<string>();
  for (const line of text.split(/\r?\n/).filter((one) => one.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    const lower = name.toLowerCase();
    if (name === '') return problem("write a header as 'Name: value'");
    if (ownHeaders.has(lower)) return problem(`${name} is set by the harness itself`);
    if (seen.has(lower)) return problem(`${name} is given twice`);
    if (value === '') return problem(`${name} has no value`);
    if (!/^[\u0020-\u007e]+$/.test(value))
      return problem(`the value of ${name} contains a character that is not allowed in an HTTP header`);
    seen.add(lower);
    headers[lower === 'accept' ? 'Accept' : name] = value;
  }
  return { ok: true, headers };
}

function problem(text: string): ParsedHeaders {
  return { ok: false, problem: text };
}

/** Headers that are not secret: otherwise, for example, an address would be removed from the whole report. */
const openHeaders = /^(accept(-.*)?|cache-control|forwarded|origin|referer|user-agent|via|x-forwarded-.*)$/i;

/** The values and the words in them, because "Basic" before a password is not part of it. */
export function headerSecrets(headers: RequestHeaders): string[] {
  return Object.entries(headers)
    .filter(([name]) => !openHeaders.test(name))
    .flatMap(([, value]) => [...new Set([value, ...value.split(/[ ;,=]+/)])]);
}
