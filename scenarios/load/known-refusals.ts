import { fewestSearched } from '../../checks/meaning/search.ts';
import { endpoints } from '../../schemas/endpoints.ts';
import type { Body, Raw } from '../ask.ts';
import type { PlannedRequest } from '../planned-request.ts';
import type { JudgedAnswer } from './judge-exchange.ts';

/** Longer bodies are not kept, to save memory. */
const longestKept = 4096;

/**
 * Remembers the latest refusal that passed every check. Most services refuse all probes alike, and a body already sent for other
 * data contains no result. Probes with a twin, one in ten, are always judged in full.
 */
export function newKnownRefusals() {
  let known: { readonly status: number; readonly body: string; readonly said: readonly string[] } | null =
    null;
  return {
    /** Whether an answer equals the known refusal. Refusals at another target than the documented one are not compared. */
    hasSeen: (
      { endpoint, target }: PlannedRequest,
      { status, headers }: Pick<Raw, 'status' | 'headers'>,
      { body, isUtf8 }: Body,
    ): boolean => {
      if (known === null || known.status !== status || known.body !== body || isUtf8 !== true) return false;
      const { path } = endpoints[endpoint];
      return (
        (target === undefined || target.target(path) === path) && areAlike(known.said, Object.values(headers))
      );
    },
    keep: ({ answer, otherwise }: JudgedAnswer): void => {
      const { status, body, headers, isUtf8 } = answer.exchange.response;
      const isRefusal = status >= 400 && status < 500;
      if (isRefusal && isUtf8 === true && otherwise.length === 0 && body.length <= longestKept)
        known = { status, body, said: Object.values(headers) };
    },
  };
}

/** Whether headers differ only in values too short to hold a result, such as a time or a number. */
function areAlike(one: readonly string[], other: readonly string[]): boolean {
  const lacks = (values: readonly string[], own: readonly string[]) =>
    own.filter((value) => !values.includes(value)).join('').length;
  return lacks(one, other) < fewestSearched && lacks(other, one) < fewestSearched;
}
