import { fewestSearched } from '../../checks/meaning/search.ts';
import { endpoints } from '../../schemas/endpoints.ts';
import type { Body, Raw } from '../ask.ts';
import type { PlannedRequest } from '../planned-request.ts';
import type { JudgedAnswer } from './judge-exchange.ts';

/** Longer bodies are not kept, to save memory. */
const longestKept = 4096;

/**
 * Remembers the latest refusal that passed every check. Most services refuse all probes alike, and a text that came for other data
 * holds no result. Probes that have a twin, one in ten, are judged each.
 */
export function newKnownRefusals() {
  let known: { readonly status: number; readonly body: string; readonly said: readonly string[] } | null =
    null;
  return {
    /** Whether an answer is the same. A refusal at another target than the document's says nothing. */
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

/** Whether what differs between the headers of two answers, such as the time or a number, is too short for a result. */
function areAlike(one: readonly string[], other: readonly string[]): boolean {
  const lacks = (values: readonly string[], own: readonly string[]) =>
    own.filter((value) => !values.includes(value)).join('').length;
  return lacks(one, other) < fewestSearched && lacks(other, one) < fewestSearched;
}
