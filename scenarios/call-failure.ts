import type { CallFailure, Exchange } from '../checks/exchange.ts';

/** How a call ended, as k6 says it. */
interface Ended {
  /** 0: no answer. */
  readonly status: number;
  readonly error: string;
  readonly error_code: number;
  readonly timings: {
    readonly connecting: number;
    readonly blocked: number;
    readonly duration: number;
    readonly receiving: number;
  };
}

/**
 * By k6's error codes: 1050 timeout, 11xx DNS, 121x dialling, 1000 more than its status an answer, 1701 a body that cannot
 * be decompressed. The rest by the error messages of Go's HTTP client, in which each layer names itself.
 */
export function failureOf(raw: Ended): CallFailure | null {
  const code = raw.error_code;
  // Any number from 400 on is an answer: of 600 and above nobody knows more than that it is none of success (RFC 9110 §15).
  if (raw.status !== 0 && (code === 0 || code === 1000 + raw.status)) return null;
  if (code === 0) return 'reset';
  if (code === 1050) return 'timeout';
  if (code === 1701) return 'undecodable body';
  if (/^failed to parse Location header/.test(raw.error)) return 'bad location';
  if (notHttp.test(raw.error)) return 'not HTTP';
  if ((code >= 1100 && code < 1200) || ownTrouble.test(errorOf(raw))) return 'not sent';
  if (raw.timings.receiving > 0) return 'cut off';
  return (code >= 1210 && code < 1220) || ofTls.test(errorOf(raw)) ? 'unreachable' : 'reset';
}

const ofTls = /\b(tls|x509): /;

/**
 * k6's message, with the layer that failed: a handshake that the other end breaks off is a plain "EOF", and a proxy that opens no
 * way to the service the words of its status alone, such as "Forbidden".
 */
export function errorOf({ error, error_code, timings }: Omit<Ended, 'status'>): string {
  const { connecting, blocked, duration } = timings;
  // Connected, and never ready to send.
  const isInHandshake = connecting > 0 && blocked === 0 && duration === 0;
  if (!isInHandshake) return error;
  if (closedBefore.test(error)) return `tls: the handshake was broken off (${error})`;
  const hasProxy = __ENV['HTTPS_PROXY'] || __ENV['https_proxy'];
  return hasProxy && error_code === 1000 && !/tls|x509|: /i.test(error) ? `proxyconnect: ${error}` : error;
}

const notHttp =
  /malformed (HTTP|MIME)|bad Content-Length|unsupported transfer encoding|unsupported response status/i;

/** This machine has no file, port or memory for another socket, or the proxy on the way does not take the connection. */
const ownTrouble =
  /too many open files|cannot assign requested address|no buffer space available|cannot allocate memory|proxyconnect/;

/** Error messages of k6's HTTP client. If an answer has begun, it says "unexpected EOF" instead. */
const closedBefore = /^EOF$|closed (idle|network) connection|connection reset by peer|broken pipe/;

/** Whether an encrypt call may be repeated. k6 itself repeats a GET, and a backup is never repeated: it has side effects. */
export function metClosedConnection({ credential, endpoint, connection, response }: Exchange): boolean {
  const unanswered = response.failure === 'reset' && closedBefore.test(response.error);
  return unanswered && connection === 'used' && credential === 'token' && endpoint === 'encrypt';
}
