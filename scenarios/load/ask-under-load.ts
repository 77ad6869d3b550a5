import http from 'k6/http';
import { bytesOf, type Raw, thrownFor, utf8Text } from '../ask.ts';
import { saltedBody } from '../space/data-text.ts';
import { connectingMs } from './connections.ts';
import { isPlain } from './count-calls.ts';
import type { LoadRequest } from './draw-requests.ts';
import type { JudgedCall } from './judging.ts';
import { metrics } from './k6-metrics.ts';
import { repeats } from './known-refusals.ts';
import { dataIndex } from './load-requests.ts';
import type { LoadUser } from './load-user.ts';
import type { PlannedCall } from './plan-calls.ts';

const accepted: JudgedCall = { result: 'succeeded', outcome: '', hasFailed: false, refusal: null };

/**
 * Makes one call of the load and judges the answer. null: it could not be sent. Nearly every call runs through once
 * without waiting for anything but its answer, and makes no object of it: what one call costs, k6 cannot spend on others.
 */
export async function askUnderLoad(user: LoadUser, call: PlannedCall, request: LoadRequest) {
  const { connections, counting } = user;
  const { isMeasured, slice, latenessMs } = call;
  const { endpoint } = request;
  const isValid = request.credential === 'token';
  const body = request.body && saltedBody(request.body, dataIndex(call), user.data.seed);
  const { params } = request;
  params.tags['phase'] = call.phase;
  // A probe has a jar of its own.
  const jar = isValid ? user.emptyJar : new http.CookieJar();
  params.jar = jar;
  connections.begin();
  const sentMs = Date.now();
  let raw: Raw;
  let vainMs = 0;
  try {
    raw = await http.asyncRequest(request.method, request.url, body, params);
    if (raw.status === 0 && metClosing(user, call, request, raw)) {
      // A client waits for both attempts.
      vainMs = raw.timings.duration;
      params.jar = jar;
      params.tags['phase'] = call.phase;
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
    if (isMeasured) {
      metrics.dropped_calls.add(1, call);
      metrics.unsent_calls.add(1, call);
    }
    return null;
  }
  const handshakeMs = connectingMs(raw);
  const closedBy = connections.end(handshakeMs > 0, judged.hasFailed);
  if (!isValid) {
    if (isAccepted) {
      for (const subject of request.subjects) metrics.judged.add(1, { subject });
      if (endpoint === 'encrypt') metrics.probes_judged.add(1, {});
    } else user.refusals[endpoint] = judged.refusal ?? user.refusals[endpoint];
    return call;
  }
  const { result, outcome } = judged;
  const { duration: lastMs, waiting: waitingMs, blocked } = raw.timings;
  const durationMs = vainMs + lastMs;
  const untimedMs = waitedMs - blocked - durationMs;
  const isOrdinary =
    isAccepted && closedBy !== 'theirs' && isPlain(counting, durationMs, waitingMs, latenessMs, untimedMs);
  let like = isOrdinary ? user.plain[endpoint] : undefined;
  if (like?.slice !== slice) {
    like = {
      ...{ endpoint, slice, isAccepted, result, outcome, closedBy },
      ...{ latenessMs, durationMs, waitingMs, untimedMs },
      setUpMs: blocked,
      durationsMs: [],
      handshakesMs: [],
    };
    user.ended.push(like);
    if (isOrdinary) user.plain[endpoint] = like;
  }
  user.waiting += 1;
  like.durationsMs.push(durationMs);
  if (handshakeMs > 0) like.handshakesMs.push(handshakeMs);
  if (result === 'succeeded' && call.isSampled) metrics.body_bytes.add([bytesOf(raw.body)], { endpoint });
  return call;
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
function metClosing(
  { connections, data, judging }: LoadUser,
  call: PlannedCall,
  request: LoadRequest,
  raw: Raw,
): boolean {
  const isClosed = connections.mayBeClosed(raw.timings, data.roundTrip?.p95Ms ?? 0);
  return (isClosed || /closed idle/.test(raw.error)) && judging().metClosed(call, raw, request);
}
