import { countText, duration } from '../../checks/wording.ts';
import { dueCalls } from '../../schemas/load-plan.ts';
import type { Caller } from '../caller.ts';
import type { Phase } from '../companion/companion-process.ts';
import type { PlannedLoad } from './wanted-run.ts';

/** The progress of a run in one line. `elapsedMs` counts from the start of its phase. */
export function progressWords(phase: Phase, elapsedMs: number, plan: PlannedLoad): string {
  const { conformance, load, comparison } = plan;
  const left = (wholeMs: number) => duration(Math.max(1, Math.ceil((wholeMs - elapsedMs) / 1000)) * 1000);
  if (phase === 'before-load') return 'Warm-up: until the service no longer gets faster';
  if (phase === 'after-load')
    return comparison === null ? 'Writing the report' : `Comparison: at most ${left(comparison.mostMs)} left`;
  if (phase === 'conformance' || load === null)
    return `Conformance: at most ${left(conformance.budgetMs)} left`;
  const all = Math.round(dueCalls(load));
  const due = Math.min(all, Math.round((all * elapsedMs) / load.measureMs));
  return `Load: ${left(load.measureMs)} left, ${countText(due)} of ${countText(all)} requests due`;
}

/** Shows progress on standard error: one updating line on a terminal, a line every ten seconds in a log. */
export function showProgress(plan: PlannedLoad, { io: { stderr }, say }: Caller) {
  const { isTTY, columns } = stderr;
  let [phase, sinceMs]: [Phase, number] = ['conformance', Date.now()];
  const show = () => {
    const words = progressWords(phase, Date.now() - sinceMs, plan);
    if (isTTY) stderr.write(`\r\u001b[K${words.slice(0, (columns || 80) - 1)}`);
    else say(words);
  };
  const timer = setInterval(show, isTTY ? 1000 : 10_000);
  return {
    enter(next: Phase): void {
      if (next !== phase) sinceMs = Date.now();
      phase = next;
    },
    stop(): void {
      clearInterval(timer);
      if (isTTY) stderr.write('\r\u001b[K');
    },
  };
}
