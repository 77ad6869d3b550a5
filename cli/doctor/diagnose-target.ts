import { lookup } from 'node:dns/promises';
import { accessTokenProblem } from '../../schemas/access-token.ts';
import { parseBaseUrl } from '../../schemas/base-url.ts';
import { endpoints, endpointTitle } from '../../schemas/endpoints.ts';
import { proxyFor } from '../../schemas/proxy.ts';
import { parseRequestHeaders, type RequestHeaders } from '../../schemas/request-headers.ts';
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts';
import { judgeRoundTrip, measureHandshakes } from './round-trip.ts';

const timeoutMs = 5000;
const limitMs = 20;

/** Whether the service can be reached and answers one harmless call. Shows neither the token nor userinfo. */
export async function diagnoseTarget(
  baseUrl: string,
  token: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Diagnosis[]> {
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) return [problem('base URL', parsed.problem, 'Correct --base-url or BASE_URL.')];
  const { url, note } = parsed.value;
  const target = new URL(url);
  const notes = note === null ? [] : [warning('base URL', note, 'Remove it.')];
  const tokenProblem = token === undefined ? null : accessTokenProblem(token);
  if (tokenProblem !== null) return [...notes, problem('token', tokenProblem, 'Correct ACCESS_TOKEN.')];
  const own = parseRequestHeaders(env['REQUEST_HEADERS'] ?? '');
  if (!own.ok) return [...notes, problem('headers', own.problem, 'Correct REQUEST_HEADERS.')];
  const { headers } = own;
  const reach = await diagnoseReach(target);
  if (reach.some(({ state }) => state === 'problem')) return [...notes, ...reach];
  return [...notes, ...proxyBefore(target, env), ...reach, await diagnoseAnswer(url, token, headers)];
}

/** k6 obeys the usual variables, but for loopback; the way through a proxy becomes part of every response time. */
export function proxyBefore({ href, hostname }: URL, env: NodeJS.ProcessEnv): Diagnosis[] {
  const proxy = proxyFor(href, env);
  if (proxy === null) return [];
  const detail = `k6 uses the proxy ${proxy}, whose time is then included; this command connects directly`;
  return [warning('proxy', detail, `Add ${hostname} to NO_PROXY.`)];
}

async function diagnoseReach(target: URL): Promise<Diagnosis[]> {
  const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
  const place = `${target.hostname} port ${port}`;
  try {
    const addresses = await lookup(target.hostname.replace(/^\[|\]$/g, ''), { all: true });
    const hosts = addresses.map(({ address }) => address);
    return [ok('connection', place), judgeRoundTrip(await handshakesOf(hosts, port), limitMs)];
  } catch (error) {
    const remedy =
      'Check that the service is running, that the base URL is right, and that DNS, firewall and network allow the connection.';
    return [problem('connection', `${place}: ${codeOf(error)}`, remedy)];
  }
}

/** A name can have addresses on which nothing listens, as localhost often does; rejects as the last one does. */
async function handshakesOf([host = '', ...others]: readonly string[], port: number): Promise<number[]> {
  const measured = measureHandshakes({ host, port }, timeoutMs);
  return others.length === 0 ? measured : measured.catch(() => handshakesOf(others, port));
}

async function diagnoseAnswer(
  url: string,
  token: string | undefined,
  own: RequestHeaders,
): Promise<Diagnosis> {
  const headers = token === undefined ? own : { ...own, Authorization: `Bearer ${token}` };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url}${endpoints.user.path}`, { headers, redirect: 'manual', signal });
    await response.body?.cancel();
    return judgeStatus(response.status, token !== undefined);
  } catch (error) {
    return problem('answer', `${endpointTitle('user')}: ${codeOf(error)}`, remedyFor(codeOf(error)));
  }
}

/** Says whether the load would measure answers, or refusals. */
export function judgeStatus(status: number, hasToken: boolean): Diagnosis {
  const detail = `${endpointTitle('user')}: HTTP ${status}`;
  if (status >= 200 && status < 300) return ok('answer', detail);
  if (status === 401 || status === 403) {
    return warning('answer', detail, hasToken ? 'Check that ACCESS_TOKEN is right.' : 'Set ACCESS_TOKEN.');
  }
  if (status >= 300 && status < 400) {
    return warning('answer', detail, 'Redirects are not followed: use the base URL that it redirects to.');
  }
  return warning('answer', detail, 'Check the base URL and the health of the service.');
}

/** Only the code: a message could repeat a header. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : codeOf(error.cause);
}

function remedyFor(code: string): string {
  return /CERT|SIGNED|ISSUER|SIGNATURE/.test(code)
    ? 'Trust its certificate with SSL_CERT_FILE for k6 and NODE_EXTRA_CA_CERTS for this command; or, for k6 only, set K6_INSECURE_SKIP_TLS_VERIFY=true.'
    : `Check that the service speaks HTTP there, with or without TLS as the base URL says, and answers within ${timeoutMs / 1000} s.`;
}
