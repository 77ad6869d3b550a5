import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parseBaseUrl } from '../schemas/base-url.ts';
import { accessTokenProblem, given } from '../schemas/run-settings.ts';
import { withoutSecrets } from './child-environment.ts';
import { NoVerdict, say, UsageError } from './exit-status.ts';
import type { ScenarioOptions } from './run-scenario.ts';

/** The service to judge, as the operator named it. */
export interface Target {
  readonly baseUrl: string;
  /** null: k6's secret source has it. */
  readonly token: string | null;
  readonly note: string | null;
}

/** The service to compare it with. k6 finds its token in the environment, or gives it that of the target. */
export type ComparedTarget = Omit<Target, 'token'>;

/**
 * Reads the target; null: the embedded reference service, which is judged only where it is asked for. Throws UsageError
 * before anything is sent. Neither URL nor token is ever repeated.
 */
export function readTarget(
  { baseUrl, embedded }: Pick<ScenarioOptions, 'baseUrl' | 'embedded'>,
  env: NodeJS.ProcessEnv,
): Target | null {
  if (embedded === true) {
    if (baseUrl === undefined) return null;
    throw new UsageError('--embedded and --base-url give two services: use only one of them.');
  }
  const text = baseUrl ?? given(env['BASE_URL']);
  if (text === null) {
    throw new UsageError(
      'No service given: set BASE_URL or use --base-url URL. --embedded judges the reference service that comes with the harness.',
    );
  }
  const note = noteOn(text, baseUrl === undefined ? 'BASE_URL' : '--base-url');
  return { baseUrl: text, token: readToken(env), note };
}

/** Reads the service to compare the target with; null: none was named. Throws as `readTarget` does. */
export function readComparedTarget(
  option: string | undefined,
  target: Target | null,
  env: NodeJS.ProcessEnv,
): ComparedTarget | null {
  const text = option ?? given(env['COMPARE_URL']);
  if (text === null) return null;
  if (target === null) {
    throw new UsageError('--compare also needs a service to judge: use --base-url or BASE_URL.');
  }
  const note = noteOn(text, option === undefined ? 'COMPARE_URL' : '--compare');
  const token = given(env['COMPARE_ACCESS_TOKEN']);
  const problem = token === null ? null : accessTokenProblem(token);
  if (problem !== null) throw new UsageError(`COMPARE_ACCESS_TOKEN: ${problem}.`);
  return { baseUrl: text, note };
}

function noteOn(text: string, source: string): string | null {
  const parsed = parseBaseUrl(text);
  if (!parsed.ok) throw new UsageError(`${source}: ${parsed.problem}.`);
  return parsed.value.note;
}

function readToken(env: NodeJS.ProcessEnv): string | null {
  const token = given(env['ACCESS_TOKEN']);
  if (token === null && given(env['K6_SECRET_SOURCE']) !== null) return null;
  if (token === null) {
    throw new UsageError('ACCESS_TOKEN is not set: encrypt cannot be judged without its token.');
  }
  const problem = accessTokenProblem(token);
  if (problem !== null) throw new UsageError(`ACCESS_TOKEN: ${problem}.`);
  return token;
}

/**
 * An address as `fetch` takes it: without its user and password, and these as a header. Throws URIError where a % in them is
 * none of an escape.
 */
export function splitCredentials(address: string): {
  readonly url: URL;
  readonly authorization: { readonly Authorization?: string };
} {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { url, authorization: {} };
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, authorization: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } };
}

/** Without what may be secret: user, password and query. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`.replace(/\/$/, '');
}

export interface EmbeddedService {
  readonly baseUrl: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** Starts the reference service as a process of its own, so that it and the generator do not share a thread. */
export async function embeddedService(): Promise<EmbeddedService> {
  const token = crypto.randomUUID();
  const args = [fileURLToPath(import.meta.url), 'serve', '--port', '0'];
  const child = execa(process.execPath, args, {
    env: { ...withoutSecrets(process.env), ACCESS_TOKEN: token },
    extendEnv: false,
    stdio: ['ignore', 'pipe', 'inherit'],
    buffer: false,
    reject: false,
    cleanup: true,
    detached: true,
  });
  const lines = createInterface({ input: child.stdout });
  const ended = child.then(() =>
    Promise.reject(new NoVerdict('The embedded reference service did not start.')),
  );
  const [baseUrl] = await Promise.race([once(lines, 'line'), ended]);
  ended.catch(() => {});
  say(`Judging the embedded reference service at ${baseUrl}.`);
  const stop = async () => {
    child.kill('SIGTERM');
    await child;
  };
  return { baseUrl, token, stop };
}
