import { type Endpoint, endpoints } from '../schemas/endpoints.ts';

/** What the Authorization header of a request held. */
export type Credential =
  | 'token' // Bearer <ACCESS_TOKEN>, as the document says
  | 'absent' // no Authorization header
  | 'empty' // Bearer without a token
  | 'scheme' // the real token under another scheme, or under none
  | 'made-up' // Bearer with a token of our own making
  | 'contested'; // the token in a form that can be read either way: recorded only

/** One request and its response. Bodies are as received: only evidence leaves the engine, and it is redacted. */
export interface Exchange {
  /** Number of the request in the run. */
  readonly sequence: number;
  readonly endpoint: Endpoint;
  readonly credential: Credential;
  /** Which form of the credential was sent: "Basic", "no header". */
  readonly credentialForm: string;
  /** The algorithm that an encrypt call named instead of `AES-256-GCM`; null: none. */
  readonly otherAlgorithm: string | null;
  /** For people: which form of a credential, or which class of data, was sent. */
  readonly variety: string;
  /** Its levels of the space of requests, by dimension; absent: of no dimension in question. */
  readonly point?: Readonly<Record<string, string>> | undefined;
  /** Absent for most calls. */
  readonly circumstance?: Circumstance | undefined;
  readonly connection: 'fresh' | 'used';
  readonly request: Request;
  readonly response: Response;
}

/** What sets a valid call before the load apart from others like it. */
export interface Circumstance {
  /** "with Accept: …" */
  readonly words: string;
  /** In place of those of other calls. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Request {
  readonly body: string | null;
  /** The Authorization header as a shell writes it between double quotes, with $ACCESS_TOKEN for the token; null: not sent. */
  readonly authorization: string | null;
  /** What stands at the end of that header; absent: no such token was offered. */
  readonly altered?: AlteredToken | undefined;
  /** Absent: none. */
  readonly cookies?: SentCookies | undefined;
  /** Path and query below the base URL; absent: the path of the endpoint. */
  readonly path?: string;
  /** Where the token is instead of in the Authorization header; absent: nowhere. */
  readonly elsewhere?: TokenElsewhere | undefined;
}

/** A token that was made from the access token, so that the change could be undone; which of those made with a seed. */
export interface AlteredToken {
  readonly value: string;
  readonly number: number;
  readonly seed: number;
}

/** A query, a key of the body, a cookie or another header, by its name, with the token as its value. */
export interface TokenElsewhere {
  readonly place: 'query' | 'body' | 'cookie' | 'header';
  readonly name: string;
  readonly value: string;
  /** The value as a shell writes it between double quotes, with $ACCESS_TOKEN. */
  readonly inShell: string;
}

/** Cookies that the service set in answers to calls with the token. */
export interface SentCookies {
  /** As the Cookie header sends them back. */
  readonly header: string;
  /** Which endpoint set them, and the body of a call that makes it set them. */
  readonly setBy: Endpoint;
  readonly body: string | null;
}

export interface Response {
  /** 0: no response. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text; bytes that are not UTF-8 show as U+FFFD. */
  readonly body: string;
  /** Bytes of the body, or characters of a large one that was read as text. */
  readonly bodyBytes: number;
  /** Whether the body is UTF-8; null: its bytes were not examined, and the text leaves it open. */
  readonly isUtf8: boolean | null;
  /** Why there is no readable response; null where there is one. */
  readonly failure: CallFailure | null;
  /** The engine's own error message. */
  readonly error: string;
  readonly durationMs: number;
  readonly waitingMs: number;
  /** TCP handshake; 0 on a used connection. */
  readonly connectingMs: number;
  /** Address of the other end; empty without a connection. */
  readonly address: string;
}

/** What `doctor` learns of a call that it has k6 make. */
export interface OneCall extends Pick<Response, 'status' | 'failure' | 'error'> {
  /** What the body is instead of JSON; null: it is JSON. */
  readonly bodyFault: string | null;
  readonly hasToken: boolean;
}

export const callFailures = [
  'timeout',
  'unreachable',
  'not sent', // this machine had no socket for it, or could not resolve the name
  'reset',
  'cut off', // it had begun
  'undecodable body', // by its Content-Encoding
  'bad location', // a redirect whose Location is no URL
  'not HTTP',
] as const;

export type CallFailure = (typeof callFailures)[number];

/** How a call ends to which no whole answer came. Any other failure is an answer, and took a known time. */
export const unanswered: readonly string[] = [
  'timeout',
  'unreachable',
  'reset',
  'cut off',
  'not HTTP',
] satisfies CallFailure[];

/** The document shows no status codes: any 2xx is a success, and nothing else is. */
export function succeeded({ response }: Exchange): boolean {
  return response.status >= 200 && response.status < 300;
}

/** Whether a request went to another target than the document names: a refusal there says nothing of the token. */
export function wentElsewhere({ endpoint, request }: Exchange): boolean {
  return request.path !== undefined && request.path.split('?')[0] !== endpoints[endpoint].path;
}

/** How a valid call ended. */
export const callResults = [
  'succeeded',
  'failed', // 5xx, or no answer that can be read: the error budget's business
  'turned away', // 429, or 503 with Retry-After: the service asks for patience
  'redirected',
  'unauthorised', // 401 or 403 for the valid token
  'refused', // any other answer
  'not sent', // it says nothing about the service
] as const;

export type CallResult = (typeof callResults)[number];

export function callResult(exchange: Exchange): CallResult {
  if (succeeded(exchange)) return 'succeeded';
  const { status, headers } = exchange.response;
  if (status === 429 || (status === 503 && headers['retry-after'] !== undefined)) return 'turned away';
  if (exchange.response.failure === 'not sent') return 'not sent';
  if (exchange.response.failure === 'bad location') return 'redirected';
  if (status === 0 || status >= 500) return 'failed';
  if (status >= 300 && status < 400) return 'redirected';
  return status === 401 || status === 403 ? 'unauthorised' : 'refused';
}

/** How a call ended, as one of a small set of names: "HTTP 503", "timeout". */
export function outcomeName({ response }: Exchange): string {
  return response.failure ?? `HTTP ${response.status}`;
}
