import { setImmediate } from 'node:timers/promises';
import type { Machine } from '../../schemas/machine.ts';
import { watchMachine } from '../machine/watch.ts';
import { type Diagnosis, doubt, ok } from './diagnosis.ts';
import { nearestRank } from './round-trip.ts';

const sleepMs = 2;
const quieter = 'Stop other programs on this machine, or use a quieter one.';
const neverWritten = new Int32Array(new SharedArrayBuffer(4));

/** What a few seconds of doing nothing show. */
export async function diagnoseMachine(durationMs: number): Promise<Diagnosis[]> {
  const watch = watchMachine(null);
  const startedMs = performance.now();
  const overshootsMs: number[] = [];
  while (performance.now() - startedMs < durationMs) {
    overshootsMs.push(sleepOvershootMs());
    await setImmediate();
  }
  watch.close();
  return judgeMachine(watch.read(), overshootsMs);
}

/** How much later than asked for the system wakes this thread; a timer of the event loop has whole milliseconds. */
function sleepOvershootMs(): number {
  const startedMs = performance.now();
  Atomics.wait(neverWritten, 0, 0, sleepMs);
  return performance.now() - startedMs - sleepMs;
}

/** Whether this machine is fit to judge 20 ms: above these limits k6's own delays come near it. */
export function judgeMachine(machine: Machine, overshootsMs: readonly number[]): Diagnosis[] {
  const { os, cores, boxBusyShare, loadAverage, stolenShare, throttledPeriods, clockDriftMs } = machine;
  const [p95, p99] = [nearestRank(overshootsMs, 0.95), nearestRank(overshootsMs, 0.99)];
  const lateness = `${p95.toFixed(2)} ms late at the 95th percentile, ${p99.toFixed(2)} ms at the 99th`;
  return [
    judge(
      'cores',
      cores,
      (count) => count >= 2,
      (count) => `${count} (${os})`,
      'Give the load generator 2 cores or more.',
    ),
    judge('busy', boxBusyShare, (share) => share <= 0.4, percent, quieter),
    judge(
      'load average',
      loadAverage,
      (load) => load <= (cores ?? 1),
      (load) => load.toFixed(1),
      quieter,
    ),
    judge('stolen time', stolenShare, (share) => share <= 0.01, percent, 'Use a host that is not shared.'),
    judge(
      'CPU quota',
      throttledPeriods,
      (count) => count === 0,
      (count) => (count === 0 ? 'does not limit this process' : `limited this process in ${count} periods`),
      'Raise the CPU quota of this container or service.',
    ),
    p95 <= 0.5 && p99 <= 2 ? ok('wake-ups', lateness) : doubt('wake-ups', lateness, quieter),
    judge(
      'clock',
      clockDriftMs,
      (ms) => ms <= 1,
      (ms) => (ms <= 1 ? 'steady' : `stepped by ${ms.toFixed(1)} ms while watched`),
      'Wait until the clock is synchronised, or have it slewed instead of stepped.',
    ),
  ];
}

function judge(
  name: string,
  value: number | null,
  isFit: (value: number) => boolean,
  detailOf: (value: number) => string,
  remedy: string,
): Diagnosis {
  if (value === null) return doubt(name, 'unknown: this system does not report it', 'Linux reports it.');
  return isFit(value) ? ok(name, detailOf(value)) : doubt(name, detailOf(value), remedy);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
