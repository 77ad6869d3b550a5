import { noCalls } from '../../checks/calls.ts';
import { fewestSuccesses } from '../../checks/control-profile.ts';
import { leastNetworkMs } from '../../checks/latency/network.ts';
import { limitAtOf } from '../../checks/latency/reading.ts';
import { afterLockout, lockedOut } from '../../checks/lockout.ts';
import { takeBackPass } from '../../checks/tally.ts';
import { backupsWithoutToken, callsPerAlgorithm, callsWithoutToken } from '../../schemas/load-plan.ts';
import { contestedAuthorization, noAuthorization, validAuthorization } from '../credentials.ts';
import { inTurns } from '../paced.ts';
import { type DataChoice, dataChoice, emptyData, encryptBody } from '../payloads.ts';
import { encrypting, type Question, validCall } from '../question.ts';
import type { RunContext } from '../run-context.ts';
import { transportOf } from '../settings.ts';
import { type Found, foundIn, nothingLearned } from '../setup-data.ts';
import { askAll, askAndJudge, askOneByOne } from './ask-and-judge.ts';
import { leaveOut, type Runner } from './ask-in-time.ts';
import { newRecords, redactRecords } from './records.ts';
import { measureRoundTrip } from './round-trip.ts';
import { closingShare, conformanceSchedule } from './schedule.ts';
import { moreInFlight, refusalDelayMs } from './waits.ts';

/** Asks everything that the plan contains, or only whether the service is there if it is not. */
export async function conformance(context: RunContext, seed: number): Promise<Found> {
  const { settings, plan, contract, redact } = context;
  const { baseUrl } = settings;
  const startedMs = Date.now();
  const runner: Runner = {
    context,
    seed,
    evidence: { phase: 'conformance', baseUrl, redact, transport: transportOf(settings) },
    records: newRecords(),
    refusals: [],
    waits: {},
    deadlineMs: startedMs + plan.budgetMs,
    turn: inTurns(plan.stepMs),
  };
  const found = (learned: typeof nothingLearned) => {
    takeBackLockouts(runner);
    return foundIn(redactRecords(runner.records, redact), seed, learned);
  };
  if (!(await isReachable(runner))) return found(nothingLearned);
  // A service that is slow or never answers must not use up all the time in calls that are made one at a time.
  const until = (share: number): Runner => ({ ...runner, deadlineMs: startedMs + plan.budgetMs * share });
  // Through a proxy, a handshake says nothing about the way beyond it.
  const roundTrip = settings.proxy === null ? await measureRoundTrip(until(0.1)) : null;
  const backupBody = await createBackups(until(0.45));
  await learnControl(until(0.5));
  await askSchedule(runner, until, closingShare(roundTrip));
  await observeOthers(runner, backupBody);
  return found({
    reachable: true,
    backupBody,
    roundTrip,
    networkTakenOffMs: leastNetworkMs(roundTrip, limitAtOf(contract)),
    refusalDelayMs: refusalDelayMs(runner.waits),
  });
}

/** A contract that declares their status as one of refusals says that the service still looks at the token. */
function takeBackLockouts({ refusals, records, context }: Runner): void {
  const declared = context.contract.refusal?.statuses ?? [];
  for (const { checkId, status } of lockedOut(refusals))
    if (!declared.includes(status)) takeBackPass(records.tally, checkId, afterLockout, `HTTP ${status}`);
}

/** Whether anything there speaks HTTP. It gets three tries, so that a cold start does not count as a dead service. */
async function isReachable(runner: Runner): Promise<boolean> {
  const { token } = runner.context.settings;
  for (const endpoint of ['user', 'sync', 'user'] as const) {
    const exchange = await askAndJudge(runner, validCall(endpoint, token));
    if (exchange?.response.failure === null) return true;
  }
  return false;
}

const mostBytes = 262_144;
const sequentialCalls = 40;
const fewInFlight = 4;
const manyInFlight = 16;

/** Asks the schedule: first one question at a time, then a few, then many at once. */
async function askSchedule(runner: Runner, until: (share: number) => Runner, closing: number): Promise<void> {
  const { plan, settings, contract } = runner.context;
  const choice = dataChoice(runner.seed, contract, mostBytes);
  const questions = conformanceSchedule(plan, settings.token, choice, closing);
  const middle = Math.max(sequentialCalls, Math.floor(questions.length / 4));
  const within = (share: number): Runner => ({
    ...runner,
    deadlineMs: Math.min(until(0.6).deadlineMs, Date.now() + plan.budgetMs * share),
  });
  let late = await askAll(within(0.15), questions.slice(0, sequentialCalls), 1);
  late = await askAll(within(0.1), [...late, ...questions.slice(sequentialCalls, middle)], fewInFlight);
  late = [...late, ...questions.slice(middle)];
  const most = until(0.9);
  const more = moreInFlight(runner.waits, late, most.deadlineMs - Date.now());
  late = await askAll(most, late, manyInFlight + more);
  for (const question of late) leaveOut(runner, question, 'noTime');
}

const mostShortBytes = 1024;
const learningCalls = 12;

function shortData({ context, seed }: Runner): DataChoice {
  return dataChoice(seed, context.contract, mostShortBytes);
}

/** Learns what an authorised encrypt answer looks like: the answers to probes are compared with it. */
async function learnControl(runner: Runner): Promise<void> {
  const { token } = runner.context.settings;
  const short = shortData(runner);
  const stated = { ...short, algorithms: [] };
  const valid = validAuthorization(token);
  const empty = emptyData(stated);
  const questions = [
    ...Array.from({ length: learningCalls }, (_, index) => encrypting(valid, index, stated)),
    ...Array.from({ length: fewestSuccesses }, (_, index) => encrypting(valid, index, empty)),
  ];
  await askOneByOne(runner, [...questions, ...algorithmQuestions(token, short)]);
}

/** For the algorithms that the contract declares besides the stated one. */
function algorithmQuestions(token: string, choice: DataChoice): Question[] {
  return choice.algorithms.flatMap((algorithm) =>
    Array.from({ length: callsPerAlgorithm }, (_, index) => {
      return { ...validCall('encrypt', token), ...encryptBody(index, choice, algorithm) };
    }),
  );
}

/**
 * Creates the planned backups and returns the body that further calls carry. The document does not show it: the contract's is
 * used, or an empty object, or none if the service refuses that.
 */
async function createBackups(runner: Runner): Promise<string | null> {
  const { settings, contract, plan } = runner.context;
  const calls = plan.backup;
  const withBody = (body: string | null) => validCall('backup', settings.token, body);
  const body = contract.backup?.body;
  const first = body === undefined ? '{}' : body === null ? null : JSON.stringify(body);
  if (calls === 0) return first;
  await askAndJudge(runner, withBody(first));
  const mayAskAgain = contract.backup?.calls === undefined || calls > 1;
  const isRefused = runner.records.calls.backup.results.refused > 0;
  const isOther = body === undefined && isRefused && mayAskAgain;
  const accepted = isOther && (await isTakenWithoutBody(runner, withBody(null))) ? null : first;
  const made = isOther ? 2 : 1;
  const rest = Array.from({ length: Math.max(0, calls - made) }, () => withBody(accepted));
  await askOneByOne(runner, rest);
  return accepted;
}

/** If so, the refusal of `{}` says nothing against the service and is forgotten: the document shows no body. */
async function isTakenWithoutBody(runner: Runner, question: Question): Promise<boolean> {
  await askAndJudge(runner, question);
  const { calls, errors } = runner.records;
  if (calls.backup.results.succeeded === 0) return false;
  calls.backup = { ...noCalls().backup, results: { ...calls.backup.results, refused: 0 } };
  delete errors['backup'];
  return true;
}

const callsObserved = 3;
const contestedCalls = 6;

/** What the document leaves open about authentication. A backup is asked without a token only if the contract declares which. */
async function observeOthers(runner: Runner, backupBody: string | null): Promise<void> {
  const { settings, contract, plan } = runner.context;
  const { token } = settings;
  const declared = [...(contract.token?.required ?? []), ...(contract.token?.notRequired ?? [])];
  const observed = (endpoint: 'user' | 'sync') =>
    declared.includes(endpoint) ? callsWithoutToken : callsObserved;
  const times = {
    user: observed('user'),
    sync: observed('sync'),
    backup: backupsWithoutToken(plan, contract),
  };
  for (const endpoint of ['user', 'sync', 'backup'] as const) {
    const authorization = noAuthorization;
    const body = endpoint === 'backup' ? backupBody : null;
    const question = { ...validCall(endpoint, token, body), authorization, variety: authorization.variety };
    await askOneByOne(runner, Array<Question>(times[endpoint]).fill(question));
  }
  const contested = Array.from({ length: contestedCalls }, (_, index) => {
    const authorization = contestedAuthorization(token, index);
    return { ...encrypting(authorization, index, shortData(runner)), variety: authorization.variety };
  });
  await askOneByOne(runner, contested);
}
