import { noCalls } from '../../checks/calls.ts';
import type { RoundTrip } from '../../checks/latency/measurement.ts';
import { leastNetworkMs } from '../../checks/latency/network.ts';
import { limitAtOf } from '../../checks/latency/reading.ts';
import { backupsWithoutToken, callsPerAlgorithm, callsWithoutToken } from '../../schemas/load-plan.ts';
import type { Question } from '../ask.ts';
import { contestedAuthorization, noAuthorization, validAuthorization } from '../credentials.ts';
import { inTurns } from '../paced.ts';
import { type DataChoice, dataChoice, encryptBody } from '../payloads.ts';
import type { RunContext } from '../run-context.ts';
import { transportOf } from '../settings.ts';
import { type Found, foundIn } from '../setup-data.ts';
import { leaveOut } from './ask-in-time.ts';
import { newRecords, redactRecords } from './records.ts';
import { askAll, askAndJudge, type Runner } from './runner.ts';
import { closingShare, conformanceSchedule, encrypting, validCall } from './schedule.ts';
import { moreInFlight, refusalDelayMs } from './waits.ts';

const mostShortBytes = 1024;
const mostBytes = 262_144;
const sequentialCalls = 40;
const fewInFlight = 4;
const manyInFlight = 16;

/** Asks everything the plan holds: first one at a time, then a few, then many at once. */
export async function conformance(context: RunContext, seed: number): Promise<Found> {
  const { settings, plan, contract, redact } = context;
  const { baseUrl, token } = settings;
  const startedMs = Date.now();
  const records = newRecords();
  const evidence = { phase: 'conformance', baseUrl, redact, transport: transportOf(settings) } as const;
  const runner: Runner = {
    context,
    seed,
    evidence,
    records,
    waits: {},
    deadlineMs: startedMs + plan.budgetMs,
    turn: inTurns(plan.stepMs),
  };
  // A service that is slow, or never answers, must not spend the whole time on the calls that are made one at a time.
  const until = (share: number): Runner => ({ ...runner, deadlineMs: startedMs + plan.budgetMs * share });
  const reachable = await reach(runner);
  // Through a proxy a handshake says nothing of the way behind it.
  const isDirect = reachable && settings.proxy === null;
  const roundTrip = isDirect ? await measureRoundTrip(until(0.1)) : null;
  const backupBody = reachable ? await createBackups(until(0.45)) : null;
  if (reachable) {
    await learnControl(until(0.5));
    const choice = dataChoice(seed, contract, mostBytes);
    const questions = conformanceSchedule(plan, token, choice, closingShare(roundTrip));
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
    await observeOthers(runner, backupBody);
  }
  const networkTakenOffMs = leastNetworkMs(roundTrip, limitAtOf(contract));
  return foundIn(redactRecords(records, redact), {
    reachable,
    seed,
    backupBody,
    roundTrip,
    networkTakenOffMs,
    refusalDelayMs: refusalDelayMs(runner.waits),
  });
}

async function askInTurn(runner: Runner, questions: readonly Question[]): Promise<void> {
  for (const question of await askAll(runner, questions, 1)) leaveOut(runner, question, 'noTime');
}

/** Whether anything speaks HTTP there. Three tries, so that a cold start is no dead service. */
async function reach(runner: Runner): Promise<boolean> {
  const { token } = runner.context.settings;
  for (const endpoint of ['user', 'sync', 'user'] as const) {
    const exchange = await askAndJudge(runner, validCall(endpoint, token));
    if (exchange?.response.failure === null) return true;
  }
  return false;
}

const handshakes = 24;
const fewestHandshakes = 5;

/**
 * One call after the other, each on a connection of its own. A call holds a round trip: one that is shorter than every
 * handshake shows that only these are held up.
 */
async function measureRoundTrip(runner: Runner): Promise<RoundTrip | null> {
  const question = { ...validCall('user', runner.context.settings.token), closeAfter: true };
  const times: number[] = [];
  let fastestCallMs = Number.POSITIVE_INFINITY;
  let calls = 0;
  for (; calls < handshakes && Date.now() < runner.deadlineMs; calls += 1) {
    const exchange = await askAndJudge(runner, question);
    const { connectingMs = 0, durationMs = 0 } = exchange?.response ?? {};
    if (connectingMs > 0) times.push(connectingMs);
    if (durationMs > 0) fastestCallMs = Math.min(fastestCallMs, durationMs);
  }
  times.sort((a, b) => a - b);
  const [fastestMs] = times;
  const p95Ms = times[Math.ceil(times.length * 0.95) - 1];
  const enough = times.length >= Math.max(fewestHandshakes, calls * 0.75);
  if (!enough || fastestMs === undefined || p95Ms === undefined) return null;
  return { floorMs: Math.min(fastestMs, fastestCallMs), p95Ms };
}

/** What an authorised encrypt answer looks like must be known before a probe's answer can be compared with it. */
async function learnControl(runner: Runner): Promise<void> {
  const { token } = runner.context.settings;
  const short = shortData(runner);
  const stated = { ...short, algorithms: [] };
  const questions = Array.from({ length: 12 }, (_, index) =>
    encrypting(validAuthorization(token), index, stated),
  );
  await askInTurn(runner, [...questions, ...algorithmQuestions(token, short)]);
}

/** The body is not shown: the contract's, else an empty object, else none. Returns the one that further calls carry. */
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
  await askInTurn(runner, rest);
  return accepted;
}

/** That `{}` is refused where no body is taken says nothing of the service: the document shows none. */
async function isTakenWithoutBody(runner: Runner, question: Question): Promise<boolean> {
  await askAndJudge(runner, question);
  const { calls, errors } = runner.records;
  if (calls.backup.results.succeeded === 0) return false;
  calls.backup = { ...noCalls().backup, results: { ...calls.backup.results, refused: 0 } };
  delete errors['backup'];
  return true;
}

/**
 * What the document leaves open about authentication; a backup is asked without a token only where declared, with the body
 * that one with a token takes.
 */
async function observeOthers(runner: Runner, backupBody: string | null): Promise<void> {
  const { settings, contract, plan } = runner.context;
  const { token } = settings;
  const declared = [...(contract.token?.required ?? []), ...(contract.token?.notRequired ?? [])];
  const times = (endpoint: 'user' | 'sync' | 'backup') =>
    endpoint === 'backup'
      ? backupsWithoutToken(plan, contract)
      : declared.includes(endpoint)
        ? callsWithoutToken
        : 3;
  for (const endpoint of ['user', 'sync', 'backup'] as const) {
    const call = validCall(endpoint, token, endpoint === 'backup' ? backupBody : null);
    const question = { ...call, authorization: noAuthorization, variety: 'no header' };
    await askInTurn(runner, Array<Question>(times(endpoint)).fill(question));
  }
  const contested = Array.from({ length: 6 }, (_, index) => {
    const authorization = contestedAuthorization(token, index);
    return { ...encrypting(authorization, index, shortData(runner)), variety: authorization.variety };
  });
  await askInTurn(runner, contested);
}

function shortData({ context, seed }: Runner): DataChoice {
  return dataChoice(seed, context.contract, mostShortBytes);
}

/** Other algorithms are asked for only where the contract declares them. */
function algorithmQuestions(token: string, choice: DataChoice): Question[] {
  return (choice.algorithms ?? []).flatMap((algorithm) =>
    Array.from({ length: callsPerAlgorithm }, (_, index) => {
      const { variety, body } = encryptBody(index, choice, algorithm);
      return { ...validCall('encrypt', token, body), variety };
    }),
  );
}
