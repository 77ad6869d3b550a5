import exec from 'k6/execution';
import http from 'k6/http';
import { type Answer, readAnswer, subjectsOf } from '../../checks/answer.ts';
import type { Check, Failure } from '../../checks/check.ts';
import type { Exchange } from '../../checks/exchange.ts';
import { judge } from '../../checks/judge.ts';
import { farOverMs } from '../../checks/latency/early-stop.ts';
import { networkPart } from '../../checks/latency/refutation.ts';
import { evidenceOf } from '../../reports/evidence.ts';
import { anyStatus, askNow, type Question } from '../ask.ts';
import type { SetupData } from '../setup-data.ts';
import { newConnection } from './connection.ts';
import { countCall } from './count-call.ts';
import type { LoadContext } from './load-context.ts';
import * as metrics from './metrics.ts';

export interface DueCall {
  readonly question: Question;
  /** Its number in the scenario, from 0. */
  readonly index: number;
  readonly slice: string;
  readonly latenessMs: number;
}

const connection = newConnection();

/** Asks one question of the load, judges the answer and counts it. */
export function askUnderLoad(context: LoadContext, data: SetupData, due: DueCall): void {
  const { question, index, slice, latenessMs } = due;
  const phase = slice.startsWith('w') ? 'warm-up' : 'measure';
  const asking = {
    baseUrl: context.baseUrl,
    timeoutMs: context.timeoutMs,
    tags: { phase },
    largeAsText: true,
  };
  const sequence = data.records.requests + index + 1;
  connection.begin();
  const { exchange, timings } = askNow(question, sequence, asking);
  const opening = connection.end({
    opened: exchange.connection === 'fresh',
    failed: exchange.response.failure !== null,
    closeAfter: question.closeAfter,
  });
  const network = networkPart(data.roundTrip, exchange.endpoint, context.limitMs);
  const made = { slice, latenessMs, opening, setUpMs: timings.blocked, network };
  if (exchange.credential === 'token') countCall(metrics.callMetrics, context, exchange, made);
  judgeUnderLoad(context, data, exchange);
}

/** Judges an answer as the conformance phase does, and counts what it broke. */
export function judgeUnderLoad(context: LoadContext, data: SetupData, exchange: Exchange): void {
  const answer = readAnswer(exchange, data.records.control);
  subjectsOf(answer).forEach((subject) => {
    metrics.judged.add(1, { subject });
  });
  judgeAndCount(context, answer);
}

/** Nearly every judgement is a pass, so only the others are counted one by one. */
function judgeAndCount(context: LoadContext, answer: Answer): void {
  judge(context.checks, answer).forEach(({ check, judgement }) => {
    if (judgement.outcome === 'pass') return;
    metrics.judgedOtherwise.add(1, { check: check.id, outcome: judgement.outcome });
    if (judgement.outcome === 'fail') keepEvidence(context, check.id, answer.exchange, judgement);
    failRun(context, check, judgement.outcome);
  });
}

const told = new Set<string>();

/** k6 must not exit 0 where a check decided against a pass, even where its thresholds are switched off. */
function failRun({ deciding }: LoadContext, { id, failureTitle }: Check, outcome: string): void {
  const judgement = `${id} ${outcome}`;
  if (told.has(judgement) || !(deciding as ReadonlySet<string>).has(judgement)) return;
  told.add(judgement);
  exec.test.fail(`${outcome}: ${failureTitle}`);
}

const kept = new Set<string>();

/** The companion keeps evidence where there is one; otherwise it goes to the log. Once per cause and virtual user. */
function keepEvidence(context: LoadContext, check: string, exchange: Exchange, failure: Failure): void {
  const { companion, redact } = context;
  const key = `${check} ${failure.cause}`;
  if (kept.has(key) || kept.size > 50) return;
  kept.add(key);
  const evidence = evidenceOf(exchange, failure, null, { ...context, phase: 'load' });
  const text = JSON.stringify({ check, cause: redact(failure.cause), evidence });
  if (companion === null) console.warn(`evidence ${text}`);
  else
    http.post(`${companion}/evidence`, text, {
      tags: { endpoint: 'companion', name: 'companion' },
      responseCallback: anyStatus,
    });
}

/** One call of the control endpoint, which reports how long it really took. */
export function askControl(context: LoadContext, slice: string): void {
  if (context.companion === null || slice.startsWith('w')) return;
  const raw = http.get(`${context.companion}/delay`, {
    tags: { endpoint: 'control', name: 'control', phase: 'measure' },
    responseCallback: anyStatus,
    timeout: context.timeoutMs,
  });
  const trueMs = Number(raw.headers['X-Service-Ms']);
  if (raw.status !== 200 || !(trueMs > 0)) {
    metrics.controlLost.add(1);
    metrics.controlFarOver.add(1, { slice });
    return;
  }
  const errorMs = raw.timings.duration - trueMs;
  metrics.controlService.add(trueMs);
  metrics.controlError.add(errorMs, { slice });
  if (errorMs >= farOverMs) metrics.controlFarOver.add(1, { slice });
  const over = context.overs.findLast((step) => errorMs >= step);
  if (over !== undefined) metrics.controlOver.add(1, { over: String(over) });
}
