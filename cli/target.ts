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

/** Reads the target; throws UsageError before anything is sent. Neither URL nor token is ever repeated. */
export function readTarget(option: string | undefined, env: NodeJS.ProcessEnv): Target | null {
  const text = option ?? env['BASE_URL'];
  if (text === undefined) return null;
  const source = option === undefined ? 'BASE_URL' : '--base-url';
  const parsed = parseBaseUrl(text);
  if (!parsed.ok) throw new UsageError(`${source}: ${parsed.problem}.`);
  return { baseUrl: text, token: readToken(env), note: parsed.value.note };
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
