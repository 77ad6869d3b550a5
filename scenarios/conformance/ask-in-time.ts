import { credentialWords, type Exchange } from '../../checks/exchange.ts';
import type { SeenSuccess } from '../../checks/meaning/leaves.ts';
import type { KeptAnswer } from '../../checks/meaning/settle.ts';
import { remembered } from '../../checks/remembered.ts';
import type { OtherEndpoint } from '../../schemas/contract.ts';
import { ask } from '../ask.ts';
import { metClosedConnection } from '../call-failure.ts';
import { evidenceContext, type RunContext } from '../context.ts';
import { inTurns, sleep } from '../paced.ts';
import type { PlannedRequest } from '../planned-request.ts';
import type { Point } from '../space/level.ts';
import { newCookies } from './cookies.ts';
import { newRecords, recordObservations } from './records.ts';
import type { Item } from './schedule.ts';
import { fullWaitMs, newWaits, type RefusalDelays } from './waits.ts';

export type Runner = ReturnType<typeof newRunner>;

/** State that all calls of the conformance phase share. */
export function newRunner(context: RunContext, startedMs: number) {
  const { settings, conformance: plan, redact } = context;
  return {
    context,
    evidence: evidenceContext(settings, 'conformance', redact),
    records: newRecords(),
    /** Answers that can be interpreted only once all have arrived. */
    kept: [] as (KeptAnswer & { readonly request: PlannedRequest })[],
    /** Ids in answers of user. */
    userIds: new Set<string>(),
    successes: { user: [], sync: [], backup: [] } as Record<OtherEndpoint, SeenSuccess[]>,
    /** By endpoint and credential. */
    waitsFor: remembered(newWaits),
    delays: {} as RefusalDelays,
    /** Valid calls that were refused, perhaps because of their headers. */
    refused: [] as PlannedRequest[],
    /** Probes that were turned away, although their twins were not. */
    turnedAway: [] as Item[],
    cookies: newCookies(),
    /** Points of answered probes of encrypt. */
    points: [] as Point[],
    /** Milliseconds since 1970. After this, nothing is sent or waited for. */
    deadlineMs: startedMs + plan.budgetMs,
    /** Resolves when the rate allows another request. */
    turn: inTurns(plan.stepMs),
  };
}

/** Sends a request if its answer can be expected in time. null: it was left out, which is recorded. */
export async function askInTime(runner: Runner, request: PlannedRequest): Promise<Exchange | null> {
  const waits = runner.waitsFor(`${request.endpoint} ${request.authorization.credential}`);
  if (waits.isHopeless()) return leaveOut(runner, request, 'noEnd');
  await runner.turn();
  const fromMs = Date.now();
  const wantedMs = waits.nextMs();
  const timeoutMs = Math.max(1, Math.min(wantedMs, runner.deadlineMs - fromMs));
  const exchange = await askOnOpenConnection(runner, request, timeoutMs);
  const untilMs = Date.now();
  const { failure } = exchange.response;
  if (failure === null || (failure !== 'timeout' && untilMs - fromMs < timeoutMs)) {
    waits.ended(untilMs - fromMs);
    return exchange;
  }
  const isCut = timeoutMs < wantedMs;
  if (!isCut) waits.timedOut(fromMs, untilMs);
  return timeoutMs === fullWaitMs ? exchange : leaveOut(runner, request, isCut ? 'noTime' : 'givenUp');
}

const mostRepetitions = 10;
const callsOnOwnConnections = 100;
/** k6 needs this long to notice that the service closed a connection. Backups wait for it because they cannot be repeated. */
export const noticeMs = 50;

/**
 * Repeats a call that met a connection closed by the service, which RFC 9112 §9.5 allows; k6 itself repeats GETs. The calls that
 * follow open their own connections: a service that resets those is at fault.
 */
async function askOnOpenConnection(runner: Runner, request: PlannedRequest, timeoutMs: number) {
  const { records, context, cookies } = runner;
  if (request.endpoint === 'backup') await sleep(noticeMs);
  for (let repetition = 0; ; repetition += 1) {
    records.requests += 1;
    const isToClose = request.closeAfter === true || records.requests <= records.ownConnectionUntil;
    const closeAfter = isToClose && !records.keepsOpen;
    const options = { to: context.settings, timeoutMs, cookies, tags: { phase: 'conformance' } };
    const exchange = await ask({ ...request, closeAfter }, records.requests, options);
    if (closeAfter && saysKeepAlive(exchange)) {
      records.keepsOpen = true;
      records.leftOpen += 1;
    } else if (isOnLeftOpen(exchange) && records.leftOpen > 0) {
      records.leftOpen -= 1;
      continue;
    }
    if (!metClosedConnection(exchange) || repetition === mostRepetitions) return exchange;
    records.ownConnectionUntil = records.requests + callsOnOwnConnections;
    recordObservations(records, request.endpoint, { 'closed-connections': ['asked again'] });
  }
}

/** Whether the service keeps a connection open that it was asked to close. Nothing may follow on it (RFC 9112 §9.6), but k6 uses it again. */
function saysKeepAlive({ response }: Exchange): boolean {
  return /keep-alive/i.test(response.headers['connection'] ?? '');
}

/** Whether a call may have been refused because it followed on such a connection, as by Node. */
function isOnLeftOpen({ response, connection }: Exchange): boolean {
  return response.status === 400 && connection === 'used';
}

const reasons = {
  noEnd: 'not made, because earlier ones did not end',
  givenUp: `given up before ${fullWaitMs / 1000} s, because earlier ones did not end`,
  refused: 'refused, which the document allows, so not counted',
  unread: 'not read, because the time for it was up',
  noTime: 'not made or not waited for, because the time for them was up',
} as const;

export function leaveOut({ records }: Runner, request: PlannedRequest, reason: keyof typeof reasons): null {
  const { endpoint, authorization, circumstance } = request;
  const words = [credentialWords[authorization.credential], circumstance ?? []].flat();
  recordObservations(records, endpoint, { 'calls-left-out': [`${words.join(', ')}: ${reasons[reason]}`] });
  return null;
}
