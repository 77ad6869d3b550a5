import type { OtherEndpoint } from '../schemas/contract.ts';
import { type Endpoint, endpoints } from '../schemas/endpoints.ts';

export type Credential =
  | 'token' // Bearer <ACCESS_TOKEN>, as the document says
  | 'absent' // no Authorization header
  | 'empty' // Bearer without a token
  | 'scheme' // the real token under another scheme, or under none
  | 'made-up'; // Bearer with a token of our own making

/** "calls with an empty token" */
export const credentialWords: Readonly<Record<Credential, string>> = {
  token: 'with the token',
  absent: 'without an Authorization header',
  empty: 'with an empty token',
  scheme: 'with another scheme',
  'made-up': 'with a made-up token',
};

/** Credentials that encrypt must refuse. */
export type WrongCredential = Exclude<Credential, 'token'>;

/** What a check is about. An exchange can have several subjects, which are counted separately. */
export type Subject =
  | `${Endpoint}-answer`
  | `${Exclude<Endpoint, 'user'>}-body`
  | `auth-${WrongCredential}`
  | `no-token-${OtherEndpoint}`
  | 'refusal-answer'
  /** Any answer to a valid call with a declared algorithm, successful or not. */
  | 'encrypt-algorithm';

export function subjectsOfSuccess(endpoint: Endpoint, hasBody = true): Subject[] {
  return endpoint === 'user' || !hasBody
    ? [`${endpoint}-answer`]
    : [`${endpoint}-answer`, `${endpoint}-body`];
}

export function subjectsOfRefusal(endpoint: Endpoint, credential: WrongCredential): Subject[] {
  return endpoint === 'encrypt' ? [`auth-${credential}`, 'refusal-answer'] : [`no-token-${endpoint}`];
}

/** One request and its response. Bodies are as received; evidence is redacted before it leaves the engine. */
export interface Exchange {
  readonly sequence: number;
  readonly endpoint: Endpoint;
  readonly credential: Credential;
  /** The form of the credential, in words, and what it was sent with: "Basic", "no header, with the token in a cookie". */
  readonly credentialForm: string;
  /** The made-up token may differ from the access token only in a part that nothing signs. Absent: it may not. */
  readonly mayBeUnsigned?: boolean;
  /** The algorithm that an encrypt call named instead of `AES-256-GCM`; null: it named that one. */
  readonly otherAlgorithm: string | null;
  /** Describes for readers the form of a credential or the class of data. */
  readonly variety: string;
  /** Levels of the request space, by dimension; absent: none apply. */
  readonly point?: Readonly<Record<string, string>> | undefined;
  /** Why a service may refuse a valid call: "with Accept: …". Absent: for nothing. */
  readonly circumstance?: string | undefined;
  readonly connection: 'fresh' | 'used';
  readonly request: {
    readonly body: string | null;
    /** The Authorization header as written between double quotes in a shell, with $ACCESS_TOKEN for the token; null: not sent. */
    readonly authorization: string | null;
    /** The token at the end of that header, if a command makes it again; absent: the header is written out. */
    readonly numbered?: NumberedToken | undefined;
    /** The Authorization header as it was sent; null or absent: not sent. Secret: an answer may repeat it, but no file contains it. */
    readonly sentAuthorization?: string | null;
    /** Absent: none. */
    readonly cookies?: SentCookies | undefined;
    /** Headers that replace the usual ones; absent: none. */
    readonly headers?: Readonly<Record<string, string>> | undefined;
    /** Path and query below the base URL; absent: the path of the endpoint. */
    readonly path?: string | undefined;
    /** Where the token is instead of the Authorization header; absent: nowhere. */
    readonly elsewhere?: TokenElsewhere | undefined;
  };
  readonly response: Response;
}

/** A made-up token that a report does not write out, but has a command make again from `number` and `seed`. */
export interface NumberedToken {
  /** The token if it is altered from the access token: no file may contain it, because the change could be undone. null: it is only long. */
  readonly secret: string | null;
  readonly number: number;
  readonly seed: number;
}

/** The query parameters, body keys, cookies or other headers that hold the token, all in one request. */
export interface TokenElsewhere {
  readonly place: 'query' | 'body' | 'cookie' | 'header';
  readonly names: readonly string[];
  readonly token: string;
  /** Its scheme stands before it, as in the header. */
  readonly hasScheme?: boolean;
}

const placeWords = {
  query: 'in the query',
  body: 'in the body',
  cookie: 'in a cookie',
  header: 'in another header',
} as const;

/** Says in which place a probe has the token. */
export function placeText({ place }: TokenElsewhere): string {
  return `with the token ${placeWords[place]}`;
}

/**
 * The token under each of the names. Its scheme stands before it where `hasScheme` says so, and in a header that holds whole credentials.
 * `token`: as it is sent, or as a shell knows it.
 */
export function placedTokens(
  { names, hasScheme = false }: Pick<TokenElsewhere, 'names' | 'hasScheme'>,
  token: string,
): [name: string, value: string][] {
  return names.map((name) => [name, hasScheme || /-Authorization$/.test(name) ? `Bearer ${token}` : token]);
}

/** Cookies that the service set in answers to calls with the token. */
export interface SentCookies {
  /** As sent back in the Cookie header. */
  readonly header: string;
  /** The endpoint that set them, and the body of the call to it. */
  readonly setBy: Endpoint;
  readonly body: string | null;
}

export interface Response {
  /** 0: no response. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded text; bytes that are not UTF-8 appear as U+FFFD. */
  readonly body: string;
  /** Whether the body is UTF-8; null: the text does not tell, and its bytes were not examined. */
  readonly isUtf8: boolean | null;
  /** Why there is no readable response; null: there is one. */
  readonly failure: CallFailure | null;
  /** The engine's own error message. */
  readonly error: string;
  readonly durationMs: number;
  /** TCP handshake; 0 on a used connection. */
  readonly connectingMs: number;
  /** Address of the other end; empty without a connection. */
  readonly address: string;
}

/** What `doctor` learns from a call that k6 makes for it. */
export interface OneCall extends Pick<Response, 'status' | 'failure' | 'error' | 'connectingMs'> {
  /** Whether it is HTML, by its Content-Type. */
  readonly isPage: boolean;
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

/** Failures without a complete answer. After any other failure there is an answer, whose duration is known. */
export const unanswered: readonly string[] = [
  'timeout',
  'unreachable',
  'reset',
  'cut off',
  'not HTTP',
] satisfies CallFailure[];

/** The document names no status codes, so every 2xx counts as a success, and nothing else does. */
export function succeeds(status: number): boolean {
  return status >= 200 && status < 300;
}

export function succeeded({ response }: Exchange): boolean {
  return succeeds(response.status);
}

/** Whether a request went to another target than the documented one: a refusal there says nothing about the token. */
export function wentElsewhere({ endpoint, request }: Exchange): boolean {
  return request.path !== undefined && request.path.split('?')[0] !== endpoints[endpoint].path;
}

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

/** A short name for how a call ended: "HTTP 503", "timeout". */
export function outcomeName({ response }: Exchange): string {
  return response.failure ?? `HTTP ${response.status}`;
}
