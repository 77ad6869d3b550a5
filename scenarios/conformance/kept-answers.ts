import type { Answer } from '../../checks/answer.ts';
import { callEnd } from '../../checks/calls/calls.ts';
import { cut } from '../../checks/json-body.ts';
import { learnResults, type SeenSuccess } from '../../checks/meaning/known-results.ts';
import { type KnownAnswers, meaningOf } from '../../checks/meaning/meaning.ts';
import { pairOf, seenProbe, seenSuccess } from '../../checks/meaning/pairs.ts';
import {
  judgeAlgorithmAnswers,
  judgeProbes,
  judgeWithoutToken,
  type Meaning,
  type Probe,
} from '../../checks/meaning/probes.ts';
import { referenceLooks, seenToLack } from '../../checks/meaning/successes.ts';
import { lookOf } from '../../checks/meaning/twins.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { PlannedRequest } from '../planned-request.ts';

/** Answers whose meaning shows when all are there, in the order in which they came. */
export type KeptAnswers = ReturnType<typeof newKeptAnswers>;

/** An answer that waits for its meaning. */
export interface Kept {
  readonly request: PlannedRequest;
  readonly answer: Answer;
  /** Of a valid call: what is learned from it; null: nothing. */
  readonly success: SeenSuccess | null;
  /** Of a probe with its twin; null: one of the two says nothing. */
  readonly pair: Probe | null;
}

export function newKeptAnswers() {
  return {
    encrypt: [] as Kept[],
    /** Calls without the token to other endpoints, and what their successes teach. */
    others: [] as Kept[],
    successes: { user: [], sync: [], backup: [] } as Record<Exclude<Endpoint, 'encrypt'>, SeenSuccess[]>,
  };
}

/** Enough to tell what is the same in each. */
const mostSuccesses = 300;

/** Keeps a valid call. */
export function keepCall(kept: KeptAnswers, request: PlannedRequest, answer: Answer): void {
  const { endpoint } = request;
  if (endpoint !== 'encrypt') {
    const success = kept.successes[endpoint].length < mostSuccesses ? seenSuccess(answer) : null;
    if (success !== null) kept.successes[endpoint].push(success);
    return;
  }
  kept.encrypt.push({ request, answer: withoutBody(answer), success: seenSuccess(answer), pair: null });
}

/** Keeps a call with a wrong credential. */
export function keepProbe(
  kept: KeptAnswers,
  request: PlannedRequest,
  answer: Answer,
  twin: Answer | null,
): void {
  const isTwinGood = twin !== null && callEnd(twin).result === 'succeeded';
  const pair = isTwinGood ? pairOf(answer, twin) : null;
  const list = request.endpoint === 'encrypt' ? kept.encrypt : kept.others;
  list.push({ request, answer, success: null, pair });
}

/** The bodies of results take much memory. */
function withoutBody(answer: Answer): Answer {
  const { response } = answer.exchange;
  if (answer.exchange.otherAlgorithm !== null) return answer;
  const body = cut(response.body, 400);
  return { ...answer, json: null, exchange: { ...answer.exchange, response: { ...response, body } } };
}

/** What the answers mean, in their order, and what they have taught. */
export function settle(
  kept: KeptAnswers,
  declared: Parameters<typeof meaningOf>[2],
  before: KnownAnswers,
): { readonly known: KnownAnswers; readonly meant: readonly (readonly [Kept, Meaning | null])[] } {
  const stated = kept.encrypt.flatMap(({ success, request }) =>
    success !== null && request.otherAlgorithm === undefined ? [success] : [],
  );
  const results = learnResults(stated);
  const lacking = new Set(stated.filter((success) => seenToLack(success, results)));
  const references = referenceLooks([...lacking], results);
  const lacks = (success: SeenSuccess) =>
    lacking.has(success) && !references.includes(lookOf(success, results));

  const paired = kept.encrypt.flatMap((one) => (one.pair === null ? [] : [{ one, pair: one.pair }]));
  const { meanings, looks } = judgeProbes(
    paired.map(({ pair }) => pair),
    results,
  );
  const byTwin = new Map(paired.map(({ one }, index) => [one, meanings[index] ?? null]));
  const known: KnownAnswers = { ...before, results, looks, references };
  const algorithms = judgeAlgorithmAnswers(
    kept.encrypt.flatMap(({ request: { otherAlgorithm = null }, success }) =>
      otherAlgorithm === null ? [] : [{ algorithm: otherAlgorithm, success }],
    ),
    results,
  );
  const comparedOf = (one: Kept): Meaning | null => {
    const { request, success } = one;
    if (request.authorization.credential !== 'token') return byTwin.get(one) ?? null;
    if (request.otherAlgorithm !== undefined) return algorithms(request.otherAlgorithm, success);
    return success !== null && lacks(success) ? { is: 'refusal' } : null;
  };
  const meaningIn = (one: Kept, compared: Meaning | null) => meaningOf(one.answer, compared, declared, known);
  return {
    known,
    meant: [
      ...kept.encrypt.map((one) => [one, meaningIn(one, comparedOf(one))] as const),
      ...kept.others.map((one) => [one, meaningIn(one, comparedWithSuccesses(one, kept))] as const),
    ],
  };
}

function comparedWithSuccesses({ request, answer }: Kept, { successes }: KeptAnswers): Meaning | null {
  const { endpoint } = request;
  const own = endpoint === 'encrypt' ? [] : successes[endpoint];
  const latest = own.at(-1);
  if (endpoint === 'user' && answer.json?.ok === true && answer.userErrors.length === 0) return { is: 'result' };
  if (latest === undefined) return null;
  const seen = seenProbe(answer);
  return seen === null ? null : judgeWithoutToken(seen, { ...latest, error: null }, learnResults(own));
}
