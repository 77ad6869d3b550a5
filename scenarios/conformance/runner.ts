import { readAnswer } from '../../checks/answer.ts';
import { type Check, type Failure, judge } from '../../checks/check.ts';
import type { Exchange } from '../../checks/exchange.ts';
import { countJudged } from '../../checks/tally.ts';
import { type EvidenceContext, evidenceOf } from '../../reports/evidence.ts';
import { redactOffered } from '../../reports/redact.ts';
import { ask, metClosedConnection, type Question } from '../ask.ts';
import { sleep } from '../paced.ts';
import type { RunContext } from '../run-context.ts';
import { askInTime, type Sending, type TimeLimits } from './ask-in-time.ts';
import { recordAnswer, recordObservation, recordTokenProbe } from './records.ts';
import { queued } from './waits.ts';

export interface Runner extends TimeLimits {
  readonly context: RunContext;
  readonly seed: number;
  readonly evidence: EvidenceContext;
}

const resends = 3;
const mostRepetitions = 10;
const callsOnOwnConnections = 100;
/** Long enough for k6 to see that the service has closed a connection: a backup is not asked twice. */
const restMs = 50;

/** Until a kind of call that is asked one at a time has come to an end. */
const turnMs = 20;

/** Asks the questions, `concurrency` at a time, and records what the answers say. Returns those that there was no time for. */
export async function askAll(
  runner: Runner,
  questions: readonly Question[],
  concurrency: number,
): Promise<Question[]> {
  const { next, isEmpty, left } = queued(runner.waits, questions);
  async function work(): Promise<void> {
    while (!isEmpty() && Date.now() < runner.deadlineMs) {
      const question = next();
      await (question === undefined ? sleep(turnMs) : askAndJudge(runner, question));
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work));
  return left();
}

/** null: it was left out. */
export async function askAndJudge(runner: Runner, question: Question): Promise<Exchange | null> {
  const { records, context } = runner;
  const exchange = await askPatiently(runner, question);
  if (exchange === null) return null;
  const answer = readAnswer(exchange, records.control);
  const hideOffered = redactOffered(exchange);
  recordAnswer(records, context, answer, runner.evidence, hideOffered);
  for (const judged of judge(context.checks, answer)) {
    if (judged.check.subject === 'auth-made-up' && judged.judgement.outcome !== 'not-applicable')
      recordTokenProbe(records, question.authorization);
    const keep = countJudged(records.tally, judged, hideOffered);
    if (keep === null || judged.judgement.outcome !== 'fail') continue;
    const resent = await sendAgain(runner, question, judged.check, judged.judgement);
    keep(evidenceOf(exchange, judged.judgement, resent, runner.evidence));
  }
  return exchange;
}

function askPatiently(runner: Runner, question: Question): Promise<Exchange | null> {
  return askInTime(runner, question, (sending) => askOnOpenConnection(runner, question, sending));
}

/**
 * Asks, and asks again where the service had closed the connection before: it may do so at any time (RFC 9112 §9.5), and
 * k6 repeats a GET by itself. The calls after it have connections of their own: a service that resets calls shows it there.
 */
async function askOnOpenConnection(runner: Runner, question: Question, sending: Sending): Promise<Exchange> {
  const { records, context } = runner;
  const { baseUrl, headers } = context.settings;
  const asking = { baseUrl, headers, tags: { phase: 'conformance' }, ...sending };
  if (question.endpoint === 'backup' && question.authorization.credential === 'token') await sleep(restMs);
  for (let repetition = 0; ; repetition += 1) {
    records.requests += 1;
    const closeAfter = question.closeAfter || records.requests <= records.ownConnectionUntil;
    const exchange = await ask({ ...question, closeAfter }, records.requests, asking);
    if (!metClosedConnection(exchange) || repetition === mostRepetitions) return exchange;
    records.ownConnectionUntil = records.requests + callsOnOwnConnections;
    recordObservation(records, question.endpoint, { id: 'closed-connections', value: 'asked again' });
  }
}

/** Whether an immediate repetition shows the failure again. A backup is never repeated: it has side effects. */
async function sendAgain(runner: Runner, question: Question, check: Check, { cause }: Failure) {
  if (question.endpoint === 'backup') return null;
  let [times, again] = [0, 0];
  for (let time = 0; time < resends; time += 1) {
    const exchange = await askPatiently(runner, question);
    if (exchange === null) break;
    times += 1;
    const judged = judge(runner.context.checks, readAnswer(exchange, runner.records.control));
    const same = judged.find((one) => one.check.id === check.id)?.judgement;
    if (same?.outcome === 'fail' && same.cause === cause) again += 1;
  }
  return times === 0 ? null : { times, again };
}
