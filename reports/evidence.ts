import { distinct } from '../checks/add-up.ts';
import type { Failure } from '../checks/check.ts';
import { type Exchange, placedTokens, placeText, type TokenElsewhere } from '../checks/exchange.ts';
import { cut } from '../checks/json-body.ts';
import { utf8Bytes } from '../checks/utf8-bytes.ts';
import { endpoints } from '../schemas/endpoints.ts';
import { accept } from '../schemas/run-settings.ts';
import { excerptAround, hiddenPattern } from './escape.ts';
import type { Evidence, Transport } from './report.ts';
import { leftOutNote, type Redact, redactOffered } from './secrets/redact.ts';

const excerptWidth = 400;
const longestText = 500;

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
  const { elsewhere } = exchange.request;
  const hideOffered = redactOffered(exchange);
  const redact = (text: string) => redactSecrets(hideOffered(text));
  // Twice as wide as the excerpt, so that a secret that begins before it is found. A wider search would take k6's engine long.
  const start = Math.max(0, (failure.offset ?? 0) - excerptWidth);
  const around = response.body.slice(start, start + 2 * excerptWidth);
  const sessions = sessionsIn(exchange);
  const withoutSessions = (text: string) =>
    sessions.reduce((rest, value) => rest.replaceAll(value, '[COOKIE]'), text);
  const before = withoutSessions(around.slice(0, (failure.offset ?? 0) - start));
  const excerpt = () => excerptAround(withoutSessions(around), before.length, excerptWidth);
  return {
    phase,
    sequence: exchange.sequence,
    variety: [exchange.variety, elsewhere ? placeText(elsewhere) : [], circumstance ?? []].flat().join(', '),
    connection: exchange.connection,
    status: response.status,
    durationMs: Math.round(response.durationMs * 100) / 100,
    expected: cut(redact(failure.expected), longestText),
    // Redacted before cookies are hidden: a cookie may contain part of the token, and the rest would be too short to be found.
    actual: cut(withoutSessions(redact(failure.actual)), longestText),
    excerpt: redact(around) === around ? excerpt() : leftOutNote,
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

/** The longest body, in characters, that a command repeats as it was sent. */
export const longestSentBody = 400;
/** Linux accepts no argument of 128 KiB. */
const longestArgument = 100_000;

/** A command that sends the request again. It reads the token from $ACCESS_TOKEN and never contains it. */
export function curlOf(exchange: Exchange, caller: Omit<EvidenceContext, 'phase' | 'redact'>): string {
  const asked = curlArguments(exchange, caller);
  const { cookies, numbered } = exchange.request;
  // If the token cannot be made again, curl must not run: without a token, a refusal would prove nothing.
  const made = numbered
    ? `WRONG_TOKEN=$(${caller.harness} token ${numbered.number} --seed ${numbered.seed}) && `
    : '';
  if (cookies === undefined) return `${made}curl -i ${asked.words}${commentOf(asked.notes)}`;
  // curl keeps the cookies of the first call, made with the token, for the second.
  const { setBy: endpoint, body } = cookies;
  const request = { body, authorization: 'Bearer $ACCESS_TOKEN' };
  const before = curlArguments({ ...exchange, endpoint, request }, caller);
  const comment = commentOf([...before.notes, ...asked.notes]);
  return `${made}curl -b '' -s -o /dev/null ${before.words} --next -b '' -i ${asked.words}${comment}`;
}

/** At the end of a command, because the shell ignores everything after it. */
function commentOf(notes: readonly string[]): string {
  return notes.length === 0 ? '' : ` # ${distinct(notes).join('; ')}`;
}

/** `notes`: on data that is not reproduced exactly. */
function curlArguments(
  exchange: Exchange,
  { baseUrl, transport }: Omit<EvidenceContext, 'phase' | 'redact'>,
) {
  const { method, path } = endpoints[exchange.endpoint];
  const { path: asked = path, elsewhere, body } = exchange.request;
  const { data, notes } = dataOf(exchange.request);
  const { headers = [], unverified, clientCertificate } = transport ?? {};
  const json = body === null ? {} : { 'Content-Type': 'application/json' };
  const sent: Readonly<Record<string, string>> = {
    ...accept,
    ...json,
    ...exchange.request.headers,
  };
  const sentByCall = Object.entries(sent).filter(([name]) => !headers.includes(name));
  const words = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    // curl takes dot segments out of a path.
    ...(asked.includes('/../') ? ['--path-as-is'] : []),
    quote(`${baseUrl}${asked}`),
    ...authorizationArguments(exchange.request),
    ...(elsewhere === undefined ? [] : elsewhereArguments(elsewhere)),
    ...sentByCall.map(([name, value]) => `-H ${quote(value === '' ? `${name}:` : `${name}: ${value}`)}`),
    ...('Accept-Encoding' in sent ? ['--compressed'] : []),
    // Operator's headers take their values from variables: that of X-Api-Key from $X_API_KEY.
    ...headers.map((name) => `-H "${name}: $${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}"`),
    ...(unverified === true ? ['--insecure'] : []),
    ...(clientCertificate === true ? ['--cert "$CLIENT_CERT" --key "$CLIENT_KEY"'] : []),
    ...data.map((word) => `--data-binary ${word}`),
  ].join(' ');
  return { words, notes };
}

function elsewhereArguments(elsewhere: TokenElsewhere): string[] {
  const { place } = elsewhere;
  const placed = placedTokens(elsewhere, '$ACCESS_TOKEN');
  // The body is sent with the data.
  if (place === 'body') return [];
  if (place === 'header') return placed.map(([name, value]) => `-H "${name}: ${value}"`);
  const all = placed.map((pair) => pair.join('='));
  return place === 'query' ? all.map((one) => `--url-query "${one}"`) : [`-b "${all.join('; ')}"`];
}

function authorizationArguments({ authorization, numbered }: Exchange['request']): string[] {
  if (authorization === null) return [];
  // curl sends a header without a value only if a semicolon follows its name.
  if (authorization === '') return ["-H 'Authorization;'"];
  return [`-H "Authorization: ${authorization}${numbered ? '$WRONG_TOKEN' : ''}"`];
}

/**
 * Replaces characters that a page would show as signs, so that the command can be copied: by JSON escapes within strings, else by spaces.
 */
function escapedInJson(body: string): string {
  const inJson = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const parts = body.split(/("(?:[^"\\]|\\.)*")/);
  return parts.map((part, at) => part.replace(hiddenPattern, at % 2 === 1 ? inJson : () => ' ')).join('');
}

/** The data as a shell word, if there is any. If it is too long for a command, zeros replace it, unless those would be too long too. */
function dataOf({ body: sent, elsewhere }: Exchange['request']) {
  if (sent === null) return { data: [], notes: [] };
  const body = escapedInJson(sent);
  const inBody = elsewhere?.place === 'body' ? elsewhere : { names: [] };
  const membersWith = (token: string) =>
    placedTokens(inBody, token)
      .map(([name, value]) => `"${name}":"${value}",`)
      .join('');
  if (body.length <= longestSentBody) {
    return { data: [quote(body).replace('{', `{${membersWith(`'"$ACCESS_TOKEN"'`)}`)], notes: [] };
  }
  const { data, algorithm } = JSON.parse(body);
  const zeros = typeof data === 'string' ? utf8Bytes(data) : longestArgument;
  if (zeros >= longestArgument)
    return {
      data: [quote(`${body.slice(0, 60)}…`)],
      notes: [`shortened here from ${sent.length} characters`],
    };
  const made = `{${membersWith('$ACCESS_TOKEN')}"data":"$(printf %0${zeros}d 0)","algorithm":${JSON.stringify(algorithm)}}`;
  return { data: [`"${made.replaceAll('"', '\\"')}"`], notes: ['zeros in place of the data'] };
}

/** Quotes a shell word if necessary. */
export function inShell(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : quote(text);
}

/** A single-quoted shell word. */
function quote(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}

/** The cookies of a Set-Cookie header. k6 joins several cookies with commas, but dates contain commas too. */
export function cookiesIn(header: string): Record<string, string> {
  const pairs = header.split(/, *(?=[^\s=;,]+=)/).map((cookie) => /^([^\s=;,]+)=([^;]*)/.exec(cookie));
  return Object.fromEntries(pairs.flatMap((pair) => (pair?.[2] ? [[pair[1], pair[2].trim()]] : [])));
}
