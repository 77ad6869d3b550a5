import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { said } from '../../checks/causes.ts';
import { type CallFailure, type OneCall, succeeds } from '../../checks/exchange.ts';
import { limitMsOf } from '../../checks/latency/expectation.ts';
import { msText } from '../../checks/wording.ts';
import { whyUnread } from '../../reports/judge/why-unread.ts';
import { placeOf } from '../../schemas/base-url.ts';
import { endpoints, endpointTitle } from '../../schemas/endpoints.ts';
import { proxyFor } from '../../schemas/proxy.ts';
import { given } from '../../schemas/run-settings.ts';
import { otherAddress } from '../addresses.ts';
import { k6Environment, redactorOf } from '../child-environment.ts';
import { scriptFiles } from '../contract/scenario-script.ts';
import { messageOf, UsageError } from '../exit-status.ts';
import { answerOf } from '../k6/executable.ts';
import { packageRoot } from '../package-root.ts';
import { plainWords, withoutQuotes } from '../run/k6-log.ts';
import { serviceAt, tokenIn } from '../target.ts';
import { readTransport, type TransportOptions, type TransportSettings, toldToK6 } from '../transport.ts';
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts';

/**
 * Whether a gate could reach the service and use the token, by one call of encrypt. Shows neither the token nor userinfo. `k6`: its
 * file; null: there is none.
 */
export async function diagnoseTarget(
  options: TransportOptions & { readonly baseUrl?: string | undefined },
  env: NodeJS.ProcessEnv,
  k6: string | null,
) {
  const named = options.baseUrl ?? given(env['BASE_URL']);
  if (named === null) return [warning('service', 'none was checked', 'Set BASE_URL or give --base-url URL.')];
  const rows: Diagnosis[] = [];
  /** null: it cannot be used, and a row says why. */
  const read = async <T>(name: string, reading: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await reading();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      rows.push(problem(name, error.message));
      return null;
    }
  };
  const service = await read('base URL', () => serviceAt(named, '--base-url or BASE_URL'));
  if (service?.note != null) rows.push(warning('base URL', service.note, 'Remove it.'));
  await read('token', () => tokenIn(env));
  const transport = await read('transport', () => readTransport(options, env));
  if (service === null || transport === null) return rows;
  const proxy = proxyFor(service.url, env);
  if (proxy !== null) {
    const detail = `k6 uses the proxy ${proxy}, whose time is part of every response time`;
    const remedy = `Add ${placeOf(service.url).host} to NO_PROXY if it can be reached directly.`;
    rows.push(warning('proxy', detail, remedy));
  }
  return k6 === null ? rows : [...rows, ...(await diagnoseCall(k6, service.url, transport, env, proxy))];
}

const called = endpointTitle('encrypt');

/** For k6 to start, and to wait for the answer. */
const mostMs = 30_000;

/** Has k6 call encrypt once, as a run would: by its certificates, its proxy, its names and its protocol. */
async function diagnoseCall(
  k6: string,
  baseUrl: string,
  transport: TransportSettings,
  operator: NodeJS.ProcessEnv,
  proxy: string | null,
): Promise<Diagnosis[]> {
  try {
    const scratch = await mkdtemp(join(tmpdir(), 'encryption-backup-harness-'));
    try {
      const own = { ...(await toldToK6(transport, scratch)), BASE_URL: baseUrl };
      // Metrics of this one call are of no use to anybody.
      const inputs = Object.entries(operator).filter(([name]) => !/^K6_(OUT|WEB_DASHBOARD)/i.test(name));
      const { env } = k6Environment(Object.fromEntries(inputs), own);
      const script = join(packageRoot(), 'dist', scriptFiles.oneCall);
      const args = ['run', '--quiet', '--no-usage-report', script];
      const printed = await answerOf(k6, args, { env, timeout: mostMs }).catch((error: unknown) => {
        throw new Error(redactorOf(env)(withoutQuotes(messageOf(error))));
      });
      const call: OneCall = JSON.parse(printed);
      const { failure, error, connectingMs } = call;
      const way = proxy === null && connectingMs > 0 ? [judgeHandshake(connectingMs)] : [];
      if (failure === null) return [...way, judgeAnswer(call)];
      const words = beforeAnswers.includes(failure) ? error : plainWords(error);
      const { reason, remedy } = whyUnread(failure, words, { url: baseUrl, proxy });
      const other = proxy === null ? await otherAddress(baseUrl) : null;
      return [...way, problem('answer', `${called}: ${reason}`, other ?? remedy)];
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  } catch (error) {
    const remedy = 'Check what the base URL leads to, and that k6 can run a script.';
    return [problem('answer', `${called}: ${(error as Error).message}`, remedy)];
  }
}

/** Failures before an answer. In the message of any other, k6 may quote a part of the answer, which may repeat the token. */
const beforeAnswers: readonly CallFailure[] = ['unreachable', 'not sent', 'timeout'];

/** From this share of the limit on, the network decides too much. */
const farShare = 0.25;
const limitMs = limitMsOf({ version: 1 });

export function judgeHandshake(handshakeMs: number): Diagnosis {
  const detail = `the TCP handshake took ${msText(handshakeMs)} of the ${limitMs} ms that an answer may take`;
  return handshakeMs > limitMs * farShare ? warning('round trip', detail, nearer) : ok('round trip', detail);
}

const nearer =
  'Run the harness closer to the service, or declare in the contract where the limit holds: latency.at. If it is close, check whether this machine is busy.';

/** Whether encrypt, the only endpoint that the document protects, takes the token. */
export function judgeAnswer({ status, isPage, hasToken }: Pick<OneCall, 'status' | 'isPage' | 'hasToken'>) {
  const detail = `${called}: HTTP ${status}`;
  const isRefusal = status === 401 || status === 403;
  if (isPage && succeeds(status)) return warning('answer', `${detail}, but it is an HTML page`, noPage);
  if (succeeds(status) || (isRefusal && !hasToken)) return ok('answer', detail);
  if (isRefusal) return problem('answer', detail, said('token-refused').remedy);
  if (status === 404 || status === 405) return problem('answer', detail, said('nothing-found').remedy);
  return status >= 300 && status < 400
    ? problem('answer', detail, said('redirected', { path: endpoints.encrypt.path, to: '' }).remedy)
    : warning('answer', detail, 'Check the base URL and the health of the service.');
}

const noPage = 'Check that the base URL leads to the service, not to a page such as a login in front of it.';
