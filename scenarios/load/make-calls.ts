import exec from 'k6/execution';
import { subjectsOfSuccess } from '../../checks/exchange.ts';
import { limitMsOf } from '../../checks/latency/expectation.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { countedAtOnce, mostInFlight, type ResolvedLoad } from '../../schemas/load-plan.ts';
import { tell } from '../companion.ts';
import type { UserContext } from '../context.ts';
import { makePaced } from '../paced.ts';
import type { HandedOn, LoadData } from '../setup-data.ts';
import { askControl } from './ask-control.ts';
import { askUnderLoad } from './ask-under-load.ts';
import { countMeasuredCall } from './count-call.ts';
import * as metrics from './k6-metrics.ts';
import { type LoadUser, newLoadUser } from './load-user.ts';
import { countSlice, type MadeCall, newSliceCalls } from './plain-calls.ts';
import { type PlannedCall, planCalls } from './plan-calls.ts';
import { slicer, slicesFrom } from './timetable.ts';

/** Only one call in eight is sampled for percentiles: a sample costs k6 as much as judging a short answer. */
const callsPerSample = 8;

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
    onDrop: ({ phase, dueMs }: PlannedCall) => {
      if (phase === 'measure') metrics.droppedCalls.add(1, sliceAt(dueMs, true));
    },
  };
  const countInTime = counting(user, load, startMs);
  let tellsOfStart = iterationInInstance === 0;
  let measured = 0;
  let slice = newSliceCalls('');
  const make = (call: PlannedCall): Promise<MadeCall | null> => {
    const { phase, dueMs, request, slot } = call;
    const isMeasured = phase === 'measure';
    if (isMeasured && tellsOfStart) {
      // The companion measures the machine's load from now on.
      tell(settings.companion, 'phase/measure-start', JSON.stringify(slicesFrom(load, startMs)));
      tellsOfStart = false;
    }
    const nowMs = Date.now() - startMs;
    const isSampled = isMeasured && measured % callsPerSample === 0;
    if (isMeasured) measured += 1;
    const name = sliceAt(nowMs, isMeasured);
    if (name !== slice.name) slice = newSliceCalls(name);
    const made: MadeCall = { isMeasured, slice, latenessMs: nowMs - dueMs, isSampled };
    if (request !== null) return askUnderLoad(user, call, request, made);
    return slot === 'control' ? askControl(user, made) : Promise.resolve(made);
  };
  // A call that never ends is not counted.
  const end = (made: MadeCall | null) => {
    if (made !== null) user.slices.add(made.slice);
    if (made?.isMeasured) made.slice.made += 1;
    if (made?.isSampled) metrics.lateness.add(made.latenessMs);
    countInTime(made?.isMeasured === true);
  };
  await makePaced(pace, make, end);
  countEnded(user);
  metrics.tellSlices(settings.companion);
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
    const waiting = user.waiting + user.measured.length;
    if (!isFirst && waiting < countedAtOnce && nowMs - countedMs < longestWaitMs) return;
    // Virtual users take turns: from their first measured call on, each counts at a different time.
    countedMs = isFirst ? nowMs - (longestWaitMs * user.number) / virtualUsers : nowMs;
    hasCounted ||= isFirst;
    countEnded(user);
  };
}

function countEnded(user: LoadUser): void {
  const { slices, measured, counting, requests } = user;
  const { judged } = metrics.judgementCounters;
  for (const slice of slices) {
    countSlice(metrics.callMetrics, judged, slice);
    if (slice.made > 0) metrics.madeCalls.add(slice.made, slice.name);
    slice.made = 0;
  }
  for (const slot of endpointNames)
    requests[slot].forEach((request) => {
      const { plainCalls, endpoint, size } = request;
      if (plainCalls > 0) metrics.callMetrics.sizes.add(plainCalls, endpoint, size);
      request.plainCalls = 0;
    });
  slices.clear();
  user.waiting = 0;
  for (const call of measured) {
    countMeasuredCall(metrics.callMetrics, counting, call);
    if (!call.isAccepted) continue;
    for (const subject of subjectsOfSuccess(call.endpoint)) judged.add(1, subject);
  }
  measured.length = 0;
  metrics.handOverSums();
}
