/** The value of a variable; null where it is unset, empty or blank. */
export function given(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text;
}

/** How a setting is read from text, null where it is invalid, and what to write instead. */
export interface Setting<T> {
  readonly read: (text: string) => T | null;
  readonly wanted: string;
}

/** Says why a setting cannot be used: the command line throws it, a script keeps it for the report. */
export type Refuse<Instead = null> = (name: string, problem: string) => Instead;

/** null: not given, or refused. Only a text too short for a token is quoted. */
export function settingIn<T>(name: string, text: string | null, setting: Setting<T>, refuse: Refuse) {
  if (text === null) return null;
  const quoted = text.length < shortestToken ? `, not ${JSON.stringify(text)}` : '';
  return setting.read(text) ?? refuse(name, `${setting.wanted}${quoted}`);
}

export function parsedIn<T, Instead>(name: string, parsed: Parsed<T>, refuse: Refuse<Instead>): T | Instead {
  return parsed.ok ? parsed.value : refuse(name, parsed.problem);
}

export function usableToken(name: string, token: string, refuse: Refuse): string | null {
  const problem = accessTokenProblem(token);
  return problem === null ? token : refuse(name, problem);
}

/** "30s", "5m" or "5min", "2h", "500ms" or plain seconds, in milliseconds. */
export const durationSetting: Setting<number> = {
  read: (text) => {
    const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|min|h)?$/.exec(text) ?? [];
    const durationMs = Number(number) * ({ ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 }[unit] ?? 0);
    return durationMs >= 1000 && durationMs <= 86_400_000 ? durationMs : null;
  },
  wanted: 'give a time from 1s to 24h in one word, such as 30s, 5m or 2h',
};

export const durationOrNoneSetting: Setting<number> = {
  read: (text) => (text === '0' ? 0 : durationSetting.read(text)),
  wanted: `${durationSetting.wanted}, or 0`,
};

function wholeNumber(least: number, most: number): Setting<number> {
  return {
    read: (text) =>
      /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null,
    wanted: `give a whole number from ${least} to ${most}`,
  };
}

/** Requests per second. */
export const rateSetting = wholeNumber(1, 5000);
export const seedSetting = wholeNumber(0, 0xffffffff);
/** The number of a port to listen on; 0: a free one. */
export const portSetting = wholeNumber(0, 65_535);

/** Redacting a shorter token would also remove text that contains it by chance. */
export const shortestToken = 8;

/** Why the harness cannot work with an access token; null: it can. Never repeats the token. */
export function accessTokenProblem(token: string): string | null {
  if (token === '') return 'it is empty';
  if (/^\s|\s$/.test(token))
    return 'it begins or ends with white space: remove it; a line break at the end of a secret is the usual cause';
  if (/[^\u0020-\u007e]/.test(token)) return 'it contains a character that is not allowed in an HTTP header';
  if (/^(["']).*\1$/.test(token))
    return 'it begins and ends with a quotation mark, which a file of variables or a shell has left there: give only the token';
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

/** What was read from text, or why it cannot be used. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** Headers that the harness or HTTP sets: another value would change what is judged, or how. */
const ownHeaders =
  /^(authorization|connection|content-(length|type)|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Reads headers for every request, one `Name: value` per line. The problem never repeats a value. */
export function parseRequestHeaders(text: string): Parsed<RequestHeaders> {
  const headers: Record<string, string> = {};
  const seen = new Set<string>();
  for (const line of text.split(/\r?\n/).filter((one) => one.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    const lower = name.toLowerCase();
    if (name === '') return unusable("write a header as 'Name: value'");
    if (ownHeaders.test(name)) return unusable(`${name} is set by the harness itself`);
    if (seen.has(lower)) return unusable(`${name} is given twice`);
    if (value === '') return unusable(`${name} has no value`);
    if (!/^[\u0020-\u007e]+$/.test(value))
      return unusable(`the value of ${name} contains a character that is not allowed in an HTTP header`);
    seen.add(lower);
    headers[lower === 'accept' ? 'Accept' : name] = value;
  }
  return { ok: true, value: headers };
}

export function unusable(text: string): Parsed<never> {
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
