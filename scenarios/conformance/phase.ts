import { longestText, resultAsData } from '../../checks/meaning/pairs.ts';
import { utf8Bytes } from '../../checks/utf8-bytes.ts';
import { statedAlgorithm } from '../../schemas/contract.ts';
import { callsAskingToken, callsPerAlgorithm } from '../../schemas/load-plan.ts';
import { rounds } from '../../schemas/profiles.ts';
import type { RunContext } from '../context.ts';
import { sleep } from '../paced.ts';
import { backupBody, type DataChoice, dataChoice, emptyText } from '../payloads.ts';
import { encrypting, validCall } from '../planned-request.ts';
import { probesOf } from '../request-drawing.ts';
import { type Found, foundIn } from '../setup-data.ts';
import { inFlightWithTwin } from '../space/circumstance-levels.ts';
import { mostBytesOfAll } from '../space/data-levels.ts';
import type { Point } from '../space/level.ts';
import { triedOf } from '../space/table.ts';
import { validAuthorization } from '../tokens/credentials.ts';
import { askAndJudge, askItems, askOrLeaveOut, judgeKept } from './ask-and-judge.ts';
import { askInTime, newRunner, noticeMs, type Runner } from './ask-in-time.ts';
import { measureNetwork } from './measure-network.ts';
import { roundMaker } from './moments.ts';
import { redactRecords } from './records.ts';
import {
  type Asked,
  callsWithoutToken,
  closingShare,
  conformanceSchedule,
  type Item,
  manyInFlight,
  requestsOf,
  sequentialItems,
} from './schedule.ts';
import { moreInFlight, refusalDelayMs } from './waits.ts';

const idleMs = 1000;

/** Runs the conformance phase. If the service is unreachable, nothing else is sent. */
export async function conformance(context: RunContext, seed: number): Promise<Found> {
  const { settings, conformance: plan, contract, redact } = context;
  const startedMs = Date.now();
  const runner = newRunner(context, startedMs);
  if (!(await isReachable(runner))) return foundIn(redactRecords(runner.records, redact), seed);
  // Calls made one at a time get a share of the budget only, so that a slow or silent service leaves time for the rest.
  const until = (share: number): Runner => ({ ...runner, deadlineMs: startedMs + plan.budgetMs * share });
  const short = dataChoice(seed, contract, mostShortBytes);
  const asked: Asked = {
    token: settings.token,
    contract,
    choice: dataChoice(seed, contract, mostBytesOfAll),
    ...probesOf(settings, seed),
  };
  const roundAt = roundMaker({ ...asked, choice: short });
  // A service may accept any token just after its start. Few calls, because it may lock out clients that send wrong tokens.
  await askOrLeaveOut(until(0.05), roundAt('right after the start'));
  const network = await measureNetwork(until(0.1), until(0.15));
  for (let round = 0; round < rounds.beforeBackups; round += 1)
    await askOrLeaveOut(until(0.2), roundAt('before any backup'));
  await askBackups(until(0.45), roundAt);
  await askOrLeaveOut(until(0.5), learningCalls(settings.token, short));
  // A service may refuse these calls, so their answers are not judged. But refused calls must not change the answers to others.
  const unknown = validCall('encrypt', settings.token, JSON.stringify({ data: '0', algorithm: 'unknown' }));
  for (let round = 0; round < rounds.afterUnknownAlgorithm; round += 1) {
    await askInTime(until(0.5), { ...unknown, variety: 'an unknown algorithm' });
    await askOrLeaveOut(until(0.5), roundAt('after a call with an unknown algorithm'));
  }
  await askSchedule(runner, until, asked, closingShare(network.roundTrip));
  await askPlainly(until(0.9));
  await askTurnedAway(until(0.9));
  // Skipped when only a few calls precede a load.
  if (plan.strength !== 1) {
    for (let round = 0; round < rounds.withTwins; round += 1)
      await askOrLeaveOut(until(0.9), stillAsked(runner, roundAt(inFlightWithTwin)));
    await askResults(until(0.9), short);
    // While idle, a service may forget who is logged in, or what it has loaded.
    await sleep(idleMs);
    await askOrLeaveOut(runner, stillAsked(runner, roundAt('after idling')));
  }
  const { backup } = callsAskingToken(plan.backup, contract);
  await askOrLeaveOut(runner, stillAsked(runner, callsWithoutToken(asked, 'backup', backup)));
  await judgeKept(runner);
  return foundIn(redactRecords(runner.records, redact), seed, {
    reachable: true,
    ...network,
    refusalDelayMs: refusalDelayMs(runner.delays),
    space: triedOf(runner.points),
  });
}

/**
 * Leaves out the endpoints that have refused every call so far, with the token and without: more calls would only show the same, and a
 * service may lock out callers that repeat a wrong token.
 */
function stillAsked({ records }: Runner, items: readonly Item[]): readonly Item[] {
  return items.filter(({ request }) => records.notRefusing.includes(request.endpoint));
}

/** Whether anything there speaks HTTP. Three attempts, so that a cold start does not count as a dead service. */
async function isReachable(runner: Runner): Promise<boolean> {
  const { token } = runner.context.settings;
  for (const endpoint of ['user', 'sync', 'user'] as const) {
    const answer = await askAndJudge(runner, { request: validCall(endpoint, token) });
    if (answer?.exchange.response.failure === null) return true;
  }
  return false;
}

/** Enough time for a backup call to be sent, but hardly for an answer. */
const justAfterMs = 2;

/** Makes each backup with other calls in flight, and more calls right after it. */
async function askBackups(runner: Runner, roundAt: (moment: string) => readonly Item[]): Promise<void> {
  const { conformance: plan, settings, contract } = runner.context;
  const backup = { request: validCall('backup', settings.token, backupBody(contract)) };
  for (let made = 0; made < plan.backup; made += 1) {
    const meanwhile = roundAt('while a backup is made');
    await Promise.all([
      askOrLeaveOut(runner, [backup]),
      sleep(noticeMs + justAfterMs).then(() => askOrLeaveOut(runner, meanwhile, meanwhile.length)),
    ]);
    await askOrLeaveOut(runner, roundAt('right after a backup'));
  }
}

/** Sends the schedule, first one item at a time, then many at once. */
async function askSchedule(runner: Runner, until: (share: number) => Runner, asked: Asked, closing: number) {
  const { conformance: plan } = runner.context;
  const items = stillAsked(runner, conformanceSchedule(plan, asked, closing));
  const shortly = { ...runner, deadlineMs: Date.now() + plan.budgetMs * 0.15 };
  const late = await askItems(shortly, items.slice(0, sequentialItems), 1);
  const most = until(0.9);
  const rest = [...late, ...items.slice(sequentialItems)];
  const requests = rest.flatMap(requestsOf);
  const more = moreInFlight(runner.delays, requests, most.deadlineMs - Date.now());
  await askOrLeaveOut(most, rest, manyInFlight + more);
}

const mostSentAgain = 100;
const betweenMs = 10;

/**
 * Sends refused calls again with the usual headers: if a service refuses these, too, it is because of their data. Slowly, because it
 * may limit the rate.
 */
async function askPlainly(runner: Runner): Promise<void> {
  for (const request of runner.refused.slice(0, mostSentAgain)) {
    const { headers: _, path: __, circumstance: ___, ...usual } = request;
    await askAndJudge(runner, { request: { ...usual, sendsCookies: false } });
    await sleep(betweenMs);
  }
}

const patienceMs = 1000;
const mostInVain = 2;

/**
 * Asks again, at the pace that the service allows, probes that it turned away: it may slow down whoever sends many wrong tokens. It
 * stops once half of the planned probes of each credential can be judged, which is twice what a verdict needs.
 */
async function askTurnedAway(runner: Runner): Promise<void> {
  const { absent, empty, scheme, madeUp } = runner.context.conformance;
  const planned = { absent, empty, scheme, 'made-up': madeUp };
  const { turnedAway } = runner;
  const items = Object.entries(planned).flatMap(([credential, count]) => {
    const own = turnedAway.filter(({ request }) => request.authorization.credential === credential);
    return own.slice(0, Math.max(0, own.length - count / 2));
  });
  for (let inVain = 0; items.length > 0 && inVain < mostInVain && Date.now() < runner.deadlineMs; ) {
    const before = turnedAway.length;
    await askOrLeaveOut(runner, items.splice(0, 1));
    const isAgain = turnedAway.length > before;
    if (isAgain) await sleep(patienceMs * 2 ** inVain);
    inVain = isAgain ? inVain + 1 : 0;
  }
}

/**
 * Sends the longest texts of results as data, too: a service may take such data for encrypted already. It stops at a text that the service
 * need not take, as the others are probably like it.
 */
async function askResults(runner: Runner, choice: DataChoice): Promise<void> {
  const { conformance: plan, settings, contract } = runner.context;
  const withToken = validAuthorization(settings.token);
  const { refuses = [] } = contract.encrypt ?? {};
  if (refuses.includes(resultAsData)) return;
  for (let index = 0; index < plan.encrypt; index += 1) {
    const request = encrypting(withToken, index, choice, choice.plain);
    const answer = await askAndJudge(runner, { request });
    const data = answer?.result === 'succeeded' ? longestText(answer) : '';
    if (data === '' || utf8Bytes(data) > choice.mostBytes) return;
    if (refuses.includes('control characters') && [...data].some((char) => char < ' ')) return;
    const body = JSON.stringify({ data, algorithm: statedAlgorithm });
    const call = validCall('encrypt', settings.token, body);
    const point = { characters: resultAsData };
    await askAndJudge(runner, { request: { ...call, variety: resultAsData, point } });
  }
}

const mostShortBytes = 1024;
const emptyCalls = 8;

/** Valid encrypt calls that show which parts of a result vary: the same data repeatedly, empty data, and each declared algorithm. */
function learningCalls(token: string, choice: DataChoice): Item[] {
  const valid = validAuthorization(token);
  const asked = (calls: number, point: Point, algorithm?: string) =>
    Array.from({ length: calls }, (_, index) => ({
      request: encrypting(valid, index, choice, point, undefined, algorithm),
    }));
  return [
    ...(choice.hasEmptyText ? asked(emptyCalls, { length: emptyText }) : []),
    ...choice.algorithms.flatMap((algorithm) => asked(callsPerAlgorithm, {}, algorithm)),
  ];
}
