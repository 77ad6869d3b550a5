import { noCalls, refusedClasses } from '../../checks/calls.ts';
import type { Check } from '../../checks/check.ts';
import { callResult, succeeded } from '../../checks/exchange.ts';
import type { RoundTrip } from '../../checks/latency/measurement.ts';
import { leastNetworkMs } from '../../checks/latency/network.ts';
import { limitAtOf } from '../../checks/latency/reading.ts';
import type { EvidenceContext } from '../../reports/evidence.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { backupsWithoutToken, callsPerAlgorithm, callsWithoutToken } from '../../schemas/load-plan.ts';
import type { ConformancePlan } from '../../schemas/profiles.ts';
import type { Question } from '../ask.ts';
import { contestedAuthorization, noAuthorization, validAuthorization } from '../credentials.ts';
import { type DataChoice, dataChoice, encryptBody } from '../payloads.ts';
import type { Settings } from '../settings.ts';
import type { SetupData } from '../setup-data.ts';
import { leaveOut } from './ask-in-time.ts';
import { newRecords } from './records.ts';
import { askAll, askAndJudge, type Runner } from './runner.ts';
import { closingShare, conformanceSchedule, encrypting } from './schedule.ts';

export interface ConformanceInput {
  readonly settings: Settings;
  readonly contract: Contract;
  readonly plan: ConformancePlan;
  readonly checks: readonly Check[];
  readonly evidence: EvidenceContext;
  readonly seed: number;
}

const mostShortBytes = 1024;
const mostBytes = 262_144;
const sequentialCalls = 40;
const fewInFlight = 4;
const manyInFlight = 16;

/** Asks everything the plan holds: first one at a time, then a few, then many at once. */
export async function conformance(
  input: ConformanceInput,
): Promise<Omit<SetupData, 'startedAtMs' | 'endedAtMs' | 'seed' | 'problems' | 'calibration' | 'warmUp'>> {
  const { settings, plan, contract, seed } = input;
  const startedMs = Date.now();
  const runner: Runner = {
    checks: input.checks,
    contract,
    records: newRecords(),
    asking: { baseUrl: settings.baseUrl, headers: settings.headers, tags: { phase: 'conformance' } },
    evidence: input.evidence,
    waits: {},
    deadlineMs: startedMs + plan.budgetMs,
  };
  // A service that is slow, or never answers, must not spend the whole time on the calls that are made one at a time.
  const until = (share: number): Runner => ({ ...runner, deadlineMs: startedMs + plan.budgetMs * share });
  const reachable = await reach(runner, settings.token);
  // Through a proxy a handshake says nothing of the way behind it.
  const isDirect = reachable && settings.proxy === null;
  const roundTrip = isDirect ? await measureRoundTrip(until(0.1), settings.token) : null;
  const backupBody = reachable
    ? await createBackups(until(0.45), settings.token, plan.backup, contract)
    : null;
  if (reachable) {
    await learnControl(until(0.5), settings.token, contract, seed);
    const choice = dataChoice(seed, contract, mostBytes);
    const questions = conformanceSchedule(plan, settings.token, choice, closingShare(roundTrip));
    const middle = Math.max(sequentialCalls, Math.floor(questions.length / 4));
    let late = await askAll(until(0.6), questions.slice(0, sequentialCalls), 1);
    late = await askAll(until(0.7), [...late, ...questions.slice(sequentialCalls, middle)], fewInFlight);
    late = await askAll(until(0.9), [...late, ...questions.slice(middle)], manyInFlight);
    for (const question of late) leaveOut(runner, question, 'noTime');
    await observeOthers(runner, input);
  }
  return {
    reachable,
    refusedClasses: refusedClasses(runner.records.classes),
    records: runner.records,
    backupBody,
    roundTrip,
    networkTakenOffMs: leastNetworkMs(roundTrip, limitAtOf(contract)),
    conformanceMs: Date.now() - startedMs,
  };
}

async function askInTurn(runner: Runner, questions: readonly Question[]): Promise<void> {
  for (const question of await askAll(runner, questions, 1)) leaveOut(runner, question, 'noTime');
}

/** Whether anything speaks HTTP there. Three tries, so that a cold start is no dead service. */
async function reach(runner: Runner, token: string): Promise<boolean> {
  for (const endpoint of ['user', 'sync', 'user'] as const) {
    const exchange = await askAndJudge(runner, valid(endpoint, token, null));
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
async function measureRoundTrip(runner: Runner, token: string): Promise<RoundTrip | null> {
  const times: number[] = [];
  let fastestCallMs = Number.POSITIVE_INFINITY;
  let calls = 0;
  for (; calls < handshakes && Date.now() < runner.deadlineMs; calls += 1) {
    const exchange = await askAndJudge(runner, { ...valid('user', token, null), closeAfter: true });
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
async function learnControl(runner: Runner, token: string, contract: Contract, seed: number): Promise<void> {
  const short = dataChoice(seed, contract, mostShortBytes);
  const stated = { ...short, algorithms: [] };
  const questions = Array.from({ length: 12 }, (_, index) =>
    encrypting(validAuthorization(token), index, stated),
  );
  await askInTurn(runner, [...questions, ...algorithmQuestions(token, short)]);
}

/** The body is not shown: the contract's, else an empty object, else none. Returns the one that further calls carry. */
async function createBackups(
  runner: Runner,
  token: string,
  calls: number,
  contract: Contract,
): Promise<string | null> {
  if (calls === 0) return null;
  const body = contract.backup?.body;
  const first = body === undefined ? '{}' : body === null ? null : JSON.stringify(body);
  const exchange = await askAndJudge(runner, valid('backup', token, first));
  const mayAskAgain = contract.backup?.calls === undefined || calls > 1;
  const isRefused = exchange !== null && callResult(exchange) === 'refused';
  const isOther = body === undefined && isRefused && mayAskAgain;
  if (isOther) await tryWithoutBody(runner, token);
  const accepted = isOther ? null : first;
  const made = isOther ? 2 : 1;
  const rest = Array.from({ length: Math.max(0, calls - made) }, () => valid('backup', token, accepted));
  await askInTurn(runner, rest);
  return accepted;
}

/** That `{}` is refused where no body is taken says nothing of the service: the document shows none. */
async function tryWithoutBody(runner: Runner, token: string): Promise<void> {
  const exchange = await askAndJudge(runner, valid('backup', token, null));
  if (exchange === null || !succeeded(exchange)) return;
  const { calls, errors } = runner.records;
  calls.backup = { ...noCalls().backup, results: { ...calls.backup.results, refused: 0 } };
  delete errors['backup'];
}

/** What the document leaves open about authentication; a backup is asked without a token only where declared. */
async function observeOthers(
  runner: Runner,
  { settings: { token }, contract, plan, seed }: ConformanceInput,
): Promise<void> {
  const declared = [...(contract.token?.required ?? []), ...(contract.token?.notRequired ?? [])];
  const times = (endpoint: 'user' | 'sync' | 'backup') =>
    endpoint === 'backup'
      ? backupsWithoutToken(plan, contract)
      : declared.includes(endpoint)
        ? callsWithoutToken
        : 3;
  for (const endpoint of ['user', 'sync', 'backup'] as const) {
    const question = {
      ...valid(endpoint, token, null),
      authorization: noAuthorization,
      variety: 'no header',
    };
    await askInTurn(
      runner,
      Array.from({ length: times(endpoint) }, () => question),
    );
  }
  const short = dataChoice(seed, contract, mostShortBytes);
  const contested = Array.from({ length: 6 }, (_, index) => ({
    ...encrypting(contestedAuthorization(token, index), index, short),
    variety: contestedAuthorization(token, index).variety,
  }));
  await askInTurn(runner, contested);
}

/** Other algorithms are asked for only where the contract declares them. */
function algorithmQuestions(token: string, choice: DataChoice): Question[] {
  return (choice.algorithms ?? []).flatMap((algorithm) =>
    Array.from({ length: callsPerAlgorithm }, (_, index) => {
      const { variety, body } = encryptBody(index, choice, algorithm);
      return { ...valid('encrypt', token, body), variety };
    }),
  );
}

function valid(endpoint: Endpoint, token: string, body: string | null): Question {
  return {
    endpoint,
    authorization: validAuthorization(token),
    variety: 'a valid call',
    body,
    closeAfter: false,
  };
}
