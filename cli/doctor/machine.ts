import { type Diagnosis, ok, warning } from './diagnosis.ts';
import type { MachineWatch } from './machine-watch.ts';
import { quantile } from './quantile.ts';

/** Above these, k6's own delays come near the limit and verdicts stay inconclusive. */
const most = {
  boxBusyShare: 0.4,
  stolenShare: 0.01,
  wakeUpP95Ms: 0.5,
  wakeUpP99Ms: 2,
  clockDriftMs: 1,
};
const fewestOpenFiles = 1024;
const quieter = 'End what else runs here, or take a quieter machine.';

/** Whether this machine is fit to judge 20 ms. What the system does not tell is left out. */
export function judgeMachine(watch: MachineWatch): Diagnosis[] {
  return [
    judgeCores(watch),
    ...judgeLoad(watch),
    judgeWakeUps(watch),
    ...judgeLimits(watch),
    judgeClock(watch),
  ];
}

function judgeCores({ cores, os }: MachineWatch): Diagnosis {
  const detail = `${cores} (${os})`;
  return cores > 1 ? ok('cores', detail) : warning('cores', detail, 'Give the generator 2 cores or more.');
}

function judgeLoad({ boxBusyShare, stolenShare, loadAverage, cores }: MachineWatch): Diagnosis[] {
  const rows: Diagnosis[] = [];
  if (boxBusyShare !== null) {
    const average = loadAverage === null ? '' : `, load average ${loadAverage.toFixed(1)}`;
    const detail = `${percent(boxBusyShare)} busy now${average}`;
    const isBusy = boxBusyShare > most.boxBusyShare || (loadAverage ?? 0) > cores;
    rows.push(isBusy ? warning('load', detail, quieter) : ok('load', detail));
  }
  if (stolenShare !== null && stolenShare > most.stolenShare) {
    rows.push(
      warning(
        'stolen time',
        `other machines took ${percent(stolenShare)}`,
        'Take a host that is not shared.',
      ),
    );
  }
  return rows;
}

function judgeWakeUps({ overshootsMs }: MachineWatch): Diagnosis {
  const [p95, p99] = [quantile(overshootsMs, 0.95), quantile(overshootsMs, 0.99)];
  const detail = `${p95.toFixed(2)} ms late at the 95th percentile, ${p99.toFixed(2)} ms at the 99th`;
  const isFit = p95 <= most.wakeUpP95Ms && p99 <= most.wakeUpP99Ms;
  return isFit ? ok('wake-ups', detail) : warning('wake-ups', detail, quieter);
}

function judgeLimits({ throttledPeriods, openFiles }: MachineWatch): Diagnosis[] {
  const rows: Diagnosis[] = [];
  if (throttledPeriods !== null) {
    const detail = `held back in ${throttledPeriods} periods`;
    const remedy = 'Raise the CPU quota of this container or service.';
    rows.push(
      throttledPeriods > 0 ? warning('CPU quota', detail, remedy) : ok('CPU quota', 'does not hold us back'),
    );
  }
  if (openFiles !== null) {
    const detail = openFiles === Number.POSITIVE_INFINITY ? 'unlimited' : String(openFiles);
    const remedy = `Raise it: ulimit -n ${4 * fewestOpenFiles}.`;
    rows.push(openFiles < fewestOpenFiles ? warning('open files', detail, remedy) : ok('open files', detail));
  }
  return rows;
}

function judgeClock({ clockDriftMs }: MachineWatch): Diagnosis {
  if (clockDriftMs <= most.clockDriftMs) return ok('clock', 'steady');
  const detail = `stepped by ${clockDriftMs.toFixed(1)} ms while watched`;
  return warning(
    'clock',
    detail,
    'Let time synchronisation settle, or have it slew the clock instead of stepping it.',
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
