import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { endpoints, endpointTitle } from '../../schemas/endpoints.ts';
import { accept, type RequestHeaders } from '../../schemas/request-headers.ts';
import type { HttpVersion, Trust } from './diagnose-tls.ts';
import { type Diagnosis, doubt, ok, problem } from './diagnosis.ts';
import { codeOf, givenUp } from './error-code.ts';

interface Manner {
  readonly trust: Trust;
  readonly http: HttpVersion;
  readonly timeoutMs: number;
}

/** What one harmless call is answered with. */
export async function diagnoseAnswer(
  baseUrl: string,
  token: string | undefined,
  own: RequestHeaders,
  manner: Manner,
): Promise<Diagnosis> {
  const url = new URL(`${baseUrl}${endpoints.user.path}`);
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const headers = { ...accept, ...own, ...authorization };
  const statusOf = manner.http === 'HTTP/2' ? statusOverHttp2 : statusOverHttp1;
  try {
    return diagnoseStatus(await statusOf(url, headers, manner), token !== undefined);
  } catch (error) {
    const remedy = `Check that the service speaks HTTP there, with or without TLS as the base URL says, and answers within ${manner.timeoutMs / 1000} s.`;
    return problem('answer', `${endpointTitle('user')}: ${codeOf(error)}`, remedy);
  }
}

async function statusOverHttp1(url: URL, headers: RequestHeaders, manner: Manner): Promise<number> {
  const { trust, timeoutMs } = manner;
  const ask: typeof https.request = url.protocol === 'https:' ? https.request : http.request;
  const asked = ask(url, { ...trust, headers, signal: AbortSignal.timeout(timeoutMs), agent: false });
  const [response] = (await once(asked.end(), 'response')) as [http.IncomingMessage];
  response.destroy();
  return response.statusCode ?? 0;
}

async function statusOverHttp2(url: URL, headers: RequestHeaders, manner: Manner): Promise<number> {
  const session = http2.connect(url.origin, manner.trust);
  // Its requests end with the same error.
  session.on('error', () => {});
  session.setTimeout(manner.timeoutMs, () => session.destroy(givenUp('ETIMEDOUT')));
  try {
    return await new Promise((resolve, reject) => {
      const asked = session.request({ ':path': url.pathname, ...headers });
      asked.once('error', reject);
      asked.once('response', (got) => resolve(got[':status'] ?? 0));
      asked.once('close', () => reject(givenUp('ECONNRESET')));
    });
  } finally {
    session.destroy();
  }
}

/** Says whether the load would measure answers, or refusals. */
export function diagnoseStatus(status: number, hasToken: boolean): Diagnosis {
  const detail = `${endpointTitle('user')}: HTTP ${status}`;
  if (status >= 200 && status < 300) return ok('answer', detail);
  if (status === 401 || status === 403) {
    return hasToken
      ? problem('answer', detail, 'Check that ACCESS_TOKEN is the token of this service.')
      : doubt('answer', detail, 'Set ACCESS_TOKEN.');
  }
  if (status >= 300 && status < 400)
    return problem('answer', detail, 'Redirects are not followed: use the base URL that it redirects to.');
  if (status === 404 || status === 405)
    return problem('answer', detail, 'Check the base URL: it must not include /api/v1.');
  return doubt('answer', detail, 'Check the base URL and the health of the service.');
}
