import type { Failure } from '../checks/check.ts';
import type { Exchange, TokenElsewhere } from '../checks/exchange.ts';
import { excerptAround } from '../checks/json-text/json-text.ts';
import { utf8Bytes } from '../checks/utf8-bytes.ts';
import { endpoints } from '../schemas/endpoints.ts';
import { accept } from '../schemas/run-settings.ts';
import { cookiesIn } from './cookies-in.ts';
import { hiddenPattern } from './escape.ts';
import type { Evidence, Transport } from './report.ts';
import { isLeftOut, leftOutNote, type Redact, redactOffered } from './secrets/redact.ts';

const excerptWidth = 400;

export interface EvidenceContext {
  readonly phase: Evidence['phase'];
  readonly baseUrl: string;
  readonly redact: Redact;
  readonly transport?: Transport | null;
  /** The command that calls the harness, which makes altered tokens. */
  readonly harness: string;
}

/** What a service owner needs to see one failure. A body that contains a secret is omitted entirely. */
export function evidenceOf(
  exchange: Exchange,
  failure: Failure,
  resent: Evidence['resent'],
  context: EvidenceContext,
): Evidence {
  const { phase, redact: redactSecrets } = context;
  const { response, circumstance } = exchange;
  const hideOffered = redactOffered(exchange);
  const redact = (text: string) => redactSecrets(hideOffered(text));
  // Twice as wide as the excerpt, so that a secret is found that begins before it. Looking for secrets takes k6's engine long.
  const start = Math.max(0, (failure.offset ?? 0) - excerptWidth);
  const around = response.body.slice(start, start + 2 * excerptWidth);
  const sessions = sessionsIn(exchange);
  const withoutSessions = (text: string) =>
    sessions.reduce((rest, value) => rest.replaceAll(value, '[COOKIE]'), text);
  const shown = redact(around);
  const withheld = isLeftOut(shown) ? shown : leftOutNote();
  const before = withoutSessions(around.slice(0, (failure.offset ?? 0) - start));
  return {
    phase,
    sequence: exchange.sequence,
    variety: [exchange.variety, ...(circumstance === undefined ? [] : [circumstance.words])].join(', '),
    connection: exchange.connection,
    status: response.status,
    durationMs: Math.round(response.durationMs * 100) / 100,
    expected: redact(failure.expected),
    // Redacted before cookies are hidden: a cookie may contain part of the token, and the rest would be too short to be found.
    actual: withoutSessions(redact(failure.actual)),
    excerpt:
      shown === around ? excerptAround(withoutSessions(around), before.length, excerptWidth) : withheld,
    curl: redact(curlOf(exchange, context)),
    resent,
  };
}

const shortestSession = 16;

/** Cookie values of a request or answer that are long enough for a session. Shorter ones may be ordinary words, not secrets. */
function sessionsIn({ request, response }: Exchange): string[] {
  const sent = (request.cookies?.header ?? '')
    .split('; ')
    .map((cookie) => cookie.slice(cookie.indexOf('=') + 1));
  const set = Object.values(cookiesIn(response.headers['set-cookie'] ?? ''));
  return [...sent, ...set].filter(({ length }) => length >= shortestSession);
}

/** Puts the case first that is easiest to read and to send again: plain characters, then a short command. */
export function easiestFirst(evidence: readonly Evidence[]): Evidence[] {
  const isOdd = ({ curl }: Evidence) => Number(/[^ -~]|\\u[\da-f]{4}|shortened here/.test(curl));
  return evidence.toSorted((a, b) => isOdd(a) - isOdd(b) || a.curl.length - b.curl.length);
}

const longestBody = 400;
/** Linux accepts no argument of 128 KiB. */
const longestArgument = 100_000;

type Caller = Pick<EvidenceContext, 'baseUrl' | 'transport' | 'harness'>;

/** A command that sends the request again. It reads the token from $ACCESS_TOKEN and never contains it. */
export function curlOf(exchange: Exchange, caller: Caller): string {
  const asked = curlArguments(exchange, caller);
  const { request } = exchange;
  if (request.cookies === undefined) return `curl -i ${asked}${noteOn([request.body])}`;
  // curl keeps the cookies of the first call, made with the token, for the second.
  const { setBy: endpoint, body } = request.cookies;
  const withToken = { body, authorization: 'Bearer $ACCESS_TOKEN' };
  const before = curlArguments({ ...exchange, endpoint, request: withToken }, caller);
  return `curl -b '' -s -o /dev/null ${before} --next -b '' -i ${asked}${noteOn([body, request.body])}`;
}

/** A shell comment about data that is not reproduced exactly. It goes at the end, because the shell ignores everything after it. */
function noteOn(bodies: readonly (string | null)[]): string {
  const notes = bodies.flatMap((body) => {
    const long = longData(escapedInJson(body));
    if (long === null) return [];
    return [
      long.zeros === null ? `shortened here from ${body?.length} characters` : 'zeros in place of the data',
    ];
  });
  return notes.length === 0 ? '' : ` # ${[...new Set(notes)].join('; ')}`;
}

function curlArguments(exchange: Exchange, { baseUrl, transport = null, harness }: Caller): string {
  const { method, path } = endpoints[exchange.endpoint];
  const { path: asked = path, elsewhere } = exchange.request;
  const body = escapedInJson(exchange.request.body);
  const { headers = [], unverified, clientCertificate } = transport ?? {};
  const json = body === null ? {} : { 'Content-Type': 'application/json' };
  const sent: Readonly<Record<string, string>> = { ...accept, ...json, ...exchange.circumstance?.headers };
  const sentByCall = Object.entries(sent).filter(([name]) => !headers.includes(name));
  return [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quote(`${baseUrl}${asked}`),
    ...authorizationArguments(exchange.request, harness),
    ...(elsewhere === undefined ? [] : elsewhereArguments(elsewhere)),
    ...sentByCall.map(([name, value]) => `-H ${quote(value === '' ? `${name}:` : `${name}: ${value}`)}`),
    ...('Accept-Encoding' in sent ? ['--compressed'] : []),
    // Operator's headers take their values from variables: that of X-Api-Key from $X_API_KEY.
    ...headers.map((name) => `-H "${name}: $${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}"`),
    ...(unverified === true ? ['--insecure'] : []),
    ...(clientCertificate === true ? ['--cert "$CLIENT_CERT" --key "$CLIENT_KEY"'] : []),
    ...(body === null ? [] : [dataArgument(exchange, body)]),
  ].join(' ');
}

function elsewhereArguments({ place, name, inShell }: TokenElsewhere): string[] {
  // The body is sent with the data.
  if (place === 'body') return [];
  if (place === 'header') return [`-H "${name}: ${inShell}"`];
  return [`${place === 'query' ? '--url-query' : '-b'} "${name}=${inShell}"`];
}

function authorizationArguments({ authorization, numbered }: Exchange['request'], harness: string): string[] {
  if (authorization === null) return [];
  // curl sends a header without a value only if a semicolon follows its name.
  if (authorization === '') return ["-H 'Authorization;'"];
  const made = numbered && `$(${harness} token ${numbered.number} --seed ${numbered.seed})`;
  return [`-H "Authorization: ${authorization}${made ?? ''}"`];
}

/** Writes characters that a page replaces by signs as JSON escapes within strings, and as spaces elsewhere, so that the command can be copied. */
function escapedInJson(body: string | null): string | null {
  if (body === null) return null;
  const inJson = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const parts = body.split(/("(?:[^"\\]|\\.)*")/);
  return parts.map((part, at) => part.replace(hiddenPattern, at % 2 === 1 ? inJson : () => ' ')).join('');
}

function dataArgument(exchange: Exchange, body: string): string {
  const { elsewhere } = exchange.request;
  if (body.length <= longestBody && elsewhere?.place === 'body')
    return `--data-binary ${quote(`{"${elsewhere.name}":"`)}"${elsewhere.inShell}"${quote(body.replace('{', '",'))}`;
  const long = longData(body);
  if (long === null) return `--data-binary ${quote(body)}`;
  if (long.zeros === null) return `--data-binary ${quote(`${body.slice(0, 60)}…`)}`;
  const { zeros, algorithm } = long;
  const member = elsewhere?.place === 'body' ? `"${elsewhere.name}":"${elsewhere.inShell}",` : '';
  const made = `{${member}"data":"$(printf %0${zeros}d 0)","algorithm":${JSON.stringify(algorithm)}}`;
  return `--data-binary "${made.replaceAll('"', '\\"')}"`;
}

/** For a body too long for a command: how many zeros replace its data, unless those would be too long too. null: the body is short. */
function longData(
  body: string | null,
): { readonly zeros: number | null; readonly algorithm: unknown } | null {
  if (body === null || body.length <= longestBody) return null;
  const { data, algorithm } = JSON.parse(body);
  const zeros = typeof data === 'string' ? utf8Bytes(data) : longestArgument;
  return { zeros: zeros < longestArgument ? zeros : null, algorithm };
}

/** Quotes a shell word if necessary. */
export function inShell(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : quote(text);
}

/** A single-quoted shell word. */
export function quote(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}
