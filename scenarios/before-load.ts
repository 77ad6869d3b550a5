import http from 'k6/http';
import { comparedEndpoints } from '../checks/comparison/measurement.ts';
import { limitMsOf } from '../checks/latency/reading.ts';
import { hasSettled, type WarmUpStretch } from '../checks/latency/slow-share.ts';
import { quantile } from '../checks/statistics/samples.ts';
import type { WarmUp } from '../reports/facts.ts';
import type { Generator } from '../reports/report.ts';
import { mostInFlight, partOfLoad, type ResolvedLoad, withoutBackups } from '../schemas/load-plan.ts';
import { preflightPlan } from '../schemas/profiles.ts';
import { ask } from './ask.ts';
import { tell } from './companion.ts';
import { countOtherwise, countSubjects, timeoutMs } from './load/ask-under-load.ts';
import { judgeOnce } from './load/judge-once.ts';
import { questionFor, questionParts } from './load/question.ts';
import { type Pace, paced, sleep } from './paced.ts';
import { firstOf, inTurn } from './random.ts';
import type { RunContext } from './run-context.ts';
import type { LoadData } from './setup-data.ts';

/** As often, and as many at once, as in the load. */
function paceFor(load: ResolvedLoad, limitMs: number, durationMs: number): Pace {
  const { rate } = load;
  const calls = Math.round((rate * durationMs) / 1000);
  return { calls, stepMs: 1000 / rate, mostUnderWay: mostInFlight(load, limitMs) };
}

type ErrorFigures = Generator['controlError'];

/** What this machine adds to a known time while nothing else is asked; null without a control endpoint. */
export async function calibrate(
  companion: string | null,
  load: ResolvedLoad,
  limitMs: number,
): Promise<ErrorFigures> {
  if (companion === null || load.calibrateMs === 0) return null;
  tell(companion, 'phase/before-load');
  const errorsMs: number[] = [];
  await paced(paceFor(load, limitMs, load.calibrateMs), async () => {
    const raw = await http.asyncRequest('GET', `${companion}/delay`, null, {
      tags: { endpoint: 'control', name: 'control', phase: 'calibration' },
      timeout: 5000,
    });
    const trueMs = Number(raw.headers['X-Service-Ms']);
    if (raw.status === 200 && trueMs > 0) errorsMs.push(raw.timings.duration - trueMs);
  });
  const at = (share: number) => quantile(errorsMs, share);
  if (errorsMs.length === 0) return null;
  return { samples: errorsMs.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
}

/**
 * Generators that know nothing of each other and were started at the same time begin their loads at the same time: each
 * takes all the time that what comes before may take.
 */
export function startingTogether({ plan, load }: RunContext) {
  const startMs = Date.now();
  const until = (ms: number) => sleep(Math.max(0, startMs + ms - Date.now()));
  const settlingMs = load === null ? 0 : load.settleAtMostMs + 2 * load.settleMs;
  return {
    conformance: () => until(plan.budgetMs),
    load: () => until(plan.budgetMs + settlingMs),
  };
}

/** What a later segment asks first: enough to know the service, and no backup. */
export function askingLittle(context: RunContext): RunContext {
  const { stepMs, budgetMs } = context.plan;
  return {
    ...context,
    plan: { ...preflightPlan, stepMs, budgetMs, backup: 0 },
    contract: withoutBackups(context.contract),
  };
}

/** With the rate of its own part. */
export function withShare(context: RunContext, share: number): RunContext {
  const { load } = context;
  return load === null ? context : { ...context, load: partOfLoad(load, share) };
}

type Stretches = Readonly<Record<(typeof comparedEndpoints)[number], WarmUpStretch>>;

/**
 * Asks at the rate of the load, stretch after stretch, until the service no longer grows faster; null: nothing succeeds of
 * what can be asked over and over.
 */
export async function warmUp(
  context: RunContext,
  load: ResolvedLoad,
  data: LoadData,
): Promise<WarmUp | null> {
  if (askedIn(data).length === 0) return null;
  const startMs = Date.now();
  let before = await stretch(context, load, data, 0);
  let settled = false;
  for (let number = 1; !settled && Date.now() - startMs < load.settleAtMostMs; number += 1) {
    const [earlier, later] = [before, await stretch(context, load, data, number)];
    settled = comparedEndpoints.every((endpoint) => hasSettled(earlier[endpoint], later[endpoint]));
    before = later;
  }
  return { durationMs: Date.now() - startMs, settled };
}

function askedIn({ succeeding }: LoadData) {
  return comparedEndpoints.filter((endpoint) => succeeding.includes(endpoint));
}

async function stretch(
  context: RunContext,
  load: ResolvedLoad,
  data: LoadData,
  number: number,
): Promise<Stretches> {
  const { settings, contract } = context;
  const { baseUrl, headers, token } = settings;
  const asking = { baseUrl, headers, timeoutMs, tags: { phase: 'warm-up' } };
  const asked = askedIn(data);
  const seen = { user: newStretch(), encrypt: newStretch(), sync: newStretch() };
  const pace = paceFor(load, limitMsOf(contract), load.settleMs);
  const first = number * pace.calls;
  const parts = questionParts(token, data, contract);
  await paced(pace, async (index) => {
    const endpoint = inTurn(asked, index);
    const question = questionFor(endpoint, firstOf.settling + first + index, parts);
    seen[endpoint].calls += 1;
    const exchange = await ask(question, data.requests + first + index + 1, asking);
    const judged = judgeOnce(context.checks, exchange, data, contract);
    countSubjects(judged);
    countOtherwise(context, exchange, judged);
    const { durationMs } = exchange.response;
    const answered = judged.end.result === 'succeeded';
    if (answered) seen[endpoint].durationsMs.push(durationMs);
    if (!answered || durationMs >= limitMsOf(contract)) seen[endpoint].slow += 1;
  });
  return seen;
}

function newStretch(): { durationsMs: number[]; calls: number; slow: number } {
  return { durationsMs: [], calls: 0, slow: 0 };
}
