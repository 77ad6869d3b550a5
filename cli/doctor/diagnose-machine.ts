import { setTimeout } from 'node:timers/promises';
import type { Machine } from '../../schemas/machine.ts';
import type { Caller } from '../caller.ts';
import { messageOf } from '../exit-status.ts';
import { obtainK6 } from '../k6/obtain-k6.ts';
import { watchMachine } from '../machine/read-machine.ts';
import { harnessVersion } from '../package-root.ts';
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts';

const watchMs = 2000;
const quieter = 'Stop other programs on this machine, or use a quieter one.';
const unshared = 'Use a host that is not shared.';
const unlimited = 'Raise the CPU quota of this container or service.';
const steady = 'Wait until the clock is synchronised, or have it slewed instead of stepped.';

export async function diagnoseMachine(): Promise<Diagnosis[]> {
  const watch = watchMachine(null);
  await setTimeout(watchMs);
  return judgeMachine(watch.close().machine);
}

/** Whether this machine is fit to judge 20 ms: above these limits k6's own delays come near it. */
export function judgeMachine(machine: Machine): Diagnosis[] {
  const { os, cores, boxBusyShare, stolenShare, throttledPeriods, clockDriftMs } = machine;
  const throttled = `limited this process in ${throttledPeriods} periods`;
  const rows: [string, number | null, boolean, string, string][] = [
    ['cores', cores, Number(cores) >= 2, `${cores} (${os})`, 'Give the load generator 2 cores or more.'],
    ['busy', boxBusyShare, Number(boxBusyShare) <= 0.4, percent(boxBusyShare), quieter],
    ['stolen time', stolenShare, Number(stolenShare) <= 0.01, percent(stolenShare), unshared],
    ['CPU quota', throttledPeriods, throttledPeriods === 0, throttled, unlimited],
    ['clock', clockDriftMs, Number(clockDriftMs) <= 1, `stepped by ${clockDriftMs?.toFixed(1)} ms`, steady],
  ];
  return rows.map(([name, value, isFit, detail, remedy]) => {
    if (value === null) return warning(name, 'unknown: this system does not report it', 'Linux reports it.');
    return isFit ? ok(name, detail) : warning(name, detail, remedy);
  });
}

function percent(share: number | null): string {
  return `${(100 * Number(share)).toFixed(1)} %`;
}

/** What the harness runs on, and the file of k6; null: there is none. */
export async function diagnoseTools({ env, say }: Pick<Caller, 'env' | 'say'>) {
  const own = [ok('harness', harnessVersion()), ok('Node', process.versions.node)];
  try {
    const { version, source, path } = await obtainK6({ env, say });
    return { k6: path, rows: [...own, ok('k6', `${version} (${source}: ${path})`)] };
  } catch (error) {
    const remedy = 'Set K6_BIN to a working k6, or see above what each way needs.';
    return { k6: null, rows: [...own, problem('k6', messageOf(error), remedy)] };
  }
}
