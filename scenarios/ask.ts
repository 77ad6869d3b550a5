import http, { type RefinedResponse, type ResponseType } from 'k6/http';
import type { CallFailure, Exchange, Response } from '../checks/exchange.ts';
import { endpoints, endpointTitle } from '../schemas/endpoints.ts';
import { accept, type RequestHeaders } from '../schemas/run-settings.ts';
import type { Question } from './question.ts';

export interface AskOptions {
  readonly baseUrl: string;
  /** The operator's own. */
  readonly headers: RequestHeaders;
  readonly timeoutMs: number;
  /**
   * How k6 reads the body; absent: binary. none discards it as it arrives: k6 keeps any other body whole in memory, however
   * large. text delays other calls less if the body is large, but leaves its bytes unjudged.
   */
  readonly responseType?: 'none' | 'text' | 'binary';
  /** Asks the service to close the connection afterwards, whatever the question says. */
  readonly closes?: boolean;
  readonly tags: Readonly<Record<string, string>>;
}

/** Whether an answer is right is for the checks to say, not for k6. */
http.setResponseCallback(http.expectedStatuses({ min: 100, max: 999 }));

export type Raw = RefinedResponse<ResponseType | undefined>;

/** Ready for k6, which changes nothing of it: it may be sent again. */
export type Prepared = ReturnType<typeof prepared>;

export async function ask(question: Question, sequence: number, options: AskOptions): Promise<Exchange> {
  return exchangeOf(question, sequence, await send(prepared(question, options), question.body));
}

/** With a fresh jar: a session cookie would make a request without a token succeed. */
export function send({ method, url, params }: Prepared, body: string | null): Promise<Raw> {
  const withJar = { ...params, jar: new http.CookieJar() };
  return http.asyncRequest(method, url, body, withJar).catch(switched);
}

/** k6 throws where a service switches to another protocol, which nobody asked it to: an answer with that status. */
function switched(error: unknown): Raw {
  if (!/unsupported response status: 101/.test(String(error))) throw error;
  const timings = {
    blocked: 0,
    connecting: 0,
    tls_handshaking: 0,
    sending: 0,
    waiting: 0,
    receiving: 0,
    duration: 0,
  };
  return {
    status: 101,
    error: '',
    error_code: 0,
    headers: {},
    body: null,
    timings,
    remote_ip: '',
  } as unknown as Raw;
}

export function prepared(question: Question, options: AskOptions) {
  const { method, path } = endpoints[question.endpoint];
  const { baseUrl, timeoutMs, responseType = 'binary', closes = false, tags } = options;
  const headers: Record<string, string> = { ...accept, ...options.headers };
  if (question.authorization.header !== null) headers['Authorization'] = question.authorization.header;
  if (question.body !== null) headers['Content-Type'] = 'application/json';
  if (closes || question.closeAfter) headers['Connection'] = 'close';
  const params = {
    responseType,
    headers,
    tags: { ...tags, name: endpointTitle(question.endpoint), endpoint: tagOf(question) },
    timeout: timeoutMs,
  };
  return { method, url: baseUrl + path, params };
}

export function hasLargeBody({ body }: Question): boolean {
  return body !== null && body.length > 4096;
}

export function exchangeOf(
  { endpoint, authorization, variety, body }: Question,
  sequence: number,
  raw: Raw,
  read = readBody(raw.body),
): Exchange {
  return {
    sequence,
    endpoint,
    credential: authorization.credential,
    variety,
    connection: raw.timings.connecting > 0 ? 'fresh' : 'used',
    request: { body, authorization: authorization.header, authorizationInShell: authorization.inShell },
    response: responseOf(raw, read),
  };
}

function responseOf(raw: Raw, read: Body): Response {
  const failure = failureOf(raw) ?? (isEncoded(raw, read) ? 'undecodable body' : null);
  // Not the response itself, which would keep its body as long as these are kept.
  const { timings, headers: given } = raw;
  let headers: Response['headers'] | undefined;
  return {
    status: failure === null ? raw.status : 0,
    // Few are asked for them, and k6 takes as long over them as over the rest of the response.
    get headers() {
      headers ??= lowerCased(given);
      return headers;
    },
    ...(failure === null ? read : noBody),
    failure,
    error: raw.error,
    durationMs: timings.duration,
    waitingMs: timings.waiting,
    connectingMs: timings.connecting,
    address: raw.remote_ip,
  };
}

export type Body = Pick<Response, 'body' | 'bodyBytes' | 'isUtf8'>;

const noBody: Body = { body: '', bodyBytes: 0, isUtf8: true };

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** k6 turns bytes that are not UTF-8 into U+FFFD where it reads a body as text, which may hold that character itself. */
export function readBody(raw: Raw['body']): Body {
  if (typeof raw === 'string')
    return { body: raw, bodyBytes: raw.length, isUtf8: raw.includes('\ufffd') ? null : true };
  if (!(raw instanceof ArrayBuffer) || raw.byteLength === 0) return noBody;
  const bodyBytes = raw.byteLength;
  try {
    return { body: strict.decode(raw), bodyBytes, isUtf8: true };
  } catch {
    return { body: lenient.decode(raw), bodyBytes, isUtf8: false };
  }
}

/** k6 decodes a body whose coding is written in lower case; coded bytes are neither text nor wrong. */
function isEncoded({ headers }: Raw, { isUtf8 }: Body): boolean {
  if (isUtf8 === true) return false;
  const { 'content-encoding': codings = '' } = lowerCased(headers);
  return codings.split(',').some((coding) => !decoded.includes(coding.trim()));
}

const decoded = ['', 'identity', 'gzip', 'deflate', 'br', 'zstd'];

function lowerCased(headers: Raw['headers']): Record<string, string> {
  const lower: Record<string, string> = {};
  Object.keys(headers).forEach((name) => {
    lower[name.toLowerCase()] = headers[name] ?? '';
  });
  return lower;
}

/**
 * k6's error codes: 1050 time-out, 11xx DNS, 121x dialling, 13xx TLS, 14xx and 15xx an answer with that status,
 * 1701 a body that cannot be decompressed; the rest by the words of Go's HTTP client.
 */
function failureOf(raw: Raw): CallFailure | null {
  const code = raw.error_code;
  if (code === 0 || (code >= 1400 && code < 1600)) return raw.status === 0 ? 'reset' : null;
  if (code === 1050) return 'timeout';
  if (code === 1701) return 'undecodable body';
  if (/^failed to parse Location header/.test(raw.error)) return 'bad location';
  if (/malformed (HTTP|MIME)|bad Content-Length|unsupported transfer encoding/i.test(raw.error))
    return 'not HTTP';
  const neverConnected =
    (code >= 1100 && code < 1200) || (code >= 1210 && code < 1220) || (code >= 1300 && code < 1400);
  if (neverConnected) return 'unreachable';
  return raw.timings.receiving > 0 ? 'cut off' : 'reset';
}

/** In the words of k6's HTTP client: an answer that had begun ends in "unexpected EOF". */
const closedBefore = /^EOF$|closed idle connection|connection reset by peer|broken pipe/;

/** Of encrypt alone: k6 repeats a GET, and a backup is never repeated, since it has side effects. */
export function metClosedConnection({ credential, endpoint, connection, response }: Exchange): boolean {
  const unanswered = response.failure === 'reset' && closedBefore.test(response.error);
  return unanswered && connection === 'used' && credential === 'token' && endpoint === 'encrypt';
}

/** Probes have a tag of their own: an endpoint's timings are those of its valid calls. */
function tagOf({ endpoint, authorization }: Question): string {
  return authorization.credential === 'token' ? endpoint : 'probe';
}
