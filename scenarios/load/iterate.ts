import exec from 'k6/execution';
import http from 'k6/http';
import { dueCalls, type ResolvedLoad, sliceCount, warmUpSliceCount } from '../../schemas/load-plan.ts';
import type { UserContext } from '../run-context.ts';
import { firstOf } from '../series.ts';
import type { HandedOn, LoadData } from '../setup-data.ts';
import { askControl, askUnderLoad } from './ask-under-load.ts';
import { lateness, madeCalls } from './metrics.ts';
import { questionFor } from './question.ts';
import { type SlotPlan, slotAt } from './slots.ts';

type Phase = 'warm-up' | 'measure';

/** What a virtual user keeps from its first call on: k6 takes longer to hand these out than to make a call. */
let known: Known | undefined;

interface Known {
  readonly data: LoadData;
  readonly scenario: typeof exec.scenario;
  readonly plan: SlotPlan;
}

function knownFrom(given: HandedOn, load: ResolvedLoad): Known {
  const data: LoadData = JSON.parse(given.load);
  const { hasControl, backups } = load;
  const plan = { hasControl, iterations: dueCalls(load), backups, seed: data.seed };
  return { data, scenario: exec.scenario, plan };
}

/** One due call of the load. */
export function iterate(context: UserContext, given: HandedOn, phase: Phase): void {
  const { load, settings, contract } = context;
  if (load === null) return;
  known ??= knownFrom(given, load);
  const { data, scenario, plan } = known;
  if (data.succeeding.length === 0) {
    exec.test.abort('nothing to load: see the report');
    return;
  }
  const { iterationInTest: index, startTime } = scenario;
  const sinceStartMs = Date.now() - startTime;
  const isSteady = load.shape === 'steady';
  const latenessMs = isSteady && phase === 'measure' ? sinceStartMs - (index * 1000) / load.rate : 0;
  if (isSteady && phase === 'measure') lateness.add(latenessMs);
  if (phase === 'measure' && index === 0) markStart(settings.companion);
  const slice = sliceAt(sinceStartMs, phase, load);
  if (!isSteady && phase === 'measure') madeCalls.add(1, { slice });
  const slot = slotAt(index, plan);
  if (slot === 'control') {
    askControl(settings, slice);
    return;
  }
  if (slot !== 'probe' && !data.succeeding.includes(slot)) return;
  if (slot === 'backup' && phase === 'warm-up') return;
  const question = questionFor(slot, firstOf[phase] + index, settings.token, data, contract);
  askUnderLoad(context, data, { question, index, slice, latenessMs });
}

/** The machine's shares are those of the measured time. */
function markStart(companion: string | null): void {
  if (companion !== null)
    http.post(`${companion}/phase/measure-start`, null, {
      tags: { endpoint: 'companion', name: 'companion' },
    });
}

function sliceAt(sinceStartMs: number, phase: Phase, load: ResolvedLoad): string {
  const inWarmUp = phase === 'warm-up';
  const count = inWarmUp ? warmUpSliceCount : sliceCount;
  const totalMs = inWarmUp ? load.warmUpMs : load.measureMs;
  const index = Math.min(count - 1, Math.max(0, Math.floor((sinceStartMs / totalMs) * count)));
  return inWarmUp ? `w${index}` : String(index);
}
