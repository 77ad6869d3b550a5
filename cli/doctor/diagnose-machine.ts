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

/** What keeps a machine from judging 20 ms. */
const deciding = ['cores', 'busy', 'stolen time', 'CPU quota', 'clock', 'round trip'];

/** Whether a gate can be decided from here, and what to do if not. */
export function diagnoseRunner(diagnoses: readonly Diagnosis[]): Diagnosis {
  const unfit = diagnoses.filter(({ name, state }) => deciding.includes(name) && state !== 'ok');
  if (unfit.length === 0) return ok('20 ms', 'this machine looks suitable for judging it');
  const names = unfit.map(({ name }) => name).join(', ');
  const remedy =
    'See what helps above. The command conformance judges all but the response times from here, too.';
  return warning('20 ms', `the response times may stay open from here: ${names}`, remedy);
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
