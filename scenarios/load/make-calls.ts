import exec from 'k6/execution';
import { limitMsOf } from '../../checks/latency/expectation.ts';
import { countedAtOnce, mostInFlight, type ResolvedLoad } from '../../schemas/load-plan.ts';
import { tell } from '../companion.ts';
import type { UserContext } from '../context.ts';
import { makePaced } from '../paced.ts';
import type { HandedOn, LoadData } from '../setup-data.ts';
import { askControl } from './ask-control.ts';
import { askUnderLoad } from './ask-under-load.ts';
import { countCalls, countRefused } from './count-calls.ts';
import { handOverSums, metrics, tellSlices } from './k6-metrics.ts';
import { type LoadUser, newLoadUser } from './load-user.ts';
import { type PlannedCall, planCalls } from './plan-calls.ts';
import { slicer, slicesFrom } from './timetable.ts';

/** Makes the calls of one virtual user when they are due, whether or not earlier ones have been answered. */
export async function makeCalls(context: UserContext, given: Pick<HandedOn, 'load'>): Promise<void> {
  const { load, settings, contract } = context;
  if (load === null) return;
  const data: LoadData = JSON.parse(given.load);
  if (data.succeeding.length === 0) return exec.test.abort('nothing to load: see the report');
  const { iterationInTest, iterationInInstance, startTime: startMs } = exec.scenario;
  const user = newLoadUser(context, data, load, iterationInTest);
  const { turns, at } = planCalls(user.number, user.requests, data, load);
  const sliceAt = slicer(load);
  const pace = {
    calls: turns,
    startMs,
    at,
    mostInFlight: Math.ceil(mostInFlight(load, limitMsOf(contract)) / load.virtualUsers),
    onDrop: ({ isMeasured, dueMs }: PlannedCall) => {
      if (isMeasured) metrics.dropped_calls.add(1, { slice: sliceAt(dueMs) });
    },
  };
  const countInTime = counting(user, load, startMs);
  let tellsOfStart = iterationInInstance === 0;
  const make = (call: PlannedCall): Promise<PlannedCall | null> => {
    const { isMeasured, dueMs, request, slot } = call;
    if (isMeasured && tellsOfStart) {
      // The companion measures the machine's load from now on.
      tell(settings.companion, 'phase/measure-start', JSON.stringify(slicesFrom(load, startMs)));
      tellsOfStart = false;
    }
    const nowMs = Date.now() - startMs;
    call.slice = isMeasured ? sliceAt(nowMs) : '';
    call.latenessMs = nowMs - dueMs;
    if (request !== null) return askUnderLoad(user, call, request);
    return slot === 'control' ? askControl(user, call) : Promise.resolve(call);
  };
  // Neither a call that could not be sent nor one that never ends is counted.
  const end = (call: PlannedCall | null) => {
    const isMeasured = call?.isMeasured === true;
    if (isMeasured) {
      user.made += 1;
      if (call.isSampled) metrics.lateness.add([call.latenessMs], {});
    }
    countInTime(isMeasured);
  };
  await makePaced(pace, make, end);
  for (const { slice, outcome } of user.twinsWithoutResult()) countRefused(metrics, slice, outcome);
  countEnded(user);
  tellSlices(settings.companion);
}

/** Calls that have ended are counted within this time. */
const longestWaitMs = 3000;

/** Returns a function to be called after each call: now and then, it counts those that have ended. */
function counting(user: LoadUser, { virtualUsers }: ResolvedLoad, startMs: number) {
  let countedMs = 0;
  let hasCounted = false;
  return (isMeasured: boolean) => {
    const nowMs = Date.now() - startMs;
    const isFirst = isMeasured && !hasCounted;
    if (!isFirst && user.waiting < countedAtOnce && nowMs - countedMs < longestWaitMs) return;
    // Virtual users take turns: from their first measured call on, each counts at a different time.
    countedMs = isFirst ? nowMs - (longestWaitMs * user.number) / virtualUsers : nowMs;
    hasCounted ||= isFirst;
    countEnded(user);
  };
}

function countEnded(user: LoadUser): void {
  const { ended, made, counting } = user;
  for (const call of ended) countCalls(metrics, counting, call);
  metrics.made_calls.add(made, {});
  Object.assign(user, { ended: [], plain: {}, waiting: 0, made: 0 });
  handOverSums();
}
