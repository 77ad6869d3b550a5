import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { parseBaseUrl } from '../../schemas/base-url.ts';
import { endpoints, endpointTitle } from '../../schemas/endpoints.ts';
import { proxyFor } from '../../schemas/proxy.ts';
import { accept, given, parseRequestHeaders } from '../../schemas/run-settings.ts';
import { UsageError } from '../exit-status.ts';
import { tokenIn, userinfoNote } from '../target.ts';
import { authoritiesOfSystem, readTransport, type TransportOptions } from '../transport.ts';
import { diagnosePath } from './diagnose-path.ts';
import { codeOf, type Diagnosis, doubt, ok, patienceMs, problem } from './diagnosis.ts';

/**
 * Whether a gate could reach the service and use the token, by one call of encrypt. Shows neither the token nor userinfo.
 * `option` is --base-url; without it BASE_URL names the service.
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
  const read = await settled(() => tokenIn(env));
  const token = typeof read === 'string' ? read : null;
  if (read instanceof UsageError)
    rows.push(problem('token', read.message, 'Set ACCESS_TOKEN to the token of this service.'));
  else if (token === null)
    rows.push(doubt('token', "not tested: k6's secret source has it", 'A run shows whether it is right.'));
  const manner = await settled(() => mannerOf(options, env, token));
  if (manner instanceof UsageError) return [...rows, problem('transport', manner.message, 'Correct it.')];
  const proxy = proxyFor(url, env);
  if (proxy !== null) {
    const detail = `k6 uses the proxy ${proxy}, whose time is then included; this command does not test the way through it`;
    const remedy = `Add ${new URL(url).hostname} to NO_PROXY if it can be reached directly.`;
    return [...rows, doubt('proxy', detail, remedy)];
  }
  rows.push(...(await diagnosePath(new URL(url))));
  const isReached = rows.every(({ name, state }) => name !== 'connection' || state === 'ok');
  return isReached ? [...rows, await diagnoseCall(url, manner, token !== null)] : rows;
}

/** What a run would use, or why it cannot. */
async function settled<T>(read: () => T | Promise<T>): Promise<T | UsageError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
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
      'Content-Type': 'application/json',
    },
    ...(ca === null ? {} : { ca }),
    ...(cert === undefined || key === undefined
      ? {}
      : { cert: await readFile(cert), key: await readFile(key) }),
    rejectUnauthorized: options.insecure !== true,
  };
}

const called = endpointTitle('encrypt');
const body = JSON.stringify({ data: 'doctor', algorithm: 'AES-256-GCM' });

async function diagnoseCall(
  baseUrl: string,
  manner: https.RequestOptions,
  hasToken: boolean,
): Promise<Diagnosis> {
  const { method, path } = endpoints.encrypt;
  const signal = AbortSignal.timeout(patienceMs);
  const ask: typeof https.request = baseUrl.startsWith('https:') ? https.request : http.request;
  try {
    const asked = ask(`${baseUrl}${path}`, { ...manner, method, signal, agent: false });
    const [response] = (await once(asked.end(body), 'response')) as [http.IncomingMessage];
    const isJson = await holdsJson(response);
    response.destroy();
    return judgeAnswer(response.statusCode ?? 0, isJson, hasToken);
  } catch (error) {
    return judgeFailure(error);
  }
}

const mostBytes = 1_000_000;

async function holdsJson(answer: AsyncIterable<Buffer>): Promise<boolean> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      bytes += chunk.length;
      if (bytes > mostBytes) return false;
      chunks.push(chunk);
    }
    JSON.parse(Buffer.concat(chunks).toString());
    return true;
  } catch {
    return false;
  }
}

/** Why there was no answer. */
function judgeFailure(error: unknown): Diagnosis {
  const code = codeOf(error);
  const remedy = /CERT|SIGNATURE|_SSL_|EPROTO/.test(code)
    ? 'If the service speaks no TLS there, write http://. Otherwise trust the authority of its certificate with --cacert FILE, or run with --insecure; if the service wants a client certificate, give --cert and --key.'
    : `Check that the service speaks HTTP there, with or without TLS as the base URL says, and answers within ${patienceMs / 1000} s.`;
  return problem('answer', `${called}: ${code}`, remedy);
}

/** Whether encrypt, the only endpoint that the document protects, takes the token. */
export function judgeAnswer(status: number, isJson: boolean, hasToken: boolean): Diagnosis {
  const detail = `${called}: HTTP ${status}`;
  if (status >= 200 && status < 300)
    return isJson
      ? ok('answer', detail)
      : doubt(
          'answer',
          `${detail}, but its body is no JSON`,
          'Check that the base URL leads to the service, not to a page such as a login in front of it.',
        );
  if (status === 401 || status === 403)
    return hasToken
      ? problem('answer', detail, 'Check that ACCESS_TOKEN is the token of this service.')
      : ok('answer', detail);
  if (status >= 300 && status < 400)
    return problem('answer', detail, 'Redirects are not followed: use the base URL that it redirects to.');
  if (status === 404 || status === 405)
    return problem(
      'answer',
      detail,
      `The path may be wrong: check what stands after the host in the base URL. The harness appends ${endpoints.encrypt.path} to it.`,
    );
  return doubt('answer', detail, 'Check the base URL and the health of the service.');
}
