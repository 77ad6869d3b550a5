import type { WantedRun } from './make-run.ts';
import type { Target } from './target.ts';

/** What an operator of plain k6 sets as well. What is null or undefined is left to the operator's environment. */
export function variablesFor(
  { options, counterpart, transport, plan }: WantedRun,
  { baseUrl, token }: Pick<Target, 'baseUrl' | 'token'>,
  loadsMade: number,
): Record<string, string> {
  const variables = {
    ...transport.variables,
    K6_OUT: options.k6Out?.join(','),
    BASE_URL: baseUrl,
    ACCESS_TOKEN: token,
    COMPARE_URL: counterpart?.baseUrl,
    PROFILE: options.profile,
    RATE: plan.cappedRate ?? options.rate,
    DURATION: options.duration,
    SEED: (Number(options.seed) + loadsMade - 1) % 2 ** 32,
  };
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  );
}
