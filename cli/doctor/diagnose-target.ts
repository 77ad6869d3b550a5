import { readFile } from 'node:fs/promises';
import { accessTokenProblem } from '../../schemas/access-token.ts';
import { parseBaseUrl } from '../../schemas/base-url.ts';
import { proxyFor } from '../../schemas/proxy.ts';
import { parseRequestHeaders, type RequestHeaders } from '../../schemas/request-headers.ts';
import { UsageError } from '../exit-status.ts';
import { authoritiesOfSystem, readTransport, type TransportOptions } from '../transport.ts';
import { diagnoseAddresses } from './diagnose-addresses.ts';
import { diagnoseAnswer } from './diagnose-answer.ts';
import { diagnoseTls, type Trust } from './diagnose-tls.ts';
import { type Diagnosis, doubt, problem } from './diagnosis.ts';
import { codeOf } from './error-code.ts';
import { type Address, judgeRoundTrip, measureHandshakes } from './round-trip.ts';

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
