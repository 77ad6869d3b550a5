import { readAnswer } from '../../checks/answer.ts';
import { refusedProbe } from '../../checks/auth/lockout.ts';
import { callEnd } from '../../checks/calls/calls.ts';
import { type Check, type Failure, judge } from '../../checks/check.ts';
import { type Exchange, succeeded } from '../../checks/exchange.ts';
import { countJudged } from '../../checks/tally.ts';
import { cookiesIn } from '../../reports/cookies-in.ts';
import { evidenceOf } from '../../reports/evidence.ts';
import { redactOffered } from '../../reports/secrets/redact.ts';
import type { PlannedRequest } from '../planned-request.ts';
import { askInTime, leaveOut, type Runner } from './ask-in-time.ts';
import { recordAnswer, recordTokenProbe } from './records.ts';

/** Makes the requests, `concurrency` at a time, and records what the answers say. Returns those for which there was no time. */
export async function askAll(
  runner: Runner,
  requests: readonly PlannedRequest[],
  concurrency: number,
): Promise<readonly PlannedRequest[]> {
  let next = 0;
  async function work(): Promise<void> {
    while (Date.now() < runner.deadlineMs) {
      const request = requests[next];
      if (request === undefined) return;
      next += 1;
      await askAndJudge(runner, request);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work));
  return requests.slice(next);
}

/** Asks one request after the other, and leaves out those for which there is no time. */
export async function askOneByOne(runner: Runner, requests: readonly PlannedRequest[]): Promise<void> {
  for (const request of await askAll(runner, requests, 1)) leaveOut(runner, request, 'noTime');
}

/** null: the request was left out. */
export async function askAndJudge(runner: Runner, request: PlannedRequest): Promise<Exchange | null> {
  const exchange = await askInTime(runner, request);
  return exchange === null ? null : recordAndJudge(runner, request, exchange);
}

/** null: the request was left out. */
export async function recordAndJudge(
  runner: Runner,
  request: PlannedRequest,
  exchange: Exchange,
): Promise<Exchange | null> {
  const { records, context, evidence } = runner;
  if (exchange.credential === 'token') noteCookies(runner, exchange);
  const answer = readAnswer(exchange, records.control);
  if (request.circumstance !== undefined) {
    const { result } = callEnd(answer, context.contract);
    if (result !== 'succeeded' && result !== 'failed') return leaveOut(runner, request, 'refused');
  }
  const hideOffered = redactOffered(exchange);
  recordAnswer(records, context, answer, evidence, hideOffered);
  for (const judged of judge(context.checks, answer)) {
    const { check, judgement } = judged;
    if (check.subject === 'auth-made-up' && judgement.outcome !== 'not-applicable')
      recordTokenProbe(records, request.authorization);
    const isProbe = check.subject.startsWith('auth-') && request.authorization.cookies === undefined;
    const isRefusal = context.contract.refusal === undefined || !succeeded(exchange);
    if (isProbe && judgement.outcome === 'pass' && isRefusal)
      runner.refusals.push(refusedProbe(check.id, exchange));
    const keep = countJudged(records.tally, judged, hideOffered);
    if (keep === null || judgement.outcome !== 'fail') continue;
    const resent = await sendAgain(runner, request, check, judgement);
    keep(evidenceOf(exchange, judgement, resent, evidence));
  }
  return exchange;
}

function noteCookies({ cookies }: Runner, { endpoint, response }: Exchange): void {
  cookies[endpoint] = { ...cookies[endpoint], ...cookiesIn(response.headers['set-cookie'] ?? '') };
}

const resends = 3;

/** How often immediate repetitions show the failure again; null: not repeated. A backup never is: it has side effects. */
async function sendAgain(runner: Runner, request: PlannedRequest, { id }: Check, { cause }: Failure) {
  if (request.endpoint === 'backup') return null;
  let [times, again] = [0, 0];
  for (; times < resends; times += 1) {
    const exchange = await askInTime(runner, request);
    if (exchange === null) break;
    const judged = judge(runner.context.checks, readAnswer(exchange, runner.records.control));
    const same = judged.find(({ check }) => check.id === id)?.judgement;
    if (same?.outcome === 'fail' && same.cause === cause) again += 1;
  }
  return times === 0 ? null : { times, again };
}
