import { countText, duration, percentText } from '../../checks/wording.ts';
import { dueCalls } from '../../schemas/load-plan.ts';
import type { Progress } from '../companion/companion-process.ts';
import { say } from '../exit-status.ts';
import type { PlannedLoad } from './planned-load.ts';

/** The progress of a run in one line; `elapsedMs` counts from the beginning of its phase. */
export function progressWords(
  { phase, calls, fast }: Progress,
  elapsedMs: number,
  { conformance, load, comparison, limitMs }: PlannedLoad,
): string {
  const left = (wholeMs: number) => duration(Math.max(1, Math.ceil((wholeMs - elapsedMs) / 1000)) * 1000);
  if (phase === 'before-load') return 'Warm-up: until the service no longer gets faster';
  if (phase === 'after-load')
    return comparison === null ? 'Writing the report' : `Comparison: at most ${left(comparison.mostMs)} left`;
  if (phase === 'conformance' || load === null)
    return `Conformance: at most ${left(conformance.budgetMs)} left`;
  const all = Math.round(dueCalls(load));
  const due = Math.min(all, Math.round((all * elapsedMs) / load.measureMs));
  const under =
    calls === 0 ? '' : `; ${percentText(fast / calls, 'down')} of ${countText(calls)} under ${limitMs} ms`;
  return `Load: ${left(load.measureMs)} left, ${countText(due)} of ${countText(all)} requests due${under}`;
}

const everyMs = { terminal: 1000, log: 10_000 } as const;

/** Shows the progress of a run on standard error: on a terminal in one line that changes, in a log every ten seconds. */
export function showProgress(plan: PlannedLoad) {
  const { isTTY, columns } = process.stderr;
  let [progress, sinceMs]: [Progress, number] = [{ phase: 'conformance', calls: 0, fast: 0 }, Date.now()];
  const show = () => {
    const words = progressWords(progress, Date.now() - sinceMs, plan);
    if (isTTY) process.stderr.write(`\r\u001b[K${words.slice(0, (columns || 80) - 1)}`);
    else say(words);
  };
  const timer = setInterval(show, isTTY ? everyMs.terminal : everyMs.log);
  return {
    take(next: Progress): void {
      if (next.phase !== progress.phase) sinceMs = Date.now();
      progress = next;
    },
    stop(): void {
      clearInterval(timer);
      if (isTTY) process.stderr.write('\r\u001b[K');
    },
  };
}
