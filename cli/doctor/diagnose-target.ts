import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { parseBaseUrl, proxyFor } from '../../schemas/base-url.ts';
import { type Endpoint, endpoints, endpointTitle } from '../../schemas/endpoints.ts';
import { accept, given, parseRequestHeaders } from '../../schemas/run-settings.ts';
import { UsageError } from '../exit-status.ts';
import { tokenIn, userinfoNote } from '../target.ts';
import { authoritiesOfSystem, readTransport, type TransportOptions } from '../transport.ts';
import { diagnosePath } from './diagnose-path.ts';
import { codeOf, type Diagnosis, doubt, ok, patienceMs, problem } from './diagnosis.ts';

/**
 * Whether a gate could reach the service and use the token: one call of user and, if that is answered and there is a
 * token, one of encrypt. Shows neither the token nor userinfo. `option` is --base-url; without it BASE_URL names the service.
 */
export async function diagnoseTarget(
  option: string | undefined,
  env: NodeJS.ProcessEnv,
  options: TransportOptions = {},
): Promise<Diagnosis[]> {
  const named = option ?? given(env['BASE_URL']);
  if (named === null) return [doubt('service', 'none was checked', 'Set BASE_URL or give --base-url URL.')];
  const parsed = parseBaseUrl(named);
  if (!parsed.ok) return [problem('base URL', parsed.problem, 'Correct --base-url or BASE_URL.')];
  const { url, userinfo } = parsed.value;
  const rows = userinfo === null ? [] : [doubt('base URL', userinfoNote, 'Remove it.')];
  const [token, tokenRows] = usable(env);
  rows.push(...tokenRows);
  const manner = await mannerOf(options, env, token).catch((error: unknown) => {
    if (error instanceof UsageError) return error.message;
    throw error;
  });
  if (typeof manner === 'string') return [...rows, problem('transport', manner, 'Correct it.')];
  const proxy = proxyFor(url, env);
  if (proxy !== null) {
    const detail = `k6 uses the proxy ${proxy}, whose time is then included; this command does not test the way through it`;
    return [
      ...rows,
      doubt('proxy', detail, `Add ${new URL(url).hostname} to NO_PROXY if it can be reached directly.`),
    ];
  }
  rows.push(...(await diagnosePath(new URL(url))));
  if (rows.some(({ name, state }) => name === 'connection' && state === 'problem')) return rows;
  const answered = await diagnoseCall(url, 'user', '', manner, (answer, socket) => [
    judgeAnswer(answer, token !== null),
    ...judgeCertificate(socket),
  ]);
  rows.push(...answered);
  if (token !== null && answered[0]?.state !== 'problem')
    rows.push(...(await diagnoseCall(url, 'encrypt', encryptBody, manner, (answer) => [judgeToken(answer)])));
  return rows;
}

const encryptBody = JSON.stringify({ data: 'doctor', algorithm: 'AES-256-GCM' });

/** The token if a run would use it, and what can be said of it before any call. */
function usable(env: NodeJS.ProcessEnv): readonly [string | null, readonly Diagnosis[]] {
  try {
    const token = tokenIn(env);
    if (token !== null) return [token, []];
    const detail = "not tested: k6's secret source has it";
    return [null, [doubt('token', detail, 'A run shows whether it is right.')]];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [null, [problem('token', error.message, 'Set ACCESS_TOKEN to the token of this service.')]];
  }
}

/** How requests reach the service: with these headers, and certificates as a run would use them. */
async function mannerOf(
  options: TransportOptions,
  env: NodeJS.ProcessEnv,
  token: string | null,
): Promise<https.RequestOptions> {
  const { variables, authorities } = await readTransport(options, env);
  const own = parseRequestHeaders(variables['REQUEST_HEADERS'] ?? '');
  const { CLIENT_CERT: cert, CLIENT_KEY: key } = variables;
  const ca = authorities ?? (await authoritiesOfSystem(env));
  return {
    headers: {
      ...accept,
      ...(own.ok ? own.value : {}),
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(ca === null ? {} : { ca }),
    ...(cert === undefined || key === undefined
      ? {}
      : { cert: await readFile(cert), key: await readFile(key) }),
    rejectUnauthorized: options.insecure !== true,
  };
}

interface ShortAnswer {
  readonly status: number;
  readonly isJson: boolean;
}

/** Judges the answer to one call; `body` is empty for none. */
async function diagnoseCall(
  baseUrl: string,
  endpoint: Endpoint,
  body: string,
  manner: https.RequestOptions,
  judge: (answer: ShortAnswer, socket: Socket) => Diagnosis[],
): Promise<Diagnosis[]> {
  const { method, path } = endpoints[endpoint];
  const type = body === '' ? {} : { 'Content-Type': 'application/json' };
  const headers = { ...manner.headers, ...type };
  const signal = AbortSignal.timeout(patienceMs);
  const ask: typeof https.request = baseUrl.startsWith('https:') ? https.request : http.request;
  try {
    const asked = ask(`${baseUrl}${path}`, { ...manner, method, headers, signal, agent: false });
    const [response] = (await once(asked.end(body), 'response')) as [http.IncomingMessage];
    const { statusCode: status = 0, socket } = response;
    const rows = judge({ status, isJson: await holdsJson(response) }, socket);
    response.destroy();
    return rows;
  } catch (error) {
    return [judgeFailure(endpoint, error)];
  }
}

const mostBytes = 1_000_000;

async function holdsJson(body: AsyncIterable<Buffer>): Promise<boolean> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      if (chunks.reduce((sum, { length }) => sum + length, 0) > mostBytes) return false;
    }
    JSON.parse(Buffer.concat(chunks).toString());
    return true;
  } catch {
    return false;
  }
}

/** Why there was no answer. */
function judgeFailure(endpoint: Endpoint, error: unknown): Diagnosis {
  const code = codeOf(error);
  const detail = `${endpointTitle(endpoint)}: ${code}`;
  if (/wrong version number|packet length too long/.test(String(error)))
    return problem('answer', detail, 'The service does not seem to speak TLS there: write http://.');
  if (/CERT|SIGNATURE|_SSL_|EPROTO/.test(code))
    return problem(
      'answer',
      detail,
      'Trust the authority of its certificate with --cacert FILE, or run with --insecure; if the service wants a client certificate, give --cert and --key.',
    );
  const remedy = `Check that the service speaks HTTP there, with or without TLS as the base URL says, and answers within ${patienceMs / 1000} s.`;
  return problem('answer', detail, remedy);
}

const leastDays = 14;

/** With --insecure it may have expired. */
function judgeCertificate(socket: Socket): Diagnosis[] {
  if (!(socket instanceof TLSSocket)) return [];
  const { valid_to: until } = socket.getPeerCertificate();
  const days = (Date.parse(until) - Date.now()) / 86_400_000;
  return days < leastDays ? [doubt('certificate', `valid until ${until}`, 'Renew it.')] : [];
}

const wrongToken = 'Check that ACCESS_TOKEN is the token of this service.';

/** Whether the load would measure answers, or refusals. */
export function judgeAnswer({ status, isJson }: ShortAnswer, hasToken: boolean): Diagnosis {
  const detail = `${endpointTitle('user')}: HTTP ${status}`;
  if (isSuccess(status)) return isJson ? ok('answer', detail) : noJson('answer', detail);
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
export function judgeToken({ status, isJson }: ShortAnswer): Diagnosis {
  const detail = `${endpointTitle('encrypt')}: HTTP ${status}`;
  if (isSuccess(status)) return isJson ? ok('token', detail) : noJson('token', `not tested: ${detail}`);
  if (isRefusal(status)) return problem('token', detail, wrongToken);
  return doubt('token', `not tested: ${detail}`, 'Find out why the service does not encrypt.');
}

function noJson(name: string, detail: string): Diagnosis {
  const remedy =
    'Check that the base URL leads to the service, not to a page such as a login in front of it.';
  return doubt(name, `${detail}, but its body is no JSON`, remedy);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}
