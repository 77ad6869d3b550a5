import exec from 'k6/execution';
import { limitMsOf } from '../../checks/latency/expectation.ts';
import { mostInFlight } from '../../schemas/load-plan.ts';
import { tell } from '../companion.ts';
import { makePaced } from '../paced.ts';
import { loadRequests } from '../planned-request.ts';
import { probeForms } from '../probe-forms.ts';
import { firstOf } from '../random.ts';
import type { UserContext } from '../run.ts';
import type { HandedOn, LoadData } from '../setup-data.ts';
import { askControl, askUnderLoad, loadUser } from './ask-under-load.ts';
import { droppedCalls, lateness, madeCalls } from './k6-metrics.ts';
import { type DueCall, numberInTurn, sliceAt, slotsOf, timetable } from './timetable.ts';

/** Makes the calls of one virtual user when they are due, whether or not earlier ones have been answered. */
export async function makeCalls(context: UserContext, given: Pick<HandedOn, 'load'>): Promise<void> {
  const { load, settings, contract } = context;
  if (load === null) return;
  const data: LoadData = JSON.parse(given.load);
  if (data.succeeding.length === 0) return exec.test.abort('nothing to load: see the report');
  const { iterationInTest: number, iterationInInstance, startTime: startMs } = exec.scenario;
  const users = load.virtualUsers;
  const user = loadUser(context, data, number);
  const requestFor = loadRequests(
    settings.token,
    data,
    contract,
    probeForms(settings.token, data.seed, settings.headers),
  );
  const slotAt = slotsOf(load, data);
  const { calls, at } = timetable(load);
  const callOf = (turn: number) => numberInTurn(turn, number, users, data.seed);
  const turns = Math.ceil(calls / users);
  const pace = {
    calls: callOf(turns - 1) < calls ? turns : turns - 1,
    startMs,
    at: (turn: number) => at(callOf(turn)),
    mostInFlight: Math.ceil(mostInFlight(load, limitMsOf(contract)) / users),
    onDrop: ({ phase }: DueCall) => {
      if (phase === 'measure') droppedCalls.add(1);
    },
  };
  let tellsOfStart = iterationInInstance === 0;
  await makePaced(pace, async ({ phase, index, dueMs }) => {
    const isMeasured = phase === 'measure';
    if (isMeasured && tellsOfStart) {
      // From here on the companion measures the machine's load.
      tell(settings.companion, 'phase/measure-start');
      tellsOfStart = false;
    }
    const nowMs = Date.now() - startMs;
    const call = { phase, index, slice: sliceAt(nowMs, phase, load), latenessMs: nowMs - dueMs };
    if (isMeasured) lateness.add(call.latenessMs);
    const slot = slotAt(call);
    if (slot === 'control') await askControl(user, call);
    else if (slot !== null) await askUnderLoad(user, requestFor(slot, firstOf[phase] + index), call);
    // After the answer: a call that never ends does not count.
    if (isMeasured) madeCalls.add(1, { slice: call.slice });
  });
}
