import exec from 'k6/execution';
import http from 'k6/http';
import keepingEvidence from '#part/load/keep-evidence';
import type { Check, Failure, Judgement } from '../../checks/check.ts';
import type { Exchange } from '../../checks/exchange.ts';
import { controlErrorMs, overGridMs } from '../../checks/latency/measurement.ts';
import { type AssumedNetwork, assumedNetwork, isLargeFromAfar } from '../../checks/latency/network.ts';
import { limitAtOf, limitMsOf } from '../../checks/latency/reading.ts';
import { farOverMs } from '../../checks/latency/refutation.ts';
import { dayOf, keepsFromPass } from '../../reports/waivers.ts';
import { isLoopback } from '../../schemas/base-url.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import {
  type AskOptions,
  exchangeOf,
  hasLargeBody,
  metClosedConnection,
  type Prepared,
  prepared,
  type Question,
  type Raw,
  readBody,
  send,
} from '../ask.ts';
import type { UserContext } from '../run-context.ts';
import type { LoadData } from '../setup-data.ts';
import { type Connections, newConnections } from './connections.ts';
import { type CountingLimits, countMeasuredCall, type MeasuredCall } from './count-call.ts';
import { type JudgedOnce, judgeOnce, passedBefore } from './judge-once.ts';
import * as metrics from './metrics.ts';
import type { DueCall } from './timetable.ts';

export const timeoutMs = 10_000;

/** What is the same in every call of a virtual user. */
export interface LoadAsked {
  readonly context: UserContext;
  readonly data: LoadData;
  readonly asking: Readonly<Record<DueCall['phase'], AskOptions>>;
  readonly limits: CountingLimits;
  readonly networks: Readonly<Record<'large' | 'other', AssumedNetwork>>;
  /** By endpoint, and by what else their parameters depend on: with the token they are alike but for the body. */
  readonly prepared: Readonly<Record<Endpoint, Prepared[]>>;
  readonly isServiceHere: boolean;
  readonly connections: Connections;
}

export function loadAsked(context: UserContext, data: LoadData, closes: boolean): LoadAsked {
  const { baseUrl, headers } = context.settings;
  const limitMs = limitMsOf(context.contract);
  const limitAt = limitAtOf(context.contract);
  const network = (size: 'large' | 'other') => assumedNetwork(data.roundTrip, limitAt, limitMs, size);
  const asking = (phase: DueCall['phase']) => ({
    baseUrl,
    headers,
    timeoutMs,
    tags: { phase },
    largeAsText: true,
  });
  return {
    context,
    data,
    asking: { 'warm-up': asking('warm-up'), measure: asking('measure') },
    limits: { limitMs, takenOffMs: data.networkTakenOffMs, overs: overGridMs },
    networks: { large: network('large'), other: network('other') },
    prepared: { user: [], encrypt: [], sync: [], backup: [] },
    isServiceHere: isLoopback(baseUrl),
    connections: newConnections(closes),
  };
}

/** A due call as it is made. */
export interface MadeCall extends Pick<DueCall, 'phase' | 'index'> {
  readonly slice: string;
  /** From the time it was due until now. */
  readonly latenessMs: number;
}

/** Measured calls of this virtual user that the companion has not been told of: only people at a terminal see them. */
const seen = { calls: 0, fast: 0 };

/**
 * Asks one question of the load, judges the answer and counts it. A valid answer that comes again is counted by what was
 * said of it, and is not even made an exchange.
 */
export async function askUnderLoad(asked: LoadAsked, question: Question, made: MadeCall): Promise<void> {
  const { context, data, connections } = asked;
  const { endpoint, body } = question;
  const sequence = data.requests + made.index + 1;
  connections.begin();
  const request = preparedFor(asked, question, made);
  let raw = await send(request, body);
  if (raw.status === 0 && metClosing(asked, question, raw)) raw = await send(request, body);
  const { status, timings } = raw;
  const read = readBody(raw.body);
  let judged = raw.error_code === 0 ? passedBefore(context.checks, endpoint, status, read) : null;
  let exchange: Exchange | null = null;
  if (judged === null) {
    exchange = exchangeOf(question, sequence, raw, read);
    judged = judgeOnce(context.checks, exchange, data, context.contract);
  }
  const opened = timings.connecting > 0;
  const failed = exchange !== null && exchange.response.failure !== null;
  const opening = connections.end({ opened, failed });
  if (question.authorization.credential === 'token') {
    const isLarge = body !== null && isLargeFromAfar(body.length, data.roundTrip);
    const call = {
      endpoint,
      result: judged.end.result,
      outcome: judged.end.outcome,
      durationMs: timings.duration,
      waitingMs: timings.waiting,
      connectingMs: timings.connecting,
      bodyBytes: read.bodyBytes,
      slice: made.slice,
      latenessMs: made.latenessMs,
      opening,
      setUpMs: opening === 'none' ? 0 : timings.blocked,
      network: asked.networks[isLarge ? 'large' : 'other'],
      isLarge,
    };
    noteSeen(asked.limits, call);
    countMeasuredCall(metrics.callMetrics, asked.limits, call);
  }
  countSubjects(judged);
  if (exchange !== null) countOtherwise(context, exchange, judged);
}

/** Whether a call met a connection that the service had closed just behind an answer, as it may (ADR 15). */
function metClosing({ connections, data }: LoadAsked, question: Question, raw: Raw): boolean {
  const isClosed = connections.mayBeClosed(raw.timings, data.roundTrip?.p95Ms ?? 0);
  return (isClosed || /closed idle/.test(raw.error)) && metClosedConnection(exchangeOf(question, 0, raw));
}

function preparedFor(asked: LoadAsked, question: Question, { phase }: MadeCall): Prepared {
  const asking = asked.asking[phase];
  if (question.authorization.credential !== 'token') return prepared(question, asking);
  const ofEndpoint = asked.prepared[question.endpoint];
  const kind = (hasLargeBody(question) ? 1 : 0) + (phase === 'measure' ? 2 : 0);
  const found = ofEndpoint[kind] ?? prepared(question, asking);
  ofEndpoint[kind] = found;
  return found;
}

function noteSeen(
  { limitMs, takenOffMs }: CountingLimits,
  { slice, result, durationMs }: MeasuredCall,
): void {
  if (slice.startsWith('w')) return;
  seen.calls += 1;
  if (result === 'succeeded' && durationMs < limitMs + takenOffMs) seen.fast += 1;
}

export function countSubjects({ subjects }: JudgedOnce): void {
  for (const subject of subjects) metrics.judgedCount.add(1, { subject });
}

/** Counts what an answer broke, judged as the conformance phase judges it. */
export function countOtherwise(context: UserContext, exchange: Exchange, { otherwise }: JudgedOnce): void {
  for (const { check, judgement } of otherwise) {
    metrics.judgedOtherwiseCount.add(1, { check: check.id, outcome: judgement.outcome });
    if (judgement.outcome === 'fail') keepOnce(context, check.id, exchange, judgement);
    failRun(context, check, judgement.outcome);
  }
}

const told = new Set<string>();

/** k6 must not exit 0 where a check decided against a pass. */
function failRun({ contract, settings }: UserContext, check: Check, outcome: Judgement['outcome']): void {
  const judgement = `${check.id} ${outcome}`;
  if (told.has(judgement)) return;
  told.add(judgement);
  if (keepsFromPass(check, outcome, contract, dayOf(settings.startedAtMs)))
    exec.test.fail(`${outcome}: ${check.failureTitle}`);
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
export async function askControl({ context, isServiceHere }: LoadAsked, slice: string): Promise<void> {
  const { companion } = context.settings;
  if (companion === null || slice.startsWith('w')) return;
  const raw = await http.asyncRequest('GET', `${companion}/delay`, null, {
    headers: { 'X-Calls': `${seen.calls} ${seen.fast}` },
    tags: { endpoint: 'control', name: 'control' },
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
  const errorMs = controlErrorMs(raw.timings.duration, trueMs, isServiceHere);
  metrics.controlService.add(trueMs);
  metrics.controlError.add(errorMs, { slice });
  if (errorMs >= farOverMs) metrics.controlFarOver.add(1, { slice });
  const over = overGridMs.findLast((step) => errorMs >= step);
  if (over !== undefined) metrics.controlOver.add(1, { over: String(over) });
}
