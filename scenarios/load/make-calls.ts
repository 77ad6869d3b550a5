import exec from 'k6/execution';
import { limitMsOf } from '../../checks/latency/reading.ts';
import { mostInFlight } from '../../schemas/load-plan.ts';
import { tell } from '../companion.ts';
import { makePaced } from '../paced.ts';
import { firstOf } from '../random.ts';
import type { UserContext } from '../run-context.ts';
import type { HandedOn, LoadData } from '../setup-data.ts';
import { askControl, askUnderLoad, type LoadUser, loadUser, type MadeCall } from './ask-under-load.ts';
import { droppedCalls, lateness, madeCalls } from './metrics.ts';
import { loadQuestions } from './question.ts';
import { numberInTurn, sliceAt, slotsOf, timetable } from './timetable.ts';

/** Every eighth virtual user asks the service to close the connection after each call. */
const usersPerClosing = 8;

/** Makes the calls of one virtual user when they are due, whether or not earlier ones have been answered. */
export async function makeCalls(context: UserContext, given: Pick<HandedOn, 'load'>): Promise<void> {
  const { load, settings, contract } = context;
  if (load === null) return;
  const data: LoadData = JSON.parse(given.load);
  if (data.succeeding.length === 0) return exec.test.abort('nothing to load: see the report');
  const { iterationInTest: number, iterationInInstance, startTime: startMs } = exec.scenario;
  const users = load.virtualUsers;
  const user = loadUser(context, data, number % usersPerClosing === 0);
  const makeCall = callMaker(user, slotsOf(load, data));
  const { calls, at } = timetable(load);
  const callOf = (turn: number) => numberInTurn(turn, number, users, data.seed);
  const turns = Math.ceil(calls / users);
  const pace = {
    calls: callOf(turns - 1) < calls ? turns : turns - 1,
    startMs,
    dueMs: (turn: number) => at(callOf(turn)).dueMs,
    mostInFlight: Math.ceil(mostInFlight(load, limitMsOf(contract)) / users),
    onDrop: (turn: number) => {
      if (at(callOf(turn)).phase === 'measure') droppedCalls.add(1);
    },
  };
  let tellsOfStart = iterationInInstance === 0;
  await makePaced(pace, async (turn) => {
    const { phase, index, dueMs } = at(callOf(turn));
    if (phase === 'measure' && tellsOfStart) {
      // From here on the companion measures the machine's load.
      tell(settings.companion, 'phase/measure-start');
      tellsOfStart = false;
    }
    const nowMs = Date.now() - startMs;
    await makeCall({ phase, index, slice: sliceAt(nowMs, phase, load), latenessMs: nowMs - dueMs });
  });
}

function callMaker(user: LoadUser, slotAt: ReturnType<typeof slotsOf>): (call: MadeCall) => Promise<void> {
  const { context, data } = user;
  const questionFor = loadQuestions(context.settings.token, data, context.contract);
  return async (call) => {
    const { phase, index, slice, latenessMs } = call;
    const isMeasured = phase === 'measure';
    if (isMeasured) lateness.add(latenessMs);
    const slot = slotAt(index);
    if (slot === 'control') await askControl(user, slice);
    else if (slot === 'probe' || (slot !== null && data.succeeding.includes(slot))) {
      if (isMeasured || slot !== 'backup')
        await askUnderLoad(user, questionFor(slot, firstOf[phase] + index), call);
    }
    // After the answer: a call that never ends does not count.
    if (isMeasured) madeCalls.add(1, { slice });
  };
}
