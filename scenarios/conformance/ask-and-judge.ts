import { type Answer, isTurnedDown, readAnswer } from '../../checks/answer.ts';
import { countByClass } from '../../checks/calls/calls.ts';
import { sizeLimitOf } from '../../checks/calls/size-limit.ts';
import { type Check, type Failure, type Judged, judge } from '../../checks/check.ts';
import { callResult, type Exchange, succeeded } from '../../checks/exchange.ts';
import { matchesRefusal, userIdIn } from '../../checks/meaning/meaning.ts';
import { seenSuccess } from '../../checks/meaning/pairs.ts';
import { keptCall, keptProbe, settle } from '../../checks/meaning/settle.ts';
import { observeProbe, observeResults } from '../../checks/observations.ts';
import { countJudged } from '../../checks/tally.ts';
import { evidenceOf, longestSentBody } from '../../reports/evidence.ts';
import { redactOffered } from '../../reports/secrets/redact.ts';
import { judgeExchange } from '../load/judge-exchange.ts';
import { refusalIn } from '../load/known-refusals.ts';
import { isUsual } from '../load/load-requests.ts';
import type { PlannedRequest } from '../planned-request.ts';
import { askInTime, leaveOut, type Runner } from './ask-in-time.ts';
import { recordCall, recordObservations, recordSeen, recordTokenProbe } from './records.ts';
import { type Item, requestsOf } from './schedule.ts';
import { noteDelay } from './waits.ts';

/** Sends the items, `concurrency` at a time, and records their answers. Returns the items for which time ran out. */
export async function askItems(runner: Runner, items: readonly Item[], concurrency: number) {
  let next = 0;
  async function work(): Promise<void> {
    while (!isTimeUp(runner)) {
      const item = items[next];
      if (item === undefined) return;
      next += 1;
      await askAndJudge(runner, item);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work));
  return items.slice(next);
}

/** Sends the items like `askItems` and records as left out those for which time runs out. */
export async function askOrLeaveOut(runner: Runner, items: readonly Item[], concurrency = 1): Promise<void> {
  const left = await askItems(runner, items, concurrency);
  for (const request of left.flatMap(requestsOf)) leaveOut(runner, request, 'noTime');
}

/** null: the request was left out. Its twin, a valid call, is read first. */
export async function askAndJudge(runner: Runner, item: Item): Promise<Answer | null> {
  const { request } = item;
  const { twin } = request;
  const exchanges = new Map<PlannedRequest, Exchange | null>();
  const askOne = async (one: PlannedRequest) => exchanges.set(one, await askInTime(runner, one));
  if (item.isTogether) await Promise.all(requestsOf(item).map(askOne));
  else for (const one of requestsOf(item)) await askOne(one);
  const valid = twin && exchanges.get(twin);
  // Results are learned from the first twins, then from one in five.
  const isLearned = runner.kept.length < 800 || runner.kept.length % 5 === 0;
  const answer = twin && valid ? await record(runner, twin, valid, null, isLearned) : null;
  const exchange = exchanges.get(request) ?? null;
  if (exchange === null) return null;
  const { endpoint, credential, point, response } = exchange;
  const isProbe = endpoint === 'encrypt' && credential !== 'token';
  if (isProbe && point !== undefined && response.failure === null) {
    const used = point['connection'] ?? 'used';
    runner.points.push({ ...point, connection: exchange.connection === 'used' ? used : 'fresh' });
  }
  if (valid) noteDelay(runner.delays, exchange, valid);
  if (answer?.result === 'succeeded' && callResult(exchange) === 'turned away') runner.turnedAway.push(item);
  return record(runner, request, exchange, answer);
}

/** Reads an answer, and judges one of a valid call as far as it needs no comparison, if time remains: a large one takes long. null: left out. */
async function record(
  runner: Runner,
  request: PlannedRequest,
  exchange: Exchange,
  twin: Answer | null,
  isLearned = true,
): Promise<Answer | null> {
  const { records, context, kept } = runner;
  if (Date.now() >= runner.deadlineMs) return leaveOut(runner, request, 'unread');
  const isValid = exchange.credential === 'token';
  const answer = readAnswer(exchange, context, records.known);
  if (exchange.circumstance !== undefined && isValid && isTurnedDown(answer)) {
    runner.refused.push(request);
    return leaveOut(runner, request, 'refused');
  }
  recordSeen(records, answer, redactOffered(exchange));
  if (!isValid) {
    kept.push({ request, ...keptProbe(answer, twin) });
    return answer;
  }
  if (answer.result === 'succeeded') noteSuccess(runner, answer);
  if (exchange.endpoint === 'encrypt' || exchange.endpoint === 'backup')
    kept.push({ request, ...keptCall(answer, isLearned) });
  else recordCall(records, answer, runner.evidence);
  for (const judged of judge(context.checks, answer)) {
    // Whether an answer for another algorithm is a result can be told only later.
    if (judged.check.subject !== 'encrypt-algorithm') await countAndKeep(runner, request, answer, judged);
  }
  return answer;
}

/** Enough to tell which parts are the same in every answer. */
const mostSuccesses = 300;

function noteSuccess({ records, context, successes, userIds }: Runner, answer: Answer): void {
  const { endpoint } = answer.exchange;
  if (endpoint !== 'encrypt' && successes[endpoint].length < mostSuccesses)
    successes[endpoint].push(...[seenSuccess(answer)].flatMap((success) => success ?? []));
  const { refusalLike, hasEncrypted, userId } = records.known;
  const isLike = !refusalLike.includes(endpoint) && matchesRefusal(answer, context);
  const id = endpoint === 'user' ? userIdIn(answer) : null;
  const hasRecurred = id !== null && userIds.has(id);
  if (id !== null && userIds.size < mostSuccesses) userIds.add(id);
  if (!isLike && (hasEncrypted || endpoint !== 'encrypt') && (userId !== null || !hasRecurred)) return;
  records.known = {
    ...records.known,
    hasEncrypted: hasEncrypted || endpoint === 'encrypt',
    userId: userId ?? (hasRecurred ? id : null),
    refusalLike: isLike ? [...refusalLike, endpoint] : refusalLike,
  };
}

/** Judges the answers that needed all others for comparison. */
export async function judgeKept(runner: Runner): Promise<void> {
  const { records, context, kept, successes } = runner;
  const { known, settled } = settle(kept, successes, context, records.known);
  records.known = known;
  const seen = kept.flatMap(({ success }) => success ?? []);
  recordObservations(records, 'encrypt', observeResults(seen, known.results));
  const { limit, beyond } = sizeLimitOf(
    settled.map(({ answer }) => answer),
    context.contract,
  );
  records.sizeLimit = limit;
  // Of each cause the first cases become evidence: those that are easiest to read and to send again.
  const easiestFirst = settled.toSorted((a, b) => oddities(a.request) - oddities(b.request));
  for (const { request, answer } of easiestFirst) {
    const { credential, circumstance, endpoint, otherAlgorithm } = answer.exchange;
    if (credential === 'token') {
      const isLeftOut = circumstance !== undefined && isTurnedDown(answer);
      if (isLeftOut) leaveOut(runner, request, 'refused');
      else if (beyond.has(answer)) countByClass(records.classes, answer, 'length');
      else recordCall(records, answer, runner.evidence);
      if (isLeftOut || otherAlgorithm === null) continue;
    } else {
      recordObservations(records, endpoint, observeProbe(answer), redactOffered(answer.exchange));
    }
    const all = judge(context.checks, answer);
    if (endpoint === 'encrypt' && credential !== 'token' && all.length > 0 && isUsual(request))
      records.refusal ??= refusalIn({
        answer,
        otherwise: all.filter(({ judgement }) => judgement.outcome !== 'pass'),
      });
    for (const judged of all) {
      const { subject } = judged.check;
      const { outcome } = judged.judgement;
      if (credential === 'token' && subject !== 'encrypt-algorithm') continue;
      if (subject === 'auth-made-up' && outcome !== 'not-applicable')
        recordTokenProbe(records, request.authorization);
      await countAndKeep(runner, request, answer, judged);
    }
  }
}

/** How many things make a request longer, as a command, than most are. */
function oddities({ body, headers, path, authorization: { elsewhere } }: PlannedRequest): number {
  const isLong = (body?.length ?? 0) > longestSentBody;
  return Number(isLong) + [headers, path, elsewhere].filter((one) => one !== undefined).length;
}

/** Counts a judgement and, of a failure, keeps evidence with how often immediate repetitions fail again. */
async function countAndKeep(runner: Runner, request: PlannedRequest, { exchange }: Answer, judged: Judged) {
  const { check, judgement } = judged;
  const { records, evidence } = runner;
  const keep = countJudged(records.tally, judged, redactOffered(exchange));
  if (keep === null || judgement.outcome !== 'fail') return;
  // k6 takes long to prepare a case. Once the time of the phase is up, one is enough: the verdict must not wait for more.
  const causes = Object.values(records.tally[check.id]?.causes ?? {});
  if (isTimeUp(runner) && causes.some((one) => one.evidence.length > 0)) return;
  const resent = await repeat(runner, request, check, judgement);
  keep(evidenceOf(exchange, judgement, resent, evidence));
}

function isTimeUp({ deadlineMs }: Runner): boolean {
  return Date.now() >= deadlineMs;
}

const resends = 3;

/** How many repetitions, with the twin if there is one, could be judged, and how many of these failed again. null: none. Backups are never repeated, because they have side effects; nor are probes with another algorithm, whose results are not kept. */
async function repeat(runner: Runner, request: PlannedRequest, { id }: Check, { cause }: Failure) {
  const { endpoint, authorization, otherAlgorithm } = request;
  const isOther = otherAlgorithm !== undefined && authorization.credential !== 'token';
  if (endpoint === 'backup' || isOther || isTimeUp(runner)) return null;
  const { context, records } = runner;
  const successes = endpoint === 'encrypt' ? [] : runner.successes[endpoint];
  let [times, again] = [0, 0];
  for (let sent = 0; sent < resends; sent += 1) {
    const exchange = await askInTime(runner, request);
    const twin = exchange && request.twin ? await askInTime(runner, request.twin) : null;
    if (exchange === null || (request.twin && !(twin && succeeded(twin)))) break;
    const beside = { twin, successes };
    const { judged } = judgeExchange(context.checks, exchange, records.known, context, beside);
    const same = judged.find(({ check }) => check.id === id)?.judgement;
    // An answer that failed beside others like it may be unclear alone.
    if (same === undefined || same.outcome === 'undecided' || same.outcome === 'not-applicable') continue;
    times += 1;
    if (same.outcome === 'fail' && same.cause === cause) again += 1;
  }
  return times === 0 ? null : { times, again };
}
