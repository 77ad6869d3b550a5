import http, { type RefinedResponse, type ResponseType } from 'k6/http';
import {
  type Exchange,
  placedTokens,
  placeText,
  type Response,
  type SentCookies,
} from '../checks/exchange.ts';
import { endpoints, endpointTitle } from '../schemas/endpoints.ts';
import { accept, type RequestHeaders } from '../schemas/run-settings.ts';
import { errorOf, failureOf } from './call-failure.ts';
import type { newCookies } from './conformance/cookies.ts';
import { connectingMs } from './load/connections.ts';
import type { PlannedRequest } from './planned-request.ts';
import { withMembers } from './tokens/credentials.ts';

interface AskOptions {
  /** The service, and the headers that the operator configured for it. */
  readonly to: { readonly baseUrl: string; readonly headers: RequestHeaders };
  readonly timeoutMs: number;
  /** Cookies that the service has set, for requests that send them back. Absent: the request sends none. */
  readonly cookies?: ReturnType<typeof newCookies>;
  /** How k6 reads the body; absent: binary. Reading a large body as text delays other calls less, but its bytes cannot be judged. */
  readonly responseType?: 'text' | 'binary' | 'none';
  readonly tags: Readonly<Record<string, string>>;
}

/** k6 never counts an answer as failed: the checks decide that. */
http.setResponseCallback(http.expectedStatuses({ min: 100, max: 999 }));

export type Raw = RefinedResponse<ResponseType | undefined>;

export async function ask(request: PlannedRequest, sequence: number, options: AskOptions): Promise<Exchange> {
  const { method, url, body, params, cookies } = prepared(request, options);
  // The jar is empty: k6 must not add cookies of its own. A request carries its cookies in a header.
  const jar = new http.CookieJar();
  const raw = await http.asyncRequest(method, url, body, { ...params, jar }).catch(thrownFor);
  if (request.authorization.credential === 'token') options.cookies?.keep(url, request, raw.cookies);
  return exchangeOf(request, sequence, raw, cookies);
}

const noTime = {
  ...{ blocked: 0, connecting: 0, tls_handshaking: 0 },
  ...{ sending: 0, waiting: 0, receiving: 0, duration: 0 },
};

/** k6 throws on answers it cannot handle, such as a 101. Only that call fails. */
export function thrownFor(error: unknown): Raw {
  const empty = { status: 0, body: null, headers: {}, cookies: {}, remote_ip: '', tls_version: '' };
  return { ...empty, error: String(error), error_code: 1000, timings: noTime } as unknown as Raw;
}

/** A request in the form k6 takes. */
export function prepared(request: PlannedRequest, options: AskOptions) {
  const { method, path } = endpoints[request.endpoint];
  const { authorization } = request;
  const { to, timeoutMs, responseType = 'binary', tags } = options;
  const headers: Record<string, string> = { ...accept };
  if (request.body !== null) headers['Content-Type'] = 'application/json';
  Object.assign(headers, request.headers, to.headers);
  for (const name of ['Accept', 'Content-Type']) if (headers[name] === '') delete headers[name];
  if (authorization.header !== null) headers['Authorization'] = authorization.header;
  if (request.closeAfter === true) headers['Connection'] = 'close';
  let url = to.baseUrl + (request.path ?? path);
  const cookies = request.sendsCookies === true ? options.cookies?.sentTo(url) : undefined;
  if (cookies !== undefined) headers['Cookie'] = cookies.header;
  // The token may be where no service should look for it.
  const { elsewhere } = authorization;
  const place = elsewhere?.place;
  const placed = elsewhere === undefined ? [] : placedTokens(elsewhere, elsewhere.token);
  if (place === 'header') Object.assign(headers, Object.fromEntries(placed));
  if (place === 'cookie') headers['Cookie'] = [headers['Cookie'] ?? [], assigned(placed)].flat().join('; ');
  if (place === 'query') {
    const encoded = placed.map(([name, value]) => [name, encodeURIComponent(value)] as const);
    url += `${url.includes('?') ? '&' : '?'}${assigned(encoded).join('&')}`;
  }
  const isInBody = place === 'body' && request.body !== null;
  const body = isInBody ? withMembers(request.body, placed) : request.body;
  // Only valid calls count towards the timings of an endpoint.
  const endpoint = authorization.credential === 'token' ? request.endpoint : 'probe';
  const own: Record<string, string> = { ...tags, name: endpointTitle(request.endpoint), endpoint };
  const params = { responseType, headers, tags: own, timeout: timeoutMs };
  return { method, url, body, cookies, params };
}

const assigned = (pairs: readonly (readonly [string, string])[]) => pairs.map((pair) => pair.join('='));

export function exchangeOf(
  request: PlannedRequest,
  sequence: number,
  raw: Raw,
  cookies?: SentCookies,
): Exchange {
  const { endpoint, authorization, variety, point, circumstance, headers, path, body } = request;
  const { credential, elsewhere } = authorization;
  // A service may refuse the call because of its cookies.
  const mayBeWhy = [circumstance ?? [], cookies === undefined ? [] : 'with the cookies of earlier answers'];
  const isSession = cookies !== undefined && credential !== 'token';
  const besides = [
    elsewhere ? placeText(elsewhere) : [],
    // A session may have replaced the token.
    isSession ? `with the cookies of a successful ${cookies.setBy} call` : [],
  ].flat();
  return {
    ...{ sequence, endpoint, credential, variety, point },
    otherAlgorithm: request.otherAlgorithm ?? null,
    credentialForm: [authorization.variety, ...besides].join(', '),
    mayBeUnsigned: authorization.mayBeUnsigned === true,
    circumstance: mayBeWhy.flat().join(', ') || undefined,
    connection: connectingMs(raw) > 0 ? 'fresh' : 'used',
    request: {
      body,
      authorization: authorization.inShell,
      numbered: authorization.numbered,
      sentAuthorization: authorization.header,
      cookies,
      ...{ headers, path, elsewhere },
    },
    response: responseOf(raw),
  };
}

function responseOf(raw: Raw): Response {
  const read = readBody(raw.body);
  const isEncoded = read.isUtf8 !== true && mayBeEncoded(raw.headers);
  const failure = failureOf(raw) ?? (isEncoded ? 'undecodable body' : null);
  // Does not keep `raw`: the getter would hold its body in memory.
  const { timings, headers: given } = raw;
  let headers: Response['headers'] | undefined;
  return {
    status: failure === null ? raw.status : 0,
    // Rarely needed, and reading them takes k6 as long as the rest of the response.
    get headers() {
      headers ??= lowerCased(given);
      return headers;
    },
    ...(failure === null ? read : { body: '', isUtf8: true }),
    failure,
    error: errorOf(raw),
    durationMs: timings.duration,
    connectingMs: connectingMs(raw),
    address: raw.remote_ip,
  };
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** The body of an answer as text; null: it is not UTF-8, or may not be. */
export function utf8Text(body: Raw['body']): string | null {
  if (typeof body === 'string') return body.includes('\ufffd') ? null : body;
  if (!(body instanceof ArrayBuffer)) return '';
  try {
    return strict.decode(body);
  } catch {
    return null;
  }
}

/** Length of a body in bytes, or in characters if k6 read it as text. */
export function bytesOf(body: Raw['body']): number {
  if (typeof body === 'string') return body.length;
  return body instanceof ArrayBuffer ? body.byteLength : 0;
}

/** In a body read as text, U+FFFD may be the service's own, or k6's replacement for bytes that are not UTF-8. */
function readBody(raw: Raw['body']): Pick<Response, 'body' | 'isUtf8'> {
  const text = utf8Text(raw);
  if (text !== null) return { body: text, isUtf8: true };
  return typeof raw === 'string'
    ? { body: raw, isUtf8: null }
    : { body: lenient.decode(raw as ArrayBuffer), isUtf8: false };
}

/** Whether k6 may have left the body compressed: it decodes few codings, named in lower case, of the first such header line. */
function mayBeEncoded(headers: Raw['headers']): boolean {
  const codings = (lowerCased(headers)['content-encoding'] ?? '').split(',');
  return codings.length > 1 || codings.some((coding) => !decoded.includes(coding.trim()));
}

/** Content codings that k6 decodes. */
const decoded = ['', 'identity', 'gzip', 'deflate', 'br', 'zstd'];

function lowerCased(headers: Raw['headers']): Record<string, string> {
  const lowerCased: Record<string, string> = {};
  for (const name of Object.keys(headers)) lowerCased[name.toLowerCase()] = headers[name] as string;
  return lowerCased;
}
