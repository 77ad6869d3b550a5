import exec from 'k6/execution';
import { limitMsOf } from '../../checks/latency/reading.ts';
import {
  mostInFlight,
  type ResolvedLoad,
  type Slot,
  sliceCount,
  warmUpSliceCount,
} from '../../schemas/load-plan.ts';
import { tell } from '../companion.ts';
import { sleep } from '../paced.ts';
import { firstOf } from '../random.ts';
import type { UserContext } from '../run-context.ts';
import type { HandedOn, LoadData } from '../setup-data.ts';
import { askControl, askUnderLoad, type LoadAsked, loadAsked, type MadeCall } from './ask-under-load.ts';
import { countAndThrow, droppedCalls, lateness, madeCalls } from './metrics.ts';
import { type QuestionParts, questionFor, questionParts } from './question.ts';
import { type DueCall, numberInTurn, type SlotPlan, slotAt, slotPlan, timetable } from './timetable.ts';

/** What a virtual user makes its calls with. */
interface Making {
  readonly asked: LoadAsked;
  readonly parts: QuestionParts;
  readonly plan: SlotPlan;
}

/** One virtual user in so many asks the service to close the connection behind each call. */
const usersPerClosing = 8;

/** Makes the calls of one virtual user when they are due, whether or not earlier ones were answered. */
export async function makeCalls(context: UserContext, given: Pick<HandedOn, 'load'>): Promise<void> {
  const { load, settings, contract } = context;
  if (load === null) return;
  const data: LoadData = JSON.parse(given.load);
  if (data.succeeding.length === 0) return exec.test.abort('nothing to load: see the report');
  const { iterationInTest: user, iterationInInstance, startTime } = exec.scenario;
  const closes = user % usersPerClosing === 0;
  const making = {
    asked: loadAsked(context, data, closes),
    parts: questionParts(settings.token, data, contract, closes),
    plan: slotPlan(load, data.seed, data.refusalDelayMs),
  };
  const { calls, at } = timetable(load);
  const most = Math.ceil(mostInFlight(load, limitMsOf(contract)) / load.virtualUsers);
  const inFlight = new Set<Promise<unknown>>();
  let tellsOfStart = iterationInInstance === 0;
  for (let turn = 0; turn * load.virtualUsers < calls; turn += 1) {
    const number = numberInTurn(turn, user, load.virtualUsers, data.seed);
    if (number >= calls) continue;
    const due = at(number);
    const isMeasured = due.phase === 'measure';
    const earlyMs = startTime + due.dueMs - Date.now();
    if (earlyMs > 0) await sleep(earlyMs);
    if (isMeasured && tellsOfStart) {
      // The machine's shares are those of the measured time.
      tell(settings.companion, 'phase/measure-start');
      tellsOfStart = false;
    }
    if (inFlight.size < most) {
      const made = madeNow(due, Date.now() - startTime, load);
      const call: Promise<unknown> = makeCall(making, made).then(() => inFlight.delete(call), countAndThrow);
      inFlight.add(call);
    } else if (isMeasured) droppedCalls.add(1);
  }
  await Promise.all(inFlight);
}

function madeNow({ phase, index, startMs, dueMs }: DueCall, nowMs: number, load: ResolvedLoad): MadeCall {
  return { phase, index, slice: sliceAt(nowMs - startMs, phase, load), latenessMs: nowMs - dueMs };
}

async function makeCall({ asked, parts, plan }: Making, made: MadeCall): Promise<void> {
  const { phase, index, slice, latenessMs } = made;
  const isMeasured = phase === 'measure';
  if (isMeasured) lateness.add(latenessMs);
  const slot = slotAt(index, plan);
  if (slot === 'control') await askControl(asked, slice);
  else if (isAsked(slot, asked.data) && (isMeasured || slot !== 'backup'))
    await askUnderLoad(asked, questionFor(slot, firstOf[phase] + index, parts), made);
  // After the answer: a call that comes to no end was none.
  if (isMeasured) madeCalls.add(1, { slice });
}

function isAsked(slot: Slot | null, { succeeding }: LoadData): slot is Exclude<Slot, 'control'> {
  return slot === 'probe' || (slot !== null && slot !== 'control' && succeeding.includes(slot));
}

function sliceAt(sinceStartMs: number, phase: DueCall['phase'], load: ResolvedLoad): string {
  const inWarmUp = phase === 'warm-up';
  const count = inWarmUp ? warmUpSliceCount : sliceCount;
  const totalMs = inWarmUp ? load.warmUpMs : load.measureMs;
  const index = Math.min(count - 1, Math.max(0, Math.floor((sinceStartMs / totalMs) * count)));
  return inWarmUp ? `w${index}` : String(index);
}
