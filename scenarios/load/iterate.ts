import exec from 'k6/execution';
import { type ResolvedLoad, sliceCount, warmUpSliceCount } from '../../schemas/load-plan.ts';
import { tell } from '../companion.ts';
import type { UserContext } from '../run-context.ts';
import { firstOf } from '../series.ts';
import type { Carried, LoadData } from '../setup-data.ts';
import { askControl, askUnderLoad, type LoadAsked, loadAsked } from './ask-under-load.ts';
import { lateness, madeCalls } from './metrics.ts';
import { type QuestionParts, questionFor, questionParts } from './question.ts';
import { type SlotPlan, slotAt, slotPlan } from './slots.ts';

type Phase = 'warm-up' | 'measure';

/** What a virtual user keeps from its first call on: k6 takes longer to hand these out than to make a call. */
let known: Known | undefined;

interface Known {
  readonly asked: LoadAsked;
  readonly parts: QuestionParts;
  readonly scenario: typeof exec.scenario;
  readonly plan: SlotPlan;
  /** When each phase began. */
  readonly startMs: Partial<Record<Phase, number>>;
}

function knownFrom(context: UserContext, given: Carried, load: ResolvedLoad): Known {
  const data: LoadData = JSON.parse(given.load);
  // k6 gives each virtual user a copy of its own, and keeps it.
  delete given.summary;
  return {
    asked: loadAsked(context, data),
    parts: questionParts(context.settings.token, data, context.contract),
    scenario: exec.scenario,
    plan: slotPlan(load, data.seed, data.refusalDelayMs),
    startMs: {},
  };
}

/** One due call of the load. */
export function iterate(context: UserContext, given: Carried, phase: Phase): void {
  const { load, settings } = context;
  if (load === null) return;
  known ??= knownFrom(context, given, load);
  const { asked, parts, scenario, plan, startMs } = known;
  const { succeeding } = asked.data;
  if (succeeding.length === 0) {
    exec.test.abort('nothing to load: see the report');
    return;
  }
  const index = scenario.iterationInTest;
  startMs[phase] ??= scenario.startTime;
  const sinceStartMs = Date.now() - startMs[phase];
  const isSteady = load.shape === 'steady';
  const latenessMs = isSteady && phase === 'measure' ? sinceStartMs - (index * 1000) / load.rate : 0;
  if (isSteady && phase === 'measure') lateness.add(latenessMs);
  // The machine's shares are those of the measured time.
  if (phase === 'measure' && index === 0) tell(settings.companion, 'phase/measure-start');
  const slice = sliceAt(sinceStartMs, phase, load);
  if (!isSteady && phase === 'measure') madeCalls.add(1, { slice });
  const slot = slotAt(index, plan);
  if (slot === 'control') {
    askControl(asked, slice);
    return;
  }
  if (slot === null || (slot !== 'probe' && !succeeding.includes(slot))) return;
  if (slot === 'backup' && phase === 'warm-up') return;
  askUnderLoad(asked, questionFor(slot, firstOf[phase] + index, parts), { index, slice, latenessMs });
}

function sliceAt(sinceStartMs: number, phase: Phase, load: ResolvedLoad): string {
  const inWarmUp = phase === 'warm-up';
  const count = inWarmUp ? warmUpSliceCount : sliceCount;
  const totalMs = inWarmUp ? load.warmUpMs : load.measureMs;
  const index = Math.min(count - 1, Math.max(0, Math.floor((sinceStartMs / totalMs) * count)));
  return inWarmUp ? `w${index}` : String(index);
}
