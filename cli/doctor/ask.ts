import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { type Endpoint, endpoints } from '../../schemas/endpoints.ts';
import type { RequestHeaders } from '../../schemas/run-settings.ts';
import type { HttpVersion, Trust } from './diagnose-tls.ts';
import { givenUp, patienceMs } from './diagnosis.ts';

export interface Manner {
  readonly headers: RequestHeaders;
  readonly trust: Trust;
  readonly http: HttpVersion;
}

/** Makes one call, over the HTTP version that k6 would use, and returns the status of its answer. */
export async function askStatus(
  baseUrl: string,
  endpoint: Endpoint,
  body: string,
  manner: Manner,
): Promise<number> {
  const { method, path } = endpoints[endpoint];
  const url = new URL(`${baseUrl}${path}`);
  const type = body === '' ? {} : { 'Content-Type': 'application/json' };
  const headers = { ...manner.headers, ...type };
  const ask = manner.http === 'HTTP/2' ? statusOverHttp2 : statusOverHttp1;
  return await ask(url, method, body, { ...manner, headers });
}

async function statusOverHttp1(url: URL, method: string, body: string, manner: Manner): Promise<number> {
  const { headers, trust } = manner;
  const ask: typeof https.request = url.protocol === 'https:' ? https.request : http.request;
  const signal = AbortSignal.timeout(patienceMs);
  const asked = ask(url, { ...trust, method, headers, signal, agent: false });
  const [response] = (await once(asked.end(body), 'response')) as [http.IncomingMessage];
  response.destroy();
  return response.statusCode ?? 0;
}

async function statusOverHttp2(url: URL, method: string, body: string, manner: Manner): Promise<number> {
  const session = http2.connect(url.origin, manner.trust);
  // Its requests end with the same error.
  session.on('error', () => {});
  session.setTimeout(patienceMs, () => session.destroy(givenUp('ETIMEDOUT')));
  try {
    return await new Promise((resolve, reject) => {
      const sent = { ':method': method, ':path': url.pathname, ...manner.headers };
      const asked = session.request(sent, { endStream: body === '' });
      asked.once('error', reject);
      asked.once('response', (got) => resolve(got[':status'] ?? 0));
      asked.once('close', () => reject(givenUp('ECONNRESET')));
      if (body !== '') asked.end(body);
    });
  } finally {
    session.destroy();
  }
}
