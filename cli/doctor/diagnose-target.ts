import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { parseBaseUrl, proxyFor } from '../../schemas/base-url.ts';
import { endpoints, endpointTitle } from '../../schemas/endpoints.ts';
import {
  accept,
  accessTokenProblem,
  parseRequestHeaders,
  type RequestHeaders,
} from '../../schemas/run-settings.ts';
import { UsageError } from '../exit-status.ts';
import { authoritiesOfSystem, readTransport, type TransportOptions } from '../transport.ts';
import { type Address, diagnoseAddresses, judgeRoundTrip, measureHandshakes } from './diagnose-path.ts';
import { diagnoseTls, type HttpVersion, type Trust } from './diagnose-tls.ts';
import { codeOf, type Diagnosis, doubt, givenUp, ok, problem } from './diagnosis.ts';

const timeoutMs = 5000;
const limitMs = 20;

/** Whether the service can be reached and answers one harmless call. Shows neither the token nor userinfo. */
export async function diagnoseTarget(
  baseUrl: string,
  token: string | undefined,
  env: NodeJS.ProcessEnv,
  options: TransportOptions = {},
): Promise<Diagnosis[]> {
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) return [problem('base URL', parsed.problem, 'Correct --base-url or BASE_URL.')];
  const { url, note } = parsed.value;
  const target = new URL(url);
  const notes = note === null ? [] : [doubt('base URL', note, 'Remove it.')];
  const tokenProblem = token === undefined ? null : accessTokenProblem(token);
  if (tokenProblem !== null) return [...notes, problem('token', tokenProblem, 'Correct ACCESS_TOKEN.')];
  const transport = await transportOf(options, env);
  if (typeof transport === 'string') return [...notes, problem('transport', transport, 'Correct it.')];
  const { headers, trust } = transport;
  const { rows, address } = await diagnoseAddresses(target, timeoutMs);
  const begun = [...notes, ...proxyBefore(target, env), ...rows];
  if (address === null) return begun;
  const tls =
    target.protocol === 'https:' ? await diagnoseTls(address, target.hostname, trust, timeoutMs) : null;
  return [
    ...begun,
    await diagnoseRoundTrip(address),
    ...(tls === null ? [] : [tls.row]),
    await diagnoseAnswer(url, token, headers, { trust, http: tls?.http ?? 'HTTP/1.1', timeoutMs }),
  ];
}

async function transportOf(
  options: TransportOptions,
  env: NodeJS.ProcessEnv,
): Promise<string | { readonly headers: RequestHeaders; readonly trust: Trust }> {
  try {
    const { variables, authorities } = await readTransport(options, env);
    const own = parseRequestHeaders(variables['REQUEST_HEADERS'] ?? '');
    const { CLIENT_CERT: cert, CLIENT_KEY: key } = variables;
    const ca = authorities ?? (await authoritiesOfSystem(env));
    const trust = {
      ...(ca === null ? {} : { ca }),
      ...(cert === undefined || key === undefined
        ? {}
        : { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') }),
      rejectUnauthorized: options.insecure !== true,
    };
    return { headers: own.ok ? own.headers : {}, trust };
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

async function diagnoseRoundTrip(address: Address): Promise<Diagnosis> {
  try {
    return judgeRoundTrip(await measureHandshakes(address, timeoutMs), limitMs);
  } catch (error) {
    return problem('round trip', codeOf(error), 'Check why some connections do not come about.');
  }
}

/** k6 obeys the usual variables, but for loopback; the way through a proxy becomes part of every response time. */
export function proxyBefore({ href, hostname }: URL, env: NodeJS.ProcessEnv): Diagnosis[] {
  const proxy = proxyFor(href, env);
  if (proxy === null) return [];
  const detail = `k6 uses the proxy ${proxy}, whose time is then included; this command connects directly`;
  return [doubt('proxy', detail, `Add ${hostname} to NO_PROXY.`)];
}

interface Manner {
  readonly trust: Trust;
  readonly http: HttpVersion;
  readonly timeoutMs: number;
}

/** What one harmless call is answered with. */
async function diagnoseAnswer(
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
