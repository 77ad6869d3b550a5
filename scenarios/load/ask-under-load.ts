import exec from 'k6/execution';
import http from 'k6/http';
import keepingEvidence from '#part/load/keep-evidence';
import type { Check, Failure } from '../../checks/check.ts';
import type { Exchange } from '../../checks/exchange.ts';
import { farOverMs } from '../../checks/latency/early-stop.ts';
import { controlErrorMs, overGridMs } from '../../checks/latency/measurement.ts';
import { assumedNetwork, isLargeFromAfar } from '../../checks/latency/network.ts';
import { limitAtOf, limitMsOf } from '../../checks/latency/reading.ts';
import { isLoopback } from '../../schemas/base-url.ts';
import { anyStatus, askNow, type Question } from '../ask.ts';
import type { UserContext } from '../run-context.ts';
import type { LoadData } from '../setup-data.ts';
import { newConnection } from './connection.ts';
import { countMeasuredCall } from './count-call.ts';
import { type JudgedOnce, judgeOnce } from './judge-once.ts';
import * as metrics from './metrics.ts';

export const timeoutMs = 10_000;

export interface DueCall {
  readonly question: Question;
  /** Its number in the scenario, from 0. */
  readonly index: number;
  readonly slice: string;
  readonly latenessMs: number;
}

const connection = newConnection();
const inWarmUp = { phase: 'warm-up' };
const inMeasuredTime = { phase: 'measure' };

/** Measured calls of this virtual user that the companion has not been told of: only people at a terminal see them. */
const seen = { calls: 0, fast: 0 };

/** Asks one question of the load, judges the answer and counts it. */
export function askUnderLoad(context: UserContext, data: LoadData, due: DueCall): void {
  const { question, index, slice, latenessMs } = due;
  const tags = slice.startsWith('w') ? inWarmUp : inMeasuredTime;
  const { baseUrl, headers } = context.settings;
  const asking = { baseUrl, headers, timeoutMs, tags, largeAsText: true };
  const sequence = data.requests + index + 1;
  connection.begin();
  const { exchange, timings } = askNow(question, sequence, asking);
  const opening = connection.end({
    opened: exchange.connection === 'fresh',
    failed: exchange.response.failure !== null,
    closeAfter: question.closeAfter,
  });
  const limitMs = limitMsOf(context.contract);
  const limitAt = limitAtOf(context.contract);
  const isLarge = isLargeFromAfar(question.body?.length ?? 0, data.roundTrip);
  const size = isLarge ? 'large' : 'other';
  const network = assumedNetwork(data.roundTrip, limitAt, limitMs, size);
  const made = { slice, latenessMs, opening, setUpMs: timings.blocked, network, isLarge };
  const limits = { limitMs, takenOffMs: data.networkTakenOffMs, overs: overGridMs };
  const judged = judgeOnce(context.checks, exchange, data);
  if (exchange.credential === 'token') {
    const { result, outcome } = judged.end;
    const isFast = result === 'succeeded' && exchange.response.durationMs < limitMs + data.networkTakenOffMs;
    if (tags === inMeasuredTime) seen.calls += 1;
    if (tags === inMeasuredTime && isFast) seen.fast += 1;
    countMeasuredCall(metrics.callMetrics, limits, { exchange, result, outcome }, made);
  }
  countJudgedOnce(context, exchange, judged);
}

/** Counts what an answer broke, judged as the conformance phase judges it. */
export function countJudgedOnce(context: UserContext, exchange: Exchange, judged: JudgedOnce): void {
  const { subjects, otherwise } = judged;
  subjects.forEach((subject) => {
    metrics.judgedCount.add(1, { subject });
  });
  otherwise.forEach(({ check, judgement }) => {
    metrics.judgedOtherwiseCount.add(1, { check: check.id, outcome: judgement.outcome });
    if (judgement.outcome === 'fail') keepOnce(context, check.id, exchange, judgement);
    failRun(context, check, judgement.outcome);
  });
}

const told = new Set<string>();

/** k6 must not exit 0 where a check decided against a pass, even where its thresholds are switched off. */
function failRun({ deciding }: UserContext, { id, failureTitle }: Check, outcome: string): void {
  const judgement = `${id} ${outcome}`;
  if (told.has(judgement) || !(deciding as ReadonlySet<string>).has(judgement)) return;
  told.add(judgement);
  exec.test.fail(`${outcome}: ${failureTitle}`);
}

const kept = new Set<string>();

/** Once per cause and virtual user. */
function keepOnce(context: UserContext, check: string, exchange: Exchange, failure: Failure): void {
  const key = `${check} ${failure.cause}`;
  if (kept.has(key) || kept.size > 50) return;
  kept.add(key);
  keepingEvidence().keepEvidence(context, check, exchange, failure);
}

/** One call of the control endpoint, which reports how long it really took. */
export function askControl({ companion, baseUrl }: UserContext['settings'], slice: string): void {
  if (companion === null || slice.startsWith('w')) return;
  const raw = http.get(`${companion}/delay`, {
    headers: { 'X-Calls': `${seen.calls} ${seen.fast}` },
    tags: { endpoint: 'control', name: 'control', phase: 'measure' },
    responseCallback: anyStatus,
    timeout: timeoutMs,
  });
  seen.calls = 0;
  seen.fast = 0;
  const trueMs = Number(raw.headers['X-Service-Ms']);
  if (raw.status !== 200 || !(trueMs > 0)) {
    metrics.controlLost.add(1);
    metrics.controlFarOver.add(1, { slice });
    return;
  }
  const errorMs = controlErrorMs(raw.timings.duration, trueMs, isLoopback(baseUrl));
  metrics.controlService.add(trueMs);
  metrics.controlError.add(errorMs, { slice });
  if (errorMs >= farOverMs) metrics.controlFarOver.add(1, { slice });
  const over = overGridMs.findLast((step) => errorMs >= step);
  if (over !== undefined) metrics.controlOver.add(1, { over: String(over) });
}
