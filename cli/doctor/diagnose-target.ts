import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { said } from '../../checks/causes.ts';
import type { CallFailure, OneCall } from '../../checks/exchange.ts';
import { whyUnread } from '../../reports/judge/why-unread.ts';
import { parseBaseUrl, placeOf } from '../../schemas/base-url.ts';
import { endpoints, endpointTitle } from '../../schemas/endpoints.ts';
import { proxyFor } from '../../schemas/proxy.ts';
import { given } from '../../schemas/run-settings.ts';
import { k6Environment, redactorOf } from '../child-environment.ts';
import { scriptFiles } from '../contract/scenario-script.ts';
import { UsageError } from '../exit-status.ts';
import { answerOf, reasonOf } from '../k6/executable.ts';
import { packageRoot } from '../package-root.ts';
import { plainWords, withoutQuotes } from '../run/k6-log.ts';
import { tokenIn, userinfoNote } from '../target.ts';
import { readTransport, type TransportOptions, type TransportSettings, toldToK6 } from '../transport.ts';
import { diagnosePath } from './diagnose-path.ts';
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
  const parsed = parseBaseUrl(named);
  if (!parsed.ok) return [problem('base URL', parsed.problem, 'Correct --base-url or BASE_URL.')];
  const { url, userinfo } = parsed.value;
  const rows = userinfo === null ? [] : [warning('base URL', userinfoNote, 'Remove it.')];
  const token = await settled(() => tokenIn(env));
  if (token instanceof UsageError)
    rows.push(problem('token', token.message, 'Use the token of this service.'));
  const transport = await settled(() => readTransport(options, env));
  if (transport instanceof UsageError)
    return [...rows, problem('transport', transport.message, 'Correct it.')];
  const proxy = proxyFor(url, env);
  if (proxy === null) rows.push(...(await diagnosePath(url)));
  else {
    const detail = `k6 uses the proxy ${proxy}, whose time is part of every response time`;
    const remedy = `Add ${placeOf(url).host} to NO_PROXY if it can be reached directly.`;
    rows.push(warning('proxy', detail, remedy));
  }
  const isReached = rows.every(({ name, state }) => name !== 'connection' || state === 'ok');
  return isReached && k6 !== null ? [...rows, await diagnoseCall(k6, url, transport, env, proxy)] : rows;
}

async function settled<T>(read: () => T | Promise<T>): Promise<T | UsageError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
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
): Promise<Diagnosis> {
  try {
    const scratch = await mkdtemp(join(tmpdir(), 'encryption-backup-harness-'));
    try {
      const own = { ...(await toldToK6(transport, scratch)), BASE_URL: baseUrl };
      // Metrics of this one call are of no use to anybody.
      const inputs = Object.entries(operator).filter(([name]) => !/^K6_(OUT|WEB_DASHBOARD)/i.test(name));
      const { env } = k6Environment(Object.fromEntries(inputs), own);
      const script = join(packageRoot(), 'dist', scriptFiles.oneCall);
      const args = ['run', '--quiet', '--no-usage-report', script];
      const printed = await answerOf(k6, { args, env, timeout: mostMs }).catch((error: unknown) => {
        throw new Error(redactorOf(env)(withoutQuotes(reasonOf(error))));
      });
      const call: OneCall = JSON.parse(printed);
      const { failure, error } = call;
      if (failure === null) return judgeAnswer(call);
      const words = beforeAnswers.includes(failure) ? error : plainWords(error);
      const { reason, remedy } = whyUnread(failure, words, { url: baseUrl, proxy });
      return problem('answer', `${called}: ${reason}`, remedy);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  } catch (error) {
    const remedy = 'Check what the base URL leads to, and that k6 can run a script.';
    return problem('answer', `${called}: ${(error as Error).message}`, remedy);
  }
}

/** Failures before an answer. In the message of any other, k6 may quote a part of the answer, which may repeat the token. */
const beforeAnswers: readonly CallFailure[] = ['unreachable', 'not sent', 'timeout'];

/** Whether encrypt, the only endpoint that the document protects, takes the token. */
export function judgeAnswer({ status, isPage, hasToken }: Pick<OneCall, 'status' | 'isPage' | 'hasToken'>) {
  const detail = `${called}: HTTP ${status}`;
  const isRefusal = status === 401 || status === 403;
  if (isPage && isSuccess(status)) return warning('answer', `${detail}, but it is an HTML page`, noPage);
  if (isSuccess(status) || (isRefusal && !hasToken)) return ok('answer', detail);
  const cause = causeOf(status);
  return cause === null
    ? warning('answer', detail, 'Check the base URL and the health of the service.')
    : problem('answer', detail, cause.remedy);
}

const isSuccess = (status: number) => status >= 200 && status < 300;

const noPage = 'Check that the base URL leads to the service, not to a page such as a login in front of it.';

/** null: what the status says has no one cause. */
function causeOf(status: number) {
  if (status === 401 || status === 403) return said('token-refused');
  if (status === 404 || status === 405) return said('nothing-found');
  const isRedirect = status >= 300 && status < 400;
  return isRedirect ? said('redirected', { path: endpoints.encrypt.path, to: '' }) : null;
}
