import http from 'k6/http';
import type { Exchange } from '../../checks/exchange.ts';
import { controlErrorMs, overGridMs } from '../../checks/latency/measurement.ts';
import { farOverMs } from '../../checks/latency/refutation.ts';
import { bucketOf } from '../../schemas/histogram-grid.ts';
import {
  ask,
  type Body,
  exchangeOf,
  type Raw,
  readBody,
  send,
  sendWith,
  setsCookies,
  thrownFor,
} from '../ask.ts';
import { metClosedConnection } from '../call-failure.ts';
import { type ControlCall, callControl, timeHandshake } from '../companion.ts';
import { type PlannedRequest, twinOf } from '../planned-request.ts';
import { connectingMs } from './connections.ts';
import type { MeasuredCall } from './count-call.ts';
import { countJudgements, countRefusal } from './count-judgements.ts';
import { judgeExchange } from './judge-exchange.ts';
import * as metrics from './k6-metrics.ts';
import type { LoadUser } from './load-user.ts';
import { type Asking, timeoutMs } from './plan-calls.ts';
import type { MadeCall } from './timetable.ts';

const accepted = { result: 'succeeded', outcome: '' } as const;

/** Makes one request of the load and judges the answer. No exchange is built for an answer that a glance accepts. null: the call could not be sent. */
export async function askUnderLoad(
  user: LoadUser,
  { request, isValid, sent }: Asking,
  made: MadeCall,
): Promise<MadeCall | null> {
  const { context, data, connections } = user;
  const { endpoint } = request;
  connections.begin();
  const sentMs = Date.now();
  const jar = user.emptyJar;
  let raw = await (isValid ? sendWith(jar, sent) : send(sent)).catch(thrownFor);
  if (raw.status === 0 && metClosing(user, request, raw)) raw = await send(sent).catch(thrownFor);
  const waitedMs = Date.now() - sentMs;
  if (isValid && setsCookies(raw) && user.emptyJar === jar) user.emptyJar = new http.CookieJar();
  const { timings } = raw;
  const durationMs = timings.duration;
  const blockedMs = timings.blocked;
  const read = readBody(raw.body);
  const hasTwin = !isValid && needsTwin(user, request, made);
  const isAccepted = isValid
    ? raw.error_code === 0 && isAcceptedAtALook(user, request, raw.status, read)
    : !hasTwin && raw.error_code === 1000 + raw.status && user.refusals.hasSeen(request, raw, read);
  let exchange: Exchange | null = null;
  let end: Pick<MeasuredCall, 'result' | 'outcome'> = accepted;
  if (isAccepted) {
    if (!isValid) countRefusal(request.authorization);
  } else {
    exchange = exchangeOf(request, data.requests + made.index + 1, raw, read);
    if (exchange.response.failure === 'not sent') {
      connections.end({ opened: false, failed: true });
      countUnsent(made);
      return null;
    }
    const twin = hasTwin ? await askTwin(user, request, made) : null;
    const judged = judgeExchange(context.checks, exchange, data.known, context, twin, user.groupWith);
    end = judged.answer;
    if (!isValid) user.refusals.keep(judged);
    countJudgements(context, judged, user.evidenced);
  }
  const handshakeMs = connectingMs(raw);
  const failed = exchange !== null && exchange.response.failure !== null;
  const opening = connections.end({ opened: handshakeMs > 0, failed });
  if (isValid)
    user.measured.push({
      endpoint,
      isAccepted,
      result: end.result,
      outcome: end.outcome,
      number: made.number,
      slice: made.slice,
      latenessMs: made.latenessMs,
      status: raw.status,
      durationMs,
      waitingMs: timings.waiting,
      connectingMs: handshakeMs,
      bodyBytes: read.bodyBytes,
      sentCharacters: (request.body ?? '').length,
      address: opening === 'none' ? '' : raw.remote_ip,
      opening,
      setUpMs: opening === 'none' ? 0 : blockedMs,
      untimedMs: waitedMs - blockedMs - durationMs,
    });
  return made;
}

function countUnsent({ phase, slice }: MadeCall): void {
  if (phase === 'warm-up') return;
  metrics.droppedCalls.add(1, slice);
  metrics.unsentCalls.add(1, slice);
}

function isAcceptedAtALook(
  { accepts }: LoadUser,
  { endpoint, otherAlgorithm }: PlannedRequest,
  status: number,
  { body, isUtf8 }: Body,
): boolean {
  return isUtf8 === true && otherAlgorithm === undefined && accepts[endpoint](status, body);
}

/** One in this many probes has a twin, because the service may answer differently under load. */
const probesPerTwin = 10;

/** Without a known rule for the lengths of results, only a twin shows what a probe would have received. */
function needsTwin(
  { areLengthsKnown }: LoadUser,
  { endpoint }: PlannedRequest,
  { index }: MadeCall,
): boolean {
  return endpoint === 'encrypt' && (index % probesPerTwin === 0 || !areLengthsKnown);
}

/** A twin is not part of the load and is not timed. */
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

/** A connection that could not be opened counts as this slow. */
const longestHandshakeMs = 5000;

/** Calls the control endpoint once to measure this generator's error, and times the network if k6 opens no connections. */
export async function askControl(
  { context, data, isServiceHere }: LoadUser,
  made: MadeCall,
): Promise<MadeCall> {
  const { companion } = context.settings;
  if (companion === null || made.phase === 'warm-up') return made;
  countControl(await callControl(companion), made.slice, isServiceHere);
  if (data.ownTo !== null) {
    const ms = (await timeHandshake(companion, data.ownTo)) ?? longestHandshakeMs;
    metrics.callMetrics.handshakes.add(1, String(bucketOf(ms)));
  }
  return made;
}

function countControl(called: ControlCall | null, slice: string, isServiceHere: boolean): void {
  if (called === null) {
    metrics.controlLost.add(1, slice);
    metrics.controlFarOver.add(1, slice);
    return;
  }
  const { durationMs, trueMs } = called;
  const errorMs = controlErrorMs(durationMs, trueMs, isServiceHere);
  metrics.controlService.add(trueMs);
  metrics.controlError.add(errorMs, { slice });
  if (errorMs >= farOverMs) metrics.controlFarOver.add(1, slice);
  const over = overGridMs.findLast((step) => errorMs >= step);
  metrics.controlOver.add(1, slice, String(over ?? 'none'));
}
