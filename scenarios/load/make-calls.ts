import exec from 'k6/execution';
import { subjectsOfSuccess } from '../../checks/accept.ts';
import { limitMsOf } from '../../checks/latency/expectation.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { countedAtOnce, mostInFlight } from '../../schemas/load-plan.ts';
import { tell } from '../companion.ts';
import type { UserContext } from '../context.ts';
import { makePaced } from '../paced.ts';
import type { HandedOn, LoadData } from '../setup-data.ts';
import { askControl, askUnderLoad } from './ask-under-load.ts';
import { countMeasuredCall } from './count-call.ts';
import { callMetrics, droppedCalls, judgedCount, lateness, madeCalls } from './k6-metrics.ts';
import { type LoadUser, loadUser } from './load-user.ts';
import { type PlannedCall, planCalls } from './plan-calls.ts';
import { handOverSums, tellSlices } from './sums.ts';
import { type MadeCall, slicer, slicesFrom } from './timetable.ts';

/** Calls that have ended are counted within this time. */
const longestWaitMs = 3000;

/** Makes the calls of one virtual user when they are due, whether or not earlier ones have been answered. */
export async function makeCalls(context: UserContext, given: Pick<HandedOn, 'load'>): Promise<void> {
  const { load, settings, contract } = context;
  if (load === null) return;
  const data: LoadData = JSON.parse(given.load);
  if (data.succeeding.length === 0) return exec.test.abort('nothing to load: see the report');
  const { iterationInTest: number, iterationInInstance, startTime: startMs } = exec.scenario;
  const user = loadUser(context, data, number);
  const { turns, at } = planCalls(user, load);
  const sliceAt = slicer(load);
  const pace = {
    calls: turns,
    startMs,
    at,
    mostInFlight: Math.ceil(mostInFlight(load, limitMsOf(contract)) / load.virtualUsers),
    onDrop: ({ phase, dueMs }: PlannedCall) => {
      if (phase === 'measure') droppedCalls.add(1, sliceAt(dueMs, true));
    },
  };
  let tellsOfStart = iterationInInstance === 0;
  let countedMs = 0;
  let hasCounted = false;
  const make = ({ phase, number, index, dueMs, ask, isControl }: PlannedCall): Promise<MadeCall | null> => {
    const isMeasured = phase === 'measure';
    if (isMeasured && tellsOfStart) {
      // The companion measures the machine's load from now on.
      tell(settings.companion, 'phase/measure-start', JSON.stringify(slicesFrom(load, startMs)));
      tellsOfStart = false;
    }
    const nowMs = Date.now() - startMs;
    const made = { phase, number, index, slice: sliceAt(nowMs, isMeasured), latenessMs: nowMs - dueMs };
    if (ask !== null) return askUnderLoad(user, ask, made);
    return isControl ? askControl(user, made) : Promise.resolve(made);
  };
  // A call that never ends is not counted.
  const end = (made: MadeCall | null) => {
    const isMeasured = made?.phase === 'measure';
    if (isMeasured) user.ended.push(made);
    const nowMs = Date.now() - startMs;
    const isFirst = isMeasured && !hasCounted;
    if (!isFirst && user.measured.length < countedAtOnce && nowMs - countedMs < longestWaitMs) return;
    // Virtual users take turns: from their first measured call on, each counts at a different time.
    countedMs = isFirst ? nowMs - (longestWaitMs * number) / load.virtualUsers : nowMs;
    hasCounted ||= isFirst;
    countEnded(user);
  };
  await makePaced(pace, make, end);
  countEnded(user);
  tellSlices(settings.companion);
}

/** Only one call in eight is sampled for percentiles: a sample costs k6 as much as judging a short answer. */
const callsPerSample = 8;

function countEnded({ ended, measured, counting }: LoadUser): void {
  const accepted = new Map<Endpoint, number>();
  measured.forEach((call, at) => {
    countMeasuredCall(callMetrics, counting, call, at % callsPerSample === 0);
    if (call.isAccepted) accepted.set(call.endpoint, (accepted.get(call.endpoint) ?? 0) + 1);
  });
  for (const [endpoint, count] of accepted)
    for (const subject of subjectsOfSuccess(endpoint)) judgedCount.add(count, subject);
  ended.forEach(({ slice, latenessMs }, at) => {
    if (at % callsPerSample === 0) lateness.add(latenessMs);
    madeCalls.add(1, slice);
  });
  measured.length = 0;
  ended.length = 0;
  handOverSums();
}
