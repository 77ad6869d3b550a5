import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import https from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** The agent of the virtual user that makes a call: k6 shares no connections between its users. */
export const ofUser = new AsyncLocalStorage();

export function newAgents() {
  const options = { keepAlive: true };
  return { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
}

/**
 * The part of `k6/http` that the harness uses, with the timings, errors and codes that k6 reports. `underWay`: so many calls are
 * without an end.
 */
export function k6Http(userAgent) {
  let calls = 0;
  const module = {
    CookieJar,
    setResponseCallback: () => {},
    expectedStatuses: () => {},
    asyncRequest: (method, url, body, params) => {
      calls += 1;
      return call(method, url, body, params, userAgent).finally(() => {
        calls -= 1;
      });
    },
  };
  return { module, underWay: () => calls };
}

/** Node writes a header's characters as single bytes, and Go writes them in UTF-8. */
const inUtf8 = (value) => Buffer.from(value, 'utf8').toString('latin1');

async function call(method, url, body, params, userAgent) {
  for (;;) {
    const ended = await callOnce(method, url, body, params, userAgent);
    // Go's client repeats a GET that met a connection which was just closed.
    if (!(ended.wasClosed && method === 'GET')) return ended.answer;
  }
}

function callOnce(method, url, body, { headers, timeout, responseType }, userAgent) {
  const { protocol } = new URL(url);
  const { request } = protocol === 'https:' ? https : http;
  const agent = ofUser.getStore()[protocol];
  const given = Object.fromEntries(
    Object.entries({ 'User-Agent': userAgent, ...headers }).map(([name, value]) => [name, inUtf8(value)]),
  );
  // Beside Expect, Node encodes headers in UTF-8, which these are already.
  if (Object.values(given).some((value) => /[^ -~]/.test(value))) delete given['Expect'];
  if (body !== null) given['Content-Length'] = Buffer.byteLength(body);
  else if (method !== 'GET') given['Content-Length'] = 0;
  const at = { asked: performance.now() };
  const now = (name) => {
    at[name] ??= performance.now();
  };
  return new Promise((resolve) => {
    const end = (fields, wasClosed = false) => {
      now('ended');
      clearTimeout(timer);
      resolve({ answer: { ...noAnswer, ...fields, timings: timingsOf(at) }, wasClosed });
    };
    // As it is written: a URL would resolve dot segments.
    const path = url.replace(/^\w+:\/\/[^/?]*/, '');
    const sent = request(url, { method, agent, headers: given, path });
    const timer = setTimeout(() => {
      end({ error: 'request timeout', error_code: 1050 });
      sent.destroy();
    }, timeout);
    sent.on('socket', (socket) => {
      if (!socket.connecting) return now('ready');
      now('dialled');
      socket.once('connect', () => now('connected'));
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => now('ready'));
    });
    sent.on('finish', () => now('sent'));
    sent.on('error', (error) => {
      const wasClosed =
        sent.reusedSocket && /hang up|ECONNRESET|EPIPE/.test(`${error.message} ${error.code}`);
      end(goError(error), wasClosed);
    });
    sent.on('response', (response) => {
      now('answered');
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', () =>
        end({ status: response.statusCode, error: 'unexpected EOF', error_code: 1000 }),
      );
      response.on('end', () => end(answerOf(response, Buffer.concat(chunks), responseType)));
    });
    // Node writes the headers in the encoding of a body that is text.
    sent.end(body === null ? undefined : Buffer.from(body));
  });
}

const noAnswer = { status: 0, body: null, headers: {}, cookies: {}, remote_ip: '', tls_version: '' };

function answerOf(response, bytes, responseType) {
  const { statusCode: status, socket } = response;
  const headers = headersOf(response.rawHeaders);
  // These statuses have no body, whatever their headers say of one.
  const hasBody = status !== 204 && status !== 304;
  const read = hasBody ? decompressed(bytes, headers['Content-Encoding']) : bytes;
  return {
    status,
    headers,
    cookies: cookiesOf(response.headers['set-cookie'] ?? []),
    remote_ip: socket?.remoteAddress ?? '',
    tls_version: socket?.encrypted === true ? 'tls1.3' : '',
    body: read === null ? null : responseType === 'text' ? read.toString() : arrayBufferOf(read),
    error: read === null ? 'decompression failed' : '',
    error_code: read === null ? 1701 : status >= 400 ? 1000 + status : 0,
  };
}

const arrayBufferOf = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);

const decoders = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

/** null: the body is not what its header says. */
function decompressed(bytes, coding) {
  const decode = decoders[coding];
  if (decode === undefined) return bytes;
  try {
    return decode(bytes);
  } catch {
    return null;
  }
}

/** By canonical names; the values of several lines are joined. */
function headersOf(raw) {
  const headers = {};
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at].toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
    headers[name] = name in headers ? `${headers[name]}, ${raw[at + 1]}` : raw[at + 1];
  }
  return headers;
}

function cookiesOf(lines) {
  const cookies = {};
  for (const line of lines) {
    const [pair, ...attributes] = line.split(/; */);
    const [, name, value] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    if (name === undefined) continue;
    const given = Object.fromEntries(
      attributes.map((one) => one.split('=')).map(([key, of = '']) => [key.toLowerCase(), of]),
    );
    const cookie = {
      ...{ name, value, domain: given.domain ?? '', path: given.path ?? '', secure: 'secure' in given },
      ...{ max_age: Number(given['max-age'] ?? 0), expires: Date.parse(given.expires ?? '') || 0 },
    };
    cookies[name] = [...(cookies[name] ?? []), cookie];
  }
  return cookies;
}

/** The harness keeps to one service, so all cookies are for it; only their paths tell them apart. */
class CookieJar {
  #cookies = new Map();
  set(_url, name, value, { path }) {
    this.#cookies.set(name, { value, path: path || '/' });
  }
  delete(_url, name) {
    this.#cookies.delete(name);
  }
  cookiesForURL(url) {
    const { pathname } = new URL(url);
    const own = [...this.#cookies].filter(([, { path }]) => pathname.startsWith(path));
    return Object.fromEntries(own.map(([name, { value }]) => [name, [value]]));
  }
}

function timingsOf({ asked, dialled, connected, ready, sent, answered, ended }) {
  const between = (from, to) => (from === undefined || to === undefined ? 0 : Math.max(0, to - from));
  const [sending, waiting] = [between(ready, sent), between(sent ?? ready, answered ?? ended)];
  const receiving = between(answered, ended);
  return {
    blocked: between(asked, ready),
    connecting: between(dialled, connected),
    tls_handshaking: connected === ready ? 0 : between(connected, ready),
    ...{ sending, waiting, receiving, duration: ready === undefined ? 0 : sending + waiting + receiving },
  };
}

/** An error of Node in the words and codes of k6. */
function goError({ code = '', message }) {
  if (code === 'ECONNREFUSED') return { error: 'dial: connection refused', error_code: 1212 };
  if (code.startsWith('HPE_')) return { error: `malformed HTTP response: ${message}`, error_code: 1000 };
  if (/hang up/.test(message)) return { error: 'EOF', error_code: 1000 };
  return { error: code === 'ECONNRESET' ? 'read: connection reset by peer' : message, error_code: 1000 };
}
