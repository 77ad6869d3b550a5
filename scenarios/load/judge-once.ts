import { readAnswer } from '../../checks/answer.ts';
import { type CallEnd, callEnd } from '../../checks/calls.ts';
import { type Check, type Judged, judge, type Subject } from '../../checks/check.ts';
import { type Exchange, type Response, succeeded } from '../../checks/exchange.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { LoadData } from '../setup-data.ts';

/** What the checks say about an answer, without the passes. */
export interface JudgedOnce {
  readonly end: Omit<CallEnd, 'exchange'>;
  readonly subjects: readonly Subject[];
  readonly otherwise: readonly Judged[];
}

interface Kept extends JudgedOnce {
  readonly checks: readonly Check[];
  readonly status: number;
  readonly body: string;
}

/** Longer bodies are not kept, to save memory. */
const longestKept = 4096;

const latest: Partial<Record<Endpoint, Kept>> = {};

/** The judgement of the endpoint's last success, if this answer is identical and broke no check; null otherwise. */
export function passedBefore(
  checks: readonly Check[],
  endpoint: Endpoint,
  status: number,
  { body, isUtf8 }: Pick<Response, 'body' | 'isUtf8'>,
): JudgedOnce | null {
  const known = isUtf8 === true ? keptOf(checks, endpoint, status, body) : null;
  return known?.otherwise.length === 0 ? known : null;
}

/** The endpoint's last success, if this answer is identical. */
function keptOf(checks: readonly Check[], endpoint: Endpoint, status: number, body: string): Kept | null {
  const known = latest[endpoint];
  return known?.body === body && known.status === status && known.checks === checks ? known : null;
}

/**
 * Judges an answer, unless it is identical to the endpoint's last success: many services answer every call alike. Checks look only
 * at the status and the body of a success, except for encrypt, whose answers always differ.
 */
export function judgeOnce(
  checks: readonly Check[],
  exchange: Exchange,
  { control, usualKeys }: Pick<LoadData, 'control' | 'usualKeys'>,
  contract: Contract,
): JudgedOnce {
  const { endpoint, credential, response } = exchange;
  const { status, body, isUtf8 } = response;
  const isKept =
    credential === 'token' &&
    endpoint !== 'encrypt' &&
    isUtf8 === true &&
    body.length <= longestKept &&
    succeeded(exchange);
  const known = isKept ? keptOf(checks, endpoint, status, body) : null;
  if (known !== null) return known;
  const answer = readAnswer(exchange, control);
  const { result, outcome } = callEnd(exchange, answer.json, usualKeys, contract);
  const said = {
    end: { result, outcome },
    subjects: answer.subjects,
    otherwise: judge(checks, answer, { withPasses: false }),
  };
  if (isKept) latest[endpoint] = { ...said, checks, status, body };
  return said;
}
