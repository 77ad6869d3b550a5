import type { Exchange } from '../../checks/exchange.ts';
import { limitAtOf, limitMsOf } from '../../checks/latency/expectation.ts';
import { controlErrorMs, overGridMs } from '../../checks/latency/measurement.ts';
import { assumedNetworkMs } from '../../checks/latency/network.ts';
import { farOverMs } from '../../checks/latency/refutation.ts';
import { expectedLeaves } from '../../checks/meaning/known-results.ts';
import { isLoopback } from '../../schemas/base-url.ts';
import { closesConnections } from '../../schemas/load-plan.ts';
import { ask, exchangeOf, metClosedConnection, prepared, type Raw, readBody, send } from '../ask.ts';
import { callControl } from '../companion.ts';
import { type PlannedRequest, twinOf } from '../planned-request.ts';
import type { UserContext } from '../run.ts';
import type { LoadData } from '../setup-data.ts';
import { connectingMs, newConnections } from './connections.ts';
import { countMeasuredCall } from './count-call.ts';
import { countJudgements } from './count-judgements.ts';
import { judgeExchange, passedBefore } from './judge-exchange.ts';
import * as metrics from './k6-metrics.ts';
import type { DueCall } from './timetable.ts';

export const timeoutMs = 10_000;

/** k6's engine reads a longer body as text, not bytes: it delays other calls less. */
const longestBinary = 4096;

export type LoadUser = ReturnType<typeof loadUser>;

/** What is the same in every call of a virtual user. `closes`: every call asks the service to close the connection afterwards. */
export function loadUser(context: UserContext, data: LoadData, number: number) {
  const closes = closesConnections(number);
  return {
    context,
    data,
    number: String(number),
    closes,
    limits: {
      limitMs: limitMsOf(context.contract),
      /** Network time that every duration is known to contain, if the limit applies at the service. Late calls stay late. */
      takenOffMs: data.networkTakenOffMs,
      /** What the network may add to a call besides. */
      networkMs: assumedNetworkMs(data.roundTrip, limitAtOf(context.contract)),
    },
    connections: newConnections(closes),
    /** Causes of failures that need no more evidence. */
    evidenced: new Set(data.evidenced),
    isServiceHere: isLoopback(context.settings.baseUrl),
  };
}

/** A due call as it is made. */
export interface MadeCall extends Pick<DueCall, 'phase' | 'index'> {
  readonly slice: string;
  /** How long after it was due. */
  readonly latenessMs: number;
}

/**
 * Makes one request of the load, judges the answer and counts it. A valid answer that has passed before is counted by its
 * earlier judgement, without an exchange.
 */
export async function askUnderLoad(user: LoadUser, request: PlannedRequest, made: MadeCall): Promise<void> {
  const { context, data, connections, limits } = user;
  const { endpoint, body } = request;
  connections.begin();
  const { baseUrl, headers } = context.settings;
  const responseType = body !== null && body.length > longestBinary ? 'text' : 'binary';
  const tags = { phase: made.phase };
  const sent = prepared(
    { ...request, closeAfter: user.closes },
    { baseUrl, headers, timeoutMs, responseType, tags },
  );
  const sentMs = Date.now();
  let raw = await send(sent);
  if (raw.status === 0 && metClosing(user, request, raw)) raw = await send(sent);
  const { status, timings } = raw;
  const untimedMs = Date.now() - sentMs - timings.blocked - timings.duration;
  const read = readBody(raw.body);
  let judged = raw.error_code === 0 ? passedBefore(context.checks, endpoint, status, read) : null;
  let exchange: Exchange | null = null;
  if (judged === null) {
    exchange = exchangeOf(request, data.requests + made.index + 1, raw, read);
    const twin = needsTwin(user, request, made) ? await askTwin(user, request, made) : null;
    judged = judgeExchange(context.checks, exchange, data.known, context, twin);
  }
  const failed = exchange !== null && exchange.response.failure !== null;
  const handshakeMs = connectingMs(raw);
  const opening = connections.end({ opened: handshakeMs > 0, failed });
  if (request.authorization.credential === 'token') {
    const call = {
      ...judged.end,
      ...made,
      endpoint,
      durationMs: timings.duration,
      waitingMs: timings.waiting,
      connectingMs: handshakeMs,
      bodyBytes: read.bodyBytes,
      user: user.number,
      opening,
      setUpMs: opening === 'none' ? 0 : timings.blocked,
      untimedMs,
    };
    countMeasuredCall(metrics.callMetrics, limits, call);
  }
  countJudgements(context, exchange, judged, user.evidenced);
}

/** Of so many probes one has a twin: what the service answers may change under load. */
const probesPerTwin = 10;

/** Where the lengths of results follow no line, only a twin shows what a probe would have got. */
function needsTwin(
  { data }: LoadUser,
  { endpoint, authorization }: PlannedRequest,
  { index }: MadeCall,
): boolean {
  if (endpoint !== 'encrypt' || authorization.credential === 'token') return false;
  return index % probesPerTwin === 0 || expectedLeaves(data.known.results, 0) === null;
}

/** It is no call of the load: nobody times it. */
async function askTwin({ context, data }: LoadUser, probe: PlannedRequest, { index, phase }: MadeCall) {
  const { baseUrl, headers, token } = context.settings;
  const options = { baseUrl, headers, timeoutMs, tags: { phase: `${phase}-twin` } };
  return ask(twinOf(probe, token), data.requests + index + 1, options);
}

/** Whether the service had closed the connection just after an answer, as it may (ADR 15). */
function metClosing({ connections, data }: LoadUser, request: PlannedRequest, raw: Raw): boolean {
  const isClosed = connections.mayBeClosed(raw.timings, data.roundTrip?.p95Ms ?? 0);
  return (isClosed || /closed idle/.test(raw.error)) && metClosedConnection(exchangeOf(request, 0, raw));
}

/** Measures the error of this generator with one call of the control endpoint. */
export async function askControl(
  { context, isServiceHere }: LoadUser,
  { phase, slice }: MadeCall,
): Promise<void> {
  const { companion } = context.settings;
  if (companion === null || phase === 'warm-up') return;
  const called = await callControl(companion);
  if (called === null) {
    metrics.controlLost.add(1);
    metrics.controlFarOver.add(1, { slice });
    return;
  }
  const { durationMs, trueMs } = called;
  const errorMs = controlErrorMs(durationMs, trueMs, isServiceHere);
  metrics.controlService.add(trueMs);
  metrics.controlError.add(errorMs, { slice });
  if (errorMs >= farOverMs) metrics.controlFarOver.add(1, { slice });
  const over = overGridMs.findLast((step) => errorMs >= step);
  if (over !== undefined) metrics.controlOver.add(1, { over: String(over) });
}
