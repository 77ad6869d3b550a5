import { type ReadAnswer, readAnswer } from '../../checks/answer.ts';
import { callEnd } from '../../checks/calls/calls.ts';
import { type Check, judge } from '../../checks/check.ts';
import { type Exchange, type Response, succeeded } from '../../checks/exchange.ts';
import type { Declared, KnownAnswers } from '../../checks/meaning/meaning.ts';
import { lonelyProbe, pairOf, seenSuccess } from '../../checks/meaning/pairs.ts';
import { judgeProbe, type Meaning } from '../../checks/meaning/probe-meanings.ts';
import { holdsAt, lacksResult } from '../../checks/meaning/successes.ts';
import { lookOf } from '../../checks/meaning/twins.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';

/** What the checks say about an answer, without the passes. */
export type JudgedExchange = ReturnType<typeof judgeExchange>;

interface Passed extends JudgedExchange {
  readonly checks: readonly Check[];
  readonly status: number;
  readonly body: string;
}

/** Longer bodies are not kept, to save memory. */
const longestKept = 4096;

const latest: Partial<Record<Endpoint, Passed>> = {};

/**
 * The judgement of the endpoint's last success that broke no check, if this answer is identical; null otherwise. Many services
 * answer every call alike, and checks look only at the status and the body of a success, except for encrypt, whose answers
 * always differ.
 */
export function passedBefore(
  checks: readonly Check[],
  endpoint: Endpoint,
  status: number,
  { body, isUtf8 }: Pick<Response, 'body' | 'isUtf8'>,
): JudgedExchange | null {
  const known = latest[endpoint];
  const isSame = known?.body === body && known.status === status && known.checks === checks;
  return isSame && isUtf8 === true ? known : null;
}

/** `twin`: the answer to the same request with the token, for some probes. */
export function judgeExchange(
  checks: readonly Check[],
  exchange: Exchange,
  known: KnownAnswers,
  declared: Declared,
  twin: Exchange | null = null,
) {
  const { endpoint, credential, response } = exchange;
  const { status, body, isUtf8 } = response;
  const answer = readAnswer(exchange, declared, known, (read) => compared(read, known, declared, twin));
  const { result, outcome } = callEnd(answer);
  const otherwise = judge(checks, answer, { withPasses: false });
  const judged = { end: { result, outcome }, subjects: answer.subjects, otherwise };
  const isKept = credential === 'token' && endpoint !== 'encrypt' && isUtf8 === true && succeeded(exchange);
  if (isKept && otherwise.length === 0 && body.length <= longestKept)
    latest[endpoint] = { ...judged, checks, status, body };
  return judged;
}

/** What an answer of encrypt says beside those before the load. */
function compared(
  read: ReadAnswer,
  known: KnownAnswers,
  declared: Declared,
  twin: Exchange | null,
): Meaning | null {
  const { exchange, json } = read;
  if (exchange.endpoint !== 'encrypt') return null;
  if (exchange.credential !== 'token') {
    const pair =
      twin === null ? lonelyProbe(read, known.results) : pairOf(read, readAnswer(twin, declared, known));
    return pair === null ? null : judgeProbe(pair, known.results, known.looks);
  }
  if (exchange.otherAlgorithm !== null || !succeeded(exchange)) return null;
  if (!lacksResult((place) => holdsAt(json, place), known.results)) return null;
  const success = seenSuccess(read);
  if (success === null || success.dataBytes === 0) return null;
  return known.references.includes(lookOf(success, known.results)) ? null : { is: 'refusal' };
}
