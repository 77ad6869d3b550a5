import type { Response as Raw } from 'k6/http';
import type { CallFailure, Exchange } from '../checks/exchange.ts';

/**
 * k6's error codes: 1050 is a timeout, 11xx DNS, 121x dialling, 1000 plus the status an answer, and 1701 a body that cannot be
 * decompressed. Other failures are told apart by the messages of Go's HTTP client, which name the layer.
 */
export function failureOf(raw: Raw): CallFailure | null {
  const code = raw.error_code;
  // Status 0: there is no answer. Statuses of 600 and above are answers too, only not successful ones (RFC 9110 §15).
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

/** k6's message, and the layer: alone, a broken handshake is just "EOF", and a refusal by a proxy its status, "Forbidden". */
export function errorOf({ error, error_code, timings }: Raw): string {
  const { connecting, blocked, duration } = timings;
  // The connection was opened, but never became ready to send.
  const isInHandshake = connecting > 0 && blocked === 0 && duration === 0;
  if (!isInHandshake) return error;
  if (closedBefore.test(error)) return `tls: the handshake was broken off (${error})`;
  const hasProxy = __ENV['HTTPS_PROXY'] || __ENV['https_proxy'];
  return hasProxy && error_code === 1000 && !/tls|x509|: /i.test(error) ? `proxyconnect: ${error}` : error;
}

const notHttp =
  /malformed (HTTP|MIME)|bad Content-Length|unsupported transfer encoding|unsupported response status/i;

/** This machine has no file, port or memory left for another socket, or the proxy does not accept the connection. */
const ownTrouble =
  /too many open files|cannot assign requested address|no buffer space available|cannot allocate memory|proxyconnect/;

/** Messages of a connection that closed before the answer began. Once it has begun, k6 says "unexpected EOF" instead. */
const closedBefore = /^EOF$|closed (idle|network) connection|connection reset by peer|broken pipe/;

/** Whether an encrypt call may be repeated. k6 repeats GETs itself, and backups are never repeated because they have side effects. */
export function metClosedConnection({ credential, endpoint, connection, response }: Exchange): boolean {
  const unanswered = response.failure === 'reset' && closedBefore.test(response.error);
  return unanswered && connection === 'used' && credential === 'token' && endpoint === 'encrypt';
}
