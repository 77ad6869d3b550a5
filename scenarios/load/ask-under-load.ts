import http from 'k6/http';
import { bytesOf, type Raw, thrownFor, utf8Text } from '../ask.ts';
import { saltedBody } from '../space/data-text.ts';
import { connectingMs } from './connections.ts';
import type { LoadRequest } from './draw-requests.ts';
import type { JudgedCall } from './judging.ts';
import { callMetrics, droppedCalls, judgementCounters, unsentCalls } from './k6-metrics.ts';
import { repeats } from './known-refusals.ts';
import { dataIndex } from './load-requests.ts';
import type { LoadUser } from './load-user.ts';
import { isPlain, type MadeCall } from './plain-calls.ts';
import type { PlannedCall } from './plan-calls.ts';

const accepted: JudgedCall = { result: 'succeeded', outcome: '', hasFailed: false, refusal: null };

/**
 * Makes one call of the load and judges the answer. null: it could not be sent. Nearly every call runs through once
 * without waiting for anything but its answer, and makes no object of it: what one call costs, k6 cannot spend on others.
 */
export async function askUnderLoad(user: LoadUser, call: PlannedCall, request: LoadRequest, made: MadeCall) {
  const { connections, counting } = user;
  const isValid = request.credential === 'token';
  const body = request.body && saltedBody(request.body, dataIndex(call), user.data.seed);
  const params = request.params[call.phase];
  // k6 copies what it is given. A probe has a jar of its own.
  const jar = isValid ? user.emptyJar : new http.CookieJar();
  params.jar = jar;
  connections.begin();
  const sentMs = Date.now();
  let raw: Raw;
  let vainMs = 0;
  try {
    raw = await http.asyncRequest(request.method, request.url, body, params);
    if (raw.status === 0 && metClosing(user, call, raw)) {
      // A client waits for both attempts.
      vainMs = raw.timings.duration;
      params.jar = jar;
      raw = await http.asyncRequest(request.method, request.url, body, params);
    }
  } catch (error) {
    raw = thrownFor(error);
  }
  const waitedMs = Date.now() - sentMs;
  if (isValid && raw.headers['Set-Cookie'] !== undefined && user.emptyJar === jar)
    user.emptyJar = new http.CookieJar();
  const isAccepted = isAtAGlance(user, call, request, raw);
  const judged = isAccepted ? accepted : await user.judging().judged(call, raw, request, user.twinsProbes);
  if (judged === null) {
    connections.end(false, true);
    if (made.isMeasured) {
      droppedCalls.add(1, made.slice.name);
      unsentCalls.add(1, made.slice.name);
    }
    return null;
  }
  const handshakeMs = connectingMs(raw);
  const opening = connections.end(handshakeMs > 0, judged.hasFailed);
  if (!isValid) {
    const { endpoint } = request;
    if (isAccepted) {
      for (const subject of request.subjects) judgementCounters.judged.add(1, subject);
      if (endpoint === 'encrypt') judgementCounters.probesJudged.add(1);
    } else user.refusals[endpoint] = judged.refusal ?? user.refusals[endpoint];
    return made;
  }
  const { duration: lastMs, waiting, blocked } = raw.timings;
  const duration = vainMs + lastMs;
  const untimedMs = waitedMs - blocked - duration;
  const isUsualConnection = opening === 'none' || (opening === 'ours' && counting.addresses.length === 0);
  if (isAccepted && isUsualConnection && isPlain(counting, duration, waiting, made.latenessMs, untimedMs)) {
    const plain = made.slice.plain[request.endpoint];
    plain.durationsMs.push(duration);
    if (opening === 'ours') plain.setUpsMs.push(blocked);
    if (handshakeMs > 0) plain.handshakesMs.push(handshakeMs);
    if (made.isMeasured) request.plainCalls += 1;
    user.waiting += 1;
  } else
    user.measured.push({
      ...{ isAccepted, opening, untimedMs },
      result: judged.result,
      outcome: judged.outcome,
      slice: made.slice.name,
      latenessMs: made.latenessMs,
      durationMs: duration,
      waitingMs: waiting,
      endpoint: request.endpoint,
      number: call.number,
      status: raw.status,
      connectingMs: handshakeMs,
      sentCharacters: request.sentCharacters,
      address: opening === 'none' ? '' : raw.remote_ip,
      setUpMs: opening === 'none' ? 0 : blocked,
    });
  if (made.isSampled && judged.result === 'succeeded')
    callMetrics.bodyBytes.add(bytesOf(raw.body), { endpoint: request.endpoint });
  return made;
}

/** Whether the answer is certainly a success that passes every check, or a refusal that has passed every check before. */
function isAtAGlance(
  { glances, refusals, twinsProbes }: LoadUser,
  { number }: PlannedCall,
  request: LoadRequest,
  raw: Raw,
): boolean {
  if (!request.isUsual) return false;
  const { status, error_code } = raw;
  if (request.credential !== 'token')
    return (
      !twinsProbes &&
      error_code === 1000 + status &&
      repeats(refusals[request.endpoint], raw, utf8Text(raw.body))
    );
  if (error_code !== 0) return false;
  const text = utf8Text(raw.body);
  return text !== null && glances[request.endpoint](status, text, request, number);
}

/** Whether the service had closed the connection just after an answer, as it may (ADR 15). */
function metClosing({ connections, data, judging }: LoadUser, call: PlannedCall, raw: Raw): boolean {
  const isClosed = connections.mayBeClosed(raw.timings, data.roundTrip?.p95Ms ?? 0);
  return (isClosed || /closed idle/.test(raw.error)) && judging().metClosed(call, raw);
}
