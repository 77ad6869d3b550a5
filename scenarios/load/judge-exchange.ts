import { readAnswer } from '../../checks/answer.ts';
import { callEnd } from '../../checks/calls/calls.ts';
import { type Check, judge } from '../../checks/check.ts';
import { type Exchange, type Response, succeeded } from '../../checks/exchange.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { LoadData } from '../setup-data.ts';

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

export function judgeExchange(
  checks: readonly Check[],
  exchange: Exchange,
  { control }: Pick<LoadData, 'control'>,
  contract: Contract,
) {
  const { endpoint, credential, response } = exchange;
  const { status, body, isUtf8 } = response;
  const answer = readAnswer(exchange, control);
  const { result, outcome } = callEnd(answer, contract);
  const otherwise = judge(checks, answer, { withPasses: false });
  const judged = { end: { result, outcome }, subjects: answer.subjects, otherwise };
  const isKept = credential === 'token' && endpoint !== 'encrypt' && isUtf8 === true && succeeded(exchange);
  if (isKept && otherwise.length === 0 && body.length <= longestKept)
    latest[endpoint] = { ...judged, checks, status, body };
  return judged;
}
