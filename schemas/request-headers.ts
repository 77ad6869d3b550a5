/** All bodies are JSON (§4), and many a service answers in another form where nobody asks for it. An operator's own takes its place. */
export const accept = { Accept: 'application/json' };

export type RequestHeaders = Readonly<Record<string, string>>;

export type ParsedHeaders =
  | { readonly ok: true; readonly headers: RequestHeaders }
  | { readonly ok: false; readonly problem: string };

/** What the harness or HTTP itself sets: another value would change what is judged, or how. */
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

/** Reads headers to be sent with each request, `Name: value` on a line each. The problem never repeats a value. */
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

/** What everybody may know: as a secret, an address would be taken out of the report wherever it stands. */
const openHeaders = /^(accept(-.*)?|cache-control|forwarded|origin|referer|user-agent|via|x-forwarded-.*)$/i;

/** The values, and the words in them: "Basic" before a password is no part of it. */
export function headerSecrets(headers: RequestHeaders): string[] {
  return Object.entries(headers)
    .filter(([name]) => !openHeaders.test(name))
    .flatMap(([, value]) => [...new Set([value, ...value.split(/[ ;,=]+/)])]);
}
