import { accessTokenProblem } from '../schemas/access-token.ts';
import { parseBaseUrl } from '../schemas/base-url.ts';
import { UsageError } from './exit-status.ts';

/** The service to judge, as the operator named it; null: none was named. */
export interface Target {
  readonly baseUrl: string;
  /** null: k6's secret source has it. */
  readonly token: string | null;
  readonly note: string | null;
}

/** The service to compare it with. k6 finds its token in the environment, or gives it that of the target. */
export type Counterpart = Omit<Target, 'token'>;

/** Reads the target; throws UsageError before anything is sent. Neither URL nor token is ever repeated. */
export function readTarget(option: string | undefined, env: NodeJS.ProcessEnv): Target | null {
  const text = option ?? env['BASE_URL'];
  if (text === undefined) return null;
  const note = noteOn(text, option === undefined ? 'BASE_URL' : '--base-url');
  return { baseUrl: text, token: readToken(env), note };
}

/** Reads the service to compare the target with; null: none was named. Throws as `readTarget` does. */
export function readCounterpart(
  option: string | undefined,
  target: Target | null,
  env: NodeJS.ProcessEnv,
): Counterpart | null {
  const text = option ?? env['COMPARE_URL'];
  if (text === undefined) return null;
  if (target === null) {
    throw new UsageError('--compare needs a service to judge beside the other one: --base-url or BASE_URL.');
  }
  const note = noteOn(text, option === undefined ? 'COMPARE_URL' : '--compare');
  const token = env['COMPARE_ACCESS_TOKEN'];
  const problem = token === undefined ? null : accessTokenProblem(token);
  if (problem !== null) throw new UsageError(`COMPARE_ACCESS_TOKEN: ${problem}.`);
  return { baseUrl: text, note };
}

function noteOn(text: string, source: string): string | null {
  const parsed = parseBaseUrl(text);
  if (!parsed.ok) throw new UsageError(`${source}: ${parsed.problem}.`);
  return parsed.value.note;
}

function readToken(env: NodeJS.ProcessEnv): string | null {
  const token = env['ACCESS_TOKEN'];
  if (token === undefined && env['K6_SECRET_SOURCE'] !== undefined) return null;
  if (token === undefined) {
    throw new UsageError('ACCESS_TOKEN is not set: encrypt cannot be judged without the token it asks for.');
  }
  const problem = accessTokenProblem(token);
  if (problem !== null) throw new UsageError(`ACCESS_TOKEN: ${problem}.`);
  return token;
}
