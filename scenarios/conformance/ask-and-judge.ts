import { readAnswer } from '../../checks/answer.ts';
import { type RefusedProbe, refusedProbe } from '../../checks/auth/lockout.ts';
import { callEnd } from '../../checks/calls/calls.ts';
import { type Check, type Failure, judge } from '../../checks/check.ts';
import { type Credential, type Exchange, succeeded } from '../../checks/exchange.ts';
import { countJudged } from '../../checks/tally.ts';
import { type EvidenceContext, evidenceOf } from '../../reports/evidence.ts';
import { redactOffered } from '../../reports/secrets/redact.ts';
import { ask, metClosedConnection } from '../ask.ts';
import { inTurns, sleep } from '../paced.ts';
import type { PlannedRequest } from '../planned-request.ts';
import type { RunContext } from '../run.ts';
import { transportOf } from '../settings.ts';
import type { Point } from '../space/level.ts';
import { newCookies } from './cookies.ts';
import { newRecords, recordAnswer, recordObservation, recordTokenProbe } from './records.ts';
import { type Item, requestsOf } from './schedule.ts';
import {
  fullWaitMs,
  isHopeless,
  noteEnd,
  noteWaitInVain,
  type WaitsByKind,
  waitMs,
  waitsFor,
} from './waits.ts';

export type Runner = ReturnType<typeof newRunner>;

/** What the calls of the conformance phase share. */
export function newRunner(context: RunContext, seed: number, startedMs: number) {
  const { settings, plan, redact } = context;
  const evidence: EvidenceContext = {
    phase: 'conformance',
    baseUrl: settings.baseUrl,
    redact,
    transport: transportOf(settings),
  };
  return {
    context,
    seed,
    evidence,
    records: newRecords(),
    /** In the order of the answers. */
    refusals: [] as RefusedProbe[],
    waits: {} as WaitsByKind,
    cookies: newCookies(),
    /** Judged when it is known what a success looks like. */
    unjudged: [] as (readonly [PlannedRequest, Exchange])[],
    /** Of calls to encrypt that were answered, those of twins aside. */
    points: [] as Point[],
    /** Milliseconds since 1970. After it nothing is asked, nor waited for. */
    deadlineMs: startedMs + plan.budgetMs,
    /** Resolves when the rate allows another request. */
    turn: inTurns(plan.stepMs),
  };
}

/** Makes a request if its answer can be expected to end; null: it was left out, which is recorded. */
async function askInTime(runner: Runner, request: PlannedRequest): Promise<Exchange | null> {
  const waits = waitsFor(runner.waits, request);
  if (isHopeless(waits)) return leaveOut(runner, request, 'noEnd');
  await runner.turn();
  const fromMs = Date.now();
  const wantedMs = waitMs(waits);
  const timeoutMs = Math.max(1, Math.min(wantedMs, runner.deadlineMs - fromMs));
  const exchange = await askOnOpenConnection(runner, request, timeoutMs);
  const untilMs = Date.now();
  const { failure } = exchange.response;
  if (failure === null || (failure !== 'timeout' && untilMs - fromMs < timeoutMs)) {
    noteEnd(waits, untilMs - fromMs);
    return exchange;
  }
  const isCut = timeoutMs < wantedMs;
  if (!isCut) noteWaitInVain(waits, fromMs, untilMs);
  return timeoutMs === fullWaitMs ? exchange : leaveOut(runner, request, isCut ? 'noTime' : 'givenUp');
}

const mostRepetitions = 10;
const callsOnOwnConnections = 100;
/** k6 needs this long to notice that the service has closed a connection. A backup cannot be asked for again. */
export const noticeMs = 50;

/**
 * Asks again if the service had closed the connection, as it may at any time (RFC 9112 §9.5); k6 itself repeats a GET. The calls
 * after it get connections of their own: there a service that resets calls gives itself away.
 */
async function askOnOpenConnection(
  { records, context, cookies }: Runner,
  request: PlannedRequest,
  timeoutMs: number,
): Promise<Exchange> {
  const { baseUrl, headers } = context.settings;
  if (request.endpoint === 'backup' && request.authorization.credential === 'token') await sleep(noticeMs);
  for (let repetition = 0; ; repetition += 1) {
    records.requests += 1;
    const closeAfter = request.closeAfter === true || records.requests <= records.ownConnectionUntil;
    const options = { baseUrl, headers, timeoutMs, cookies, tags: { phase: 'conformance' } };
    const exchange = await ask({ ...request, closeAfter }, records.requests, options);
    if (!metClosedConnection(exchange) || repetition === mostRepetitions) return exchange;
    records.ownConnectionUntil = records.requests + callsOnOwnConnections;
    recordObservation(records, request.endpoint, { id: 'closed-connections', value: 'asked again' });
  }
}

const reasons = {
  noEnd: 'not made, because earlier ones did not end',
  givenUp: `given up before ${fullWaitMs / 1000} s, because earlier ones did not end`,
  refused: 'refused, and so not counted',
  noTime: 'not made or not waited for, because the time for them was up',
} as const;

const credentialWords: Readonly<Record<Credential, string>> = {
  token: 'with the token',
  absent: 'without an Authorization header',
  empty: 'with an empty token',
  scheme: 'with another scheme',
  'made-up': 'with a made-up token',
  contested: 'with an ambiguous form of the header',
};

export function leaveOut({ records }: Runner, request: PlannedRequest, reason: keyof typeof reasons): null {
  const { endpoint, authorization, circumstance } = request;
  const words = [credentialWords[authorization.credential], ...(circumstance ? [circumstance.words] : [])];
  const value = `${words.join(', ')}: ${reasons[reason]}`;
  recordObservation(records, endpoint, { id: 'calls-left-out', value });
  return null;
}

/** Asks the items, `concurrency` at a time, and records what the answers say. Returns those for which there was no time. */
export async function askItems(
  runner: Runner,
  items: readonly Item[],
  concurrency: number,
  askOne = askAndJudge,
): Promise<readonly Item[]> {
  let next = 0;
  async function work(): Promise<void> {
    while (Date.now() < runner.deadlineMs) {
      const item = items[next];
      if (item === undefined) return;
      next += 1;
      for (const request of requestsOf(item)) {
        const exchange = await askOne(runner, request);
        if (exchange !== null && request === item.request) notePoint(runner, exchange);
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work));
  return items.slice(next);
}

/** Where in the space the request was, by the connection that it had. */
function notePoint({ points }: Runner, { endpoint, point, connection, response }: Exchange): void {
  if (endpoint === 'encrypt' && point !== undefined && response.failure === null)
    points.push({ ...point, connection: connection === 'used' ? (point['connection'] ?? 'used') : 'fresh' });
}

/** Asks one request after the other, and leaves out those for which there is no time. */
export async function askOneByOne(runner: Runner, requests: readonly PlannedRequest[]): Promise<void> {
  const items = requests.map((request) => ({ request }));
  for (const { request } of await askItems(runner, items, 1)) leaveOut(runner, request, 'noTime');
}

/** null: the request was left out. */
export async function askUnjudged(runner: Runner, request: PlannedRequest): Promise<Exchange | null> {
  const exchange = await askInTime(runner, request);
  if (exchange !== null) runner.unjudged.push([request, exchange]);
  return exchange;
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
  const answer = readAnswer(exchange, records.control);
  if (exchange.circumstance !== undefined && exchange.credential === 'token') {
    const { result } = callEnd(answer, context.contract);
    if (result !== 'succeeded' && result !== 'failed') return leaveOut(runner, request, 'refused');
  }
  const hideOffered = redactOffered(exchange);
  recordAnswer(records, context, answer, evidence, hideOffered);
  for (const judged of judge(context.checks, answer)) {
    const { check, judgement } = judged;
    if (check.subject === 'auth-made-up' && judgement.outcome !== 'not-applicable')
      recordTokenProbe(records, request.authorization);
    const isProbe = check.subject.startsWith('auth-') && exchange.request.cookies === undefined;
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
