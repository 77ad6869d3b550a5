import http, { type RefinedResponse, type ResponseType } from 'k6/http';
import type { Exchange, Response } from '../checks/exchange.ts';
import { type Endpoint, endpoints, endpointTitle } from '../schemas/endpoints.ts';
import type { Authorization } from './credentials.ts';

/** A request to be made: what a schedule holds. */
export interface Question {
  readonly endpoint: Endpoint;
  readonly authorization: Authorization;
  /** What is particular about the request, in words. */
  readonly variety: string;
  readonly body: string | null;
  /** Ask the service to close the connection afterwards, so that another request opens a fresh one. */
  readonly closeAfter: boolean;
}

export interface AskOptions {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** The body is thrown away as it comes: k6 keeps any other whole in memory, however large. */
  readonly discardBody?: boolean;
  readonly tags: Readonly<Record<string, string>>;
}

/** Whether an answer is right is for the checks to say, not for k6. */
export const anyStatus: ReturnType<typeof http.expectedStatuses> = http.expectedStatuses({
  min: 100,
  max: 999,
});

type Raw = RefinedResponse<ResponseType | undefined>;

export async function ask(question: Question, sequence: number, options: AskOptions): Promise<Exchange> {
  const { method, url, params } = requestOf(question, options);
  const raw = await http.asyncRequest(method, url, question.body, params);
  return exchangeOf(question, sequence, raw);
}

export function askNow(question: Question, sequence: number, options: AskOptions): Asked {
  const { method, url, params } = requestOf(question, options);
  const raw = http.request(method, url, question.body, params);
  return { exchange: exchangeOf(question, sequence, raw), timings: raw.timings };
}

export interface Asked {
  readonly exchange: Exchange;
  readonly timings: Raw['timings'];
}

function requestOf(question: Question, { baseUrl, timeoutMs, discardBody, tags }: AskOptions) {
  const { method, path } = endpoints[question.endpoint];
  const headers: Record<string, string> = {};
  if (question.authorization.header !== null) headers['Authorization'] = question.authorization.header;
  if (question.body !== null) headers['Content-Type'] = 'application/json';
  if (question.closeAfter) headers['Connection'] = 'close';
  const params = {
    headers,
    tags: { ...tags, name: endpointTitle(question.endpoint), endpoint: tagOf(question) },
    redirects: 0,
    timeout: timeoutMs,
    ...(discardBody === true ? { responseType: 'none' as const } : {}),
    // A fresh jar each time: a session cookie would make a request without a token succeed.
    jar: new http.CookieJar(),
    responseCallback: anyStatus,
  };
  return { method, url: baseUrl + path, params };
}

function exchangeOf(
  { endpoint, authorization, variety, body }: Question,
  sequence: number,
  raw: Raw,
): Exchange {
  return {
    sequence,
    endpoint,
    credential: authorization.credential,
    variety,
    connection: raw.timings.connecting > 0 ? 'fresh' : 'used',
    request: { body, authorization: authorization.header, authorizationInShell: authorization.inShell },
    response: responseOf(raw),
  };
}

function responseOf(raw: Raw): Response {
  const failure = failureOf(raw);
  return {
    status: failure === null ? raw.status : 0,
    headers: lowerCased(raw.headers),
    body: failure === null && typeof raw.body === 'string' ? raw.body : '',
    failure,
    error: raw.error,
    durationMs: raw.timings.duration,
    waitingMs: raw.timings.waiting,
    connectingMs: raw.timings.connecting,
  };
}

function lowerCased(headers: Raw['headers']): Record<string, string> {
  const lower: Record<string, string> = {};
  Object.keys(headers).forEach((name) => {
    lower[name.toLowerCase()] = headers[name] ?? '';
  });
  return lower;
}

/** k6's error codes: 1050 time-out, 11xx DNS, 121x dialling, 13xx TLS, 14xx and 15xx an answer with that status. */
function failureOf(raw: Raw): Response['failure'] {
  const code = raw.error_code;
  if (code === 0 || (code >= 1400 && code < 1600)) return raw.status === 0 ? 'reset' : null;
  if (code === 1050) return 'timeout';
  const neverConnected =
    (code >= 1100 && code < 1200) || (code >= 1210 && code < 1220) || (code >= 1300 && code < 1400);
  return neverConnected ? 'unreachable' : 'reset';
}

/** Probes have a tag of their own: an endpoint's timings are those of its valid calls. */
function tagOf({ endpoint, authorization }: Question): string {
  return authorization.credential === 'token' ? endpoint : 'probe';
}
