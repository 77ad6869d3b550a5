import { countText, percentText } from '../wording.ts';

/** Valid calls on connections that were opened because we had closed the ones before. */
export interface FreshCalls {
  readonly calls: number;
  /** Of these: no answer, or 5xx. */
  readonly failures: number;
}

const fewestFailures = 2;
const mostShare = 0.001;

/**
 * Why calls on fresh connections leave the verdict open; null: they do not. k6 repeats a GET whose used connection is
 * reset before an answer, and tells nobody, so that failures of such a service show on fresh connections alone.
 */
export function freshCallProblem({ calls, failures }: FreshCalls): string | null {
  if (failures < fewestFailures || failures <= mostShare * calls) return null;
  const share = percentText(failures / calls, 'up');
  return `${countText(failures)} of ${countText(calls)} calls on a fresh connection failed (${share}). On a used connection k6 retries a GET whose connection breaks, which hides such failures.`;
}
