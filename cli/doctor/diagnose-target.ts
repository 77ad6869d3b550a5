import { readFile } from 'node:fs/promises';
import { parseBaseUrl, proxyFor } from '../../schemas/base-url.ts';
import { type Endpoint, endpointTitle } from '../../schemas/endpoints.ts';
import { accept, given, parseRequestHeaders, type RequestHeaders } from '../../schemas/run-settings.ts';
import { UsageError } from '../exit-status.ts';
import { tokenIn } from '../target.ts';
import { authoritiesOfSystem, readTransport, type TransportOptions } from '../transport.ts';
import { askStatus, type Manner } from './ask.ts';
import { type Address, diagnoseAddresses, judgeRoundTrip, measureHandshakes } from './diagnose-path.ts';
import { diagnoseTls, type Trust } from './diagnose-tls.ts';
import { codeOf, type Diagnosis, doubt, ok, patienceMs, problem, unchecked } from './diagnosis.ts';

/**
 * Whether a gate could reach the service and use the token: one call of user and, if that is answered and there is a
 * token, one of encrypt. Shows neither the token nor userinfo. `option` is --base-url; without it BASE_URL names the service.
 */
export async function diagnoseTarget(
  option: string | undefined,
  env: NodeJS.ProcessEnv,
  transportOptions: TransportOptions = {},
): Promise<Diagnosis[]> {
  const named = option ?? given(env['BASE_URL']);
  if (named === null) return [unchecked('service', 'none named', 'Set BASE_URL or give --base-url URL.')];
  const parsed = parseBaseUrl(named);
  if (!parsed.ok) return [problem('base URL', parsed.problem, 'Correct --base-url or BASE_URL.')];
  const { url, note } = parsed.value;
  const rows = note === null ? [] : [doubt('base URL', note, 'Remove it.')];
  const token = given(env['ACCESS_TOKEN']);
  const tokenRows = diagnoseToken(env);
  rows.push(...tokenRows);
  if (token !== null && tokenRows.length > 0) return rows;
  const transport = await transportOf(transportOptions, env);
  if (typeof transport === 'string') return [...rows, problem('transport', transport, 'Correct it.')];

  const { trust } = transport;
  const target = new URL(url);
  const { rows: addressRows, address } = await diagnoseAddresses(target);
  rows.push(...proxyBefore(target, env), ...addressRows);
  if (address === null) return rows;
  rows.push(await diagnoseRoundTrip(address));
  const tls = target.protocol === 'https:' ? await diagnoseTls(address, target.hostname, trust) : null;
  if (tls !== null) rows.push(tls.row);

  const authorization = token === null ? {} : { Authorization: `Bearer ${token}` };
  const headers = { ...accept, ...transport.headers, ...authorization };
  const manner = { headers, trust, http: tls?.http ?? 'HTTP/1.1' } as const;
  const answer = await diagnoseCall(url, 'user', '', manner, (status) => judgeAnswer(status, token !== null));
  rows.push(answer);
  if (token !== null && answer.state !== 'problem')
    rows.push(await diagnoseCall(url, 'encrypt', encryptBody, manner, judgeToken));
  return rows;
}

const encryptBody = JSON.stringify({ data: 'doctor', algorithm: 'AES-256-GCM' });

/** What can be said of the token before any call, by the rules of a run; empty: it may be tried. */
function diagnoseToken(env: NodeJS.ProcessEnv): Diagnosis[] {
  try {
    if (tokenIn(env) !== null) return [];
    return [doubt('token', "not tested: k6's secret source has it", 'A run shows whether it is right.')];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [problem('token', error.message, 'Set ACCESS_TOKEN to the token of this service.')];
  }
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
    return judgeRoundTrip(await measureHandshakes(address));
  } catch (error) {
    return problem('round trip', codeOf(error), 'Check why some connections cannot be established.');
  }
}

/** k6 obeys the usual variables, but for loopback; the way through a proxy becomes part of every response time. */
export function proxyBefore({ href, hostname }: URL, env: NodeJS.ProcessEnv): Diagnosis[] {
  const proxy = proxyFor(href, env);
  if (proxy === null) return [];
  const detail = `k6 uses the proxy ${proxy}, whose time is then included; this command connects directly`;
  return [doubt('proxy', detail, `Add ${hostname} to NO_PROXY.`)];
}

/** Judges the status of one call; `body` is empty for none. */
async function diagnoseCall(
  baseUrl: string,
  endpoint: Endpoint,
  body: string,
  manner: Manner,
  judge: (status: number) => Diagnosis,
): Promise<Diagnosis> {
  try {
    return judge(await askStatus(baseUrl, endpoint, body, manner));
  } catch (error) {
    const remedy = `Check that the service speaks HTTP there, with or without TLS as the base URL says, and answers within ${patienceMs / 1000} s.`;
    return problem('answer', `${endpointTitle(endpoint)}: ${codeOf(error)}`, remedy);
  }
}

const wrongToken = 'Check that ACCESS_TOKEN is the token of this service.';

/** Whether the load would measure answers, or refusals. */
export function judgeAnswer(status: number, hasToken: boolean): Diagnosis {
  const detail = `${endpointTitle('user')}: HTTP ${status}`;
  if (isSuccess(status)) return ok('answer', detail);
  if (isRefusal(status))
    return hasToken ? problem('answer', detail, wrongToken) : doubt('answer', detail, 'Set ACCESS_TOKEN.');
  if (status >= 300 && status < 400)
    return problem('answer', detail, 'Redirects are not followed: use the base URL that it redirects to.');
  if (status === 404 || status === 405)
    return problem(
      'answer',
      detail,
      'The path may be wrong: check what stands after the host in the base URL. The harness appends /api/v1/user to it.',
    );
  return doubt('answer', detail, 'Check the base URL and the health of the service.');
}

/** Whether encrypt, the only endpoint that the document protects, takes the token. */
export function judgeToken(status: number): Diagnosis {
  const detail = `${endpointTitle('encrypt')}: HTTP ${status}`;
  if (isSuccess(status)) return ok('token', detail);
  if (isRefusal(status)) return problem('token', detail, wrongToken);
  return doubt('token', `not tested: ${detail}`, 'Find out why the service does not encrypt.');
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}
