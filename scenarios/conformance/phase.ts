import { limitAtOf } from '../../checks/latency/expectation.ts';
import type { RoundTrip } from '../../checks/latency/measurement.ts';
import { leastNetworkMs } from '../../checks/latency/network.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { backupsOf, callsPerAlgorithm, callsWithoutToken } from '../../schemas/load-plan.ts';
import { backupBody, type DataChoice, dataChoice, emptyData, plainData } from '../payloads.ts';
import { encrypting, type PlannedRequest, probing, twinOf, validCall } from '../planned-request.ts';
import { firstOf, inTurn, mix } from '../random.ts';
import type { RunContext } from '../run.ts';
import { type Found, foundIn } from '../setup-data.ts';
import {
  contestedAuthorizations,
  noAuthorization,
  validAuthorization,
  wrongAuthorizations,
} from '../tokens/credentials.ts';
import { askAll, askAndJudge, askOneByOne, judgeKept, type Planned } from './ask-and-judge.ts';
import { leaveOut, newRunner, type Runner } from './ask-in-time.ts';
import { redactRecords } from './records.ts';
import { closingShare, conformanceSchedule } from './schedule.ts';
import { moreInFlight, refusalDelayMs } from './waits.ts';

/** Asks everything that the plan contains, or only whether the service is there if it is not. */
export async function conformance(context: RunContext, seed: number): Promise<Found> {
  const { settings, plan, contract, redact } = context;
  const startedMs = Date.now();
  const runner = newRunner(context, seed, startedMs);
  if (!(await isReachable(runner))) return foundIn(redactRecords(runner.records, redact), seed);
  // A service that is slow or never answers must not use up all the time in calls that are made one at a time.
  const until = (share: number): Runner => ({ ...runner, deadlineMs: startedMs + plan.budgetMs * share });
  const short = dataChoice(seed, contract, mostShortBytes);
  await askEarly(until(0.05), short);
  // Through a proxy, a handshake says nothing about the way beyond it.
  const roundTrip = settings.proxy === null ? await measureRoundTrip(until(0.1)) : null;
  await askOneByOne(until(0.2), alone(callsBeforeBackups(settings.token, short)));
  const backup = validCall('backup', settings.token, backupBody(contract));
  await askOneByOne(until(0.45), alone(repeated(plan.backup, backup)));
  await askOneByOne(until(0.5), alone(learningCalls(settings.token, short)));
  await askWithCookies(until(0.55), short);
  await askSchedule(runner, until, closingShare(roundTrip));
  await observeOthers(runner, short);
  await judgeKept(runner);
  return foundIn(redactRecords(runner.records, redact), seed, {
    reachable: true,
    roundTrip,
    networkTakenOffMs: leastNetworkMs(roundTrip, limitAtOf(contract)),
    refusalDelayMs: refusalDelayMs(runner.waits),
  });
}

function alone(requests: readonly PlannedRequest[]): Planned[] {
  return requests.map((request) => ({ request }));
}

/** Each with the same request with the token before or after it. */
function paired(probes: readonly PlannedRequest[], token: string): Planned[] {
  return probes.map((request, index) => ({
    request,
    twin: twinOf(request, token),
    isTwinFirst: index % 2 === 1,
  }));
}

/** Whether anything there speaks HTTP. It gets three tries, so that a cold start does not count as a dead service. */
async function isReachable(runner: Runner): Promise<boolean> {
  const { token } = runner.context.settings;
  for (const endpoint of ['user', 'sync', 'user'] as const) {
    const exchange = await askAndJudge(runner, { request: validCall(endpoint, token) });
    if (exchange?.response.failure === null) return true;
  }
  return false;
}

/** A service may not look at tokens in its first moments. Few, because it may lock out who sends a wrong one. */
async function askEarly(runner: Runner, choice: DataChoice): Promise<void> {
  const { plan, settings } = runner.context;
  // The first one after those of the schedule.
  const madeUp = wrongAuthorizations(settings.token, runner.seed)('made-up', plan.madeUp);
  const probes = [noAuthorization, madeUp].map((authorization, index) =>
    probing(authorization, firstOf.probe + index + 1, 0, 0, plainData(choice)),
  );
  await askOneByOne(runner, paired(probes, settings.token));
}

/** So few that their answers may be unlike those after them. */
const callsBeforeEach = 2;

/** A service for which nobody has made a backup yet may answer in another way. */
function callsBeforeBackups(token: string, choice: DataChoice): PlannedRequest[] {
  const valid = validAuthorization(token);
  return Array.from({ length: callsBeforeEach }, (_, index) => [
    validCall('sync', token),
    validCall('user', token),
    encrypting(valid, index, choice),
  ])
    .flat()
    .map((request) => ({ ...request, circumstance: { words: 'before the backups' } }));
}

const handshakes = 24;
const fewestHandshakes = 5;

/**
 * Times the TCP handshakes of consecutive calls, each on a connection of its own; null: too few were timed. A call takes at least
 * one round trip: if one is faster than every handshake, only handshakes are slow.
 */
async function measureRoundTrip(runner: Runner): Promise<RoundTrip | null> {
  const request = { ...validCall('user', runner.context.settings.token), closeAfter: true };
  const times: number[] = [];
  let fastestCallMs = Number.POSITIVE_INFINITY;
  let calls = 0;
  for (; calls < handshakes && Date.now() < runner.deadlineMs; calls += 1) {
    const exchange = await askAndJudge(runner, { request });
    const { connectingMs = 0, durationMs = 0 } = exchange?.response ?? {};
    if (connectingMs > 0) times.push(connectingMs);
    if (durationMs > 0) fastestCallMs = Math.min(fastestCallMs, durationMs);
  }
  const p95Ms = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1];
  const isEnough = times.length >= Math.max(fewestHandshakes, calls * 0.75);
  return isEnough && p95Ms !== undefined ? { floorMs: Math.min(fastestCallMs, ...times), p95Ms } : null;
}

const callsWithCookies = 20;

/**
 * A session may not stand in for the token: where answers to calls with it set cookies, asks encrypt with those of each endpoint and
 * without the header, unless the operator sends others.
 */
async function askWithCookies(runner: Runner, choice: DataChoice): Promise<void> {
  const { settings, contract } = runner.context;
  if (Object.keys(settings.headers).some((name) => name.toLowerCase() === 'cookie')) return;
  const bodies = {
    user: null,
    encrypt: '{"data":"a","algorithm":"AES-256-GCM"}',
    sync: null,
    backup: backupBody(contract),
  };
  const forms = endpointNames.flatMap((setBy) => {
    const set = Object.entries(runner.cookies[setBy] ?? {});
    const cookies = { header: set.map((cookie) => cookie.join('=')).join('; '), setBy, body: bodies[setBy] };
    const variety = `no header, with the cookies of a successful ${setBy} call`;
    return set.length === 0 ? [] : [{ ...noAuthorization, variety, cookies }];
  });
  if (forms.length === 0) return;
  const probes = Array.from({ length: callsWithCookies }, (_, index) =>
    probing(inTurn(forms, index), firstOf.probe + index * 4, 0, 0, choice),
  );
  await askOneByOne(runner, paired(probes, settings.token));
}

const mostBytes = 262_144;
const sequentialCalls = 40;
const manyInFlight = 16;

/** Asks the schedule: first one request at a time, then many at once. */
async function askSchedule(runner: Runner, until: (share: number) => Runner, closing: number): Promise<void> {
  const { plan, settings, contract } = runner.context;
  const choice = dataChoice(runner.seed, contract, mostBytes);
  const planned = conformanceSchedule(plan, settings.token, choice, closing, settings.headers).map(
    (request, index): Planned =>
      request.endpoint === 'encrypt' && request.authorization.credential !== 'token'
        ? { request, twin: twinOf(request, settings.token), isTwinFirst: mix(index, runner.seed) % 2 === 0 }
        : { request },
  );
  const shortly = { ...runner, deadlineMs: Date.now() + plan.budgetMs * 0.15 };
  const late = await askAll(shortly, planned.slice(0, sequentialCalls), 1);
  const most = until(0.9);
  const rest = [...late, ...planned.slice(sequentialCalls)];
  const requests = rest.map(({ request }) => request);
  const more = moreInFlight(runner.waits, requests, most.deadlineMs - Date.now());
  for (const { request } of await askAll(most, rest, manyInFlight + more))
    leaveOut(runner, request, 'noTime');
}

const mostShortBytes = 1024;
const textsTwice = ['one and the same text', 'another of that size.'];
const timesEach = 8;
const emptyCalls = 8;

/** Shows what an authorised encrypt answer is made of: the same data again and again, none, and algorithms that the contract declares. */
function learningCalls(token: string, choice: DataChoice): PlannedRequest[] {
  const valid = validAuthorization(token);
  const empty = emptyData({ ...choice, algorithms: [] });
  const asked = (calls: number, from: DataChoice, algorithm?: string) =>
    Array.from({ length: calls }, (_, index) => encrypting(valid, index, from, algorithm));
  const same = textsTwice.flatMap((data) => {
    const body = JSON.stringify({ data, algorithm: 'AES-256-GCM' });
    return repeated(timesEach, { endpoint: 'encrypt', authorization: valid, variety: 'the same text', body });
  });
  return [
    ...same,
    ...(empty.classes.length === 0 ? [] : asked(emptyCalls, empty)),
    ...choice.algorithms.flatMap((algorithm) => asked(callsPerAlgorithm, choice, algorithm)),
  ];
}

const callsObserved = 3;

/** What the document leaves open about authentication. A backup is asked without a token only if the contract declares which. */
async function observeOthers(runner: Runner, choice: DataChoice): Promise<void> {
  const { settings, contract, plan } = runner.context;
  const { token } = settings;
  const declared = [...(contract.token?.required ?? []), ...(contract.token?.notRequired ?? [])];
  for (const endpoint of ['user', 'sync', 'backup'] as const) {
    const isBackup = endpoint === 'backup';
    const observed = declared.includes(endpoint) ? callsWithoutToken : callsObserved;
    const times = isBackup ? backupsOf(plan.backup, 0, contract).withoutToken : observed;
    const valid = validCall(endpoint, token, isBackup ? backupBody(contract) : null);
    const request = { ...valid, authorization: noAuthorization, variety: noAuthorization.variety };
    await askOneByOne(runner, alone(repeated(times, request)));
  }
  const forms = contestedAuthorizations(token);
  const contested = [...forms, ...forms].map((authorization, index) => ({
    ...encrypting(authorization, index, choice),
    variety: authorization.variety,
  }));
  await askOneByOne(runner, alone(contested));
}

function repeated(times: number, request: PlannedRequest): PlannedRequest[] {
  return Array<PlannedRequest>(Math.max(0, times)).fill(request);
}
