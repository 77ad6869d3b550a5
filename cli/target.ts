import { parseBaseUrl } from '../schemas/base-url.ts';
import { given, parsedIn, usableToken } from '../schemas/run-settings.ts';
import { refuse, UsageError } from './exit-status.ts';

/**
 * Reads the service to judge; null: the embedded reference service, which is judged only if it is asked for. Throws UsageError
 * before anything is sent. Neither URL nor token is ever repeated.
 */
export function readTarget(
  { baseUrl, embedded }: { readonly baseUrl?: string; readonly embedded?: boolean },
  env: NodeJS.ProcessEnv,
) {
  if (embedded === true) {
    if (baseUrl === undefined) return null;
    throw new UsageError('--embedded and --base-url name two services: use only one of them.');
  }
  const text = baseUrl ?? given(env['BASE_URL']);
  if (text === null)
    throw new UsageError(
      'No service given: set BASE_URL or use --base-url URL. --embedded judges the reference service that comes with the harness.',
    );
  return {
    ...serviceAt(text, baseUrl === undefined ? 'BASE_URL' : '--base-url'),
    /** null: k6's secret source has it. */
    token: tokenIn(env),
  };
}

/**
 * Reads the service to compare the target with; null: none was named. Throws as `readTarget` does. k6 finds its token in the
 * environment, or uses that of the target.
 */
export function readComparedTarget(
  option: string | undefined,
  target: ReturnType<typeof readTarget>,
  env: NodeJS.ProcessEnv,
) {
  const text = option ?? given(env['COMPARE_URL']);
  if (text === null) return null;
  if (target === null)
    throw new UsageError('--compare also needs a service to judge: use --base-url or BASE_URL.');
  const service = serviceAt(text, option === undefined ? 'COMPARE_URL' : '--compare');
  tokenNamed('COMPARE_ACCESS_TOKEN', env);
  return service;
}

export function serviceAt(text: string, source: string) {
  const { url, userinfo } = parsedIn(source, parseBaseUrl(text), refuse);
  return {
    /** For k6 alone: it may hold a user and a password. */
    baseUrl: text,
    /** Without user and password. */
    url,
    note: userinfo === null ? null : userinfoNote,
  };
}

const userinfoNote =
  'The user and password in the base URL are not sent, because the Authorization header carries the token.';

/** null: k6's secret source has it. Throws UsageError, and never repeats the token. */
export function tokenIn(env: NodeJS.ProcessEnv): string | null {
  const isElsewhere = given(env['ACCESS_TOKEN']) === null && given(env['K6_SECRET_SOURCE']) !== null;
  return isElsewhere ? null : accessTokenIn(env, 'encrypt cannot be judged without its token');
}

/** `why`: what it is needed for. Throws as `tokenIn` does. */
export function accessTokenIn(env: NodeJS.ProcessEnv, why: string): string {
  const token = tokenNamed('ACCESS_TOKEN', env);
  if (token === null)
    throw new UsageError(`ACCESS_TOKEN is not set: ${why}. Set it in the environment: export ACCESS_TOKEN=…`);
  return token;
}

function tokenNamed(variable: string, env: NodeJS.ProcessEnv): string | null {
  const token = given(env[variable]);
  return token === null ? null : usableToken(variable, token, refuse);
}
