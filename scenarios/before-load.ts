import { limitMsOf } from '../checks/latency/expectation.ts';
import { hasSettled } from '../checks/latency/steadiness.ts';
import { quantile } from '../checks/statistics/samples.ts';
import { repeatableEndpoints } from '../schemas/endpoints.ts';
import { mostInFlight, type ResolvedLoad, withoutBackups } from '../schemas/load-plan.ts';
import { preflightPlan } from '../schemas/profiles.ts';
import { ask } from './ask.ts';
import { callControl, tell } from './companion.ts';
import type { RunContext } from './context.ts';
import { countingJudge } from './load/count-judgements.ts';
import { timeoutMs } from './load/draw-requests.ts';
import { judgementCounters } from './load/k6-metrics.ts';
import { refusalIn } from './load/known-refusals.ts';
import { isUsual } from './load/load-requests.ts';
import { makePaced, steadyPace } from './paced.ts';
import type { PlannedRequest } from './planned-request.ts';
import { dataOffset, inTurn } from './random.ts';
import { drawingFor } from './request-drawing.ts';
import type { LoadData } from './setup-data.ts';

/** Calibrates the machine and warms the service up, unless there is nothing to load. `load`: this generator's share of the load. */
export async function beforeLoad(context: RunContext, load: ResolvedLoad | null, data: LoadData) {
  if (load === null || data.succeeding.length === 0)
    return { calibration: null, warmUp: null, refusal: null };
  const { companion } = context.settings;
  const calibration = companion === null ? null : await calibrate(context, companion, load);
  const asking = askingFor(context, data);
  const refusal = await learnRefusal(context, asking);
  return { calibration, warmUp: await warmUp(context, load, data, asking), refusal };
}

function paceOf({ contract }: RunContext, load: ResolvedLoad, durationMs: number) {
  const { rate } = load;
  const most = mostInFlight(load, limitMsOf(contract));
  return steadyPace(Math.round((rate * durationMs) / 1000), 1000 / rate, most);
}

/** Measures how much this machine adds to a known time while it is idle. null: no control call was answered. */
async function calibrate(context: RunContext, companion: string, load: ResolvedLoad) {
  tell(companion, 'phase/before-load');
  const errorsMs: number[] = [];
  await makePaced(paceOf(context, load, load.calibrateMs), async () => {
    const called = await callControl(companion, { phase: 'calibration' });
    if (called !== null) errorsMs.push(called.durationMs - called.trueMs);
  });
  const at = (share: number) => quantile(errorsMs, share);
  if (errorsMs.length === 0) return null;
  return { samples: errorsMs.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
}

/** The most time that everything before the load may take, warm-up included. */
export function beforeLoadMs({ conformance, load }: RunContext): number {
  return conformance.budgetMs + (load === null ? 0 : load.settleAtMostMs + 2 * load.settleMs);
}

/** For every segment but the first: just enough calls to learn how the service answers, and no backups. */
export function withMinimalPreflight(context: RunContext): RunContext {
  const { stepMs, budgetMs } = context.conformance;
  return {
    ...context,
    conformance: { ...preflightPlan, stepMs, budgetMs, backup: 0 },
    contract: withoutBackups(context.contract),
  };
}

/** Draws requests as a load does; makes one, and counts what the checks say of the answer. */
function askingFor(context: RunContext, data: LoadData) {
  const { settings, contract, checks } = context;
  const options = { to: settings, timeoutMs, tags: { phase: 'warm-up' } };
  const judge = countingJudge(context, checks, data, judgementCounters);
  return {
    requestFor: drawingFor(settings, contract, data),
    judged: async (request: PlannedRequest, index: number) =>
      judge(await ask(request, data.requests + index + 1, options)),
  };
}

/** Among so many drawn probes, one is usual. */
const mostDrawn = 100;

/** Makes one probe, for virtual users to compare with. null: it was no refusal that passes every check, or it holds a secret. */
async function learnRefusal({ redact }: RunContext, { requestFor, judged }: ReturnType<typeof askingFor>) {
  for (let index = -1; index > -mostDrawn; index -= 1) {
    const probe = requestFor('probe', dataOffset.settling + index);
    if (!isUsual(probe) || probe.endpoint !== 'encrypt') continue;
    const refusal = refusalIn(await judged(probe, index));
    const text = JSON.stringify(refusal);
    return redact(text) === text ? refusal : null;
  }
  return null;
}

/** Calls the service at the rate of the load until it stops getting faster. null: no repeatable endpoint succeeds. */
async function warmUp(
  context: RunContext,
  load: ResolvedLoad,
  data: LoadData,
  { requestFor, judged }: ReturnType<typeof askingFor>,
) {
  const asked = repeatableEndpoints.filter((endpoint) => data.succeeding.includes(endpoint));
  if (asked.length === 0) return null;
  const limitMs = limitMsOf(context.contract);
  const pace = paceOf(context, load, load.settleMs);
  const stretch = async (number: number) => {
    const seen = { user: newStretch(), encrypt: newStretch(), sync: newStretch() };
    await makePaced(pace, async ({ index: inStretch }) => {
      const endpoint = inTurn(asked, inStretch);
      const index = number * pace.calls + inStretch;
      seen[endpoint].n += 1;
      const { answer } = await judged(requestFor(endpoint, dataOffset.settling + index), index);
      const { durationMs } = answer.exchange.response;
      const answered = answer.result === 'succeeded';
      if (answered) seen[endpoint].durationsMs.push(durationMs);
      if (!answered || durationMs >= limitMs) seen[endpoint].hits += 1;
    });
    return seen;
  };
  const startMs = Date.now();
  let before = await stretch(0);
  let settled = false;
  for (let number = 1; !settled && Date.now() - startMs < load.settleAtMostMs; number += 1) {
    const later = await stretch(number);
    settled = repeatableEndpoints.every((endpoint) => hasSettled(before[endpoint], later[endpoint]));
    before = later;
  }
  return { durationMs: Date.now() - startMs, settled };
}

const newStretch = () => ({ durationsMs: [] as number[], n: 0, hits: 0 });
