import { setTimeout } from 'node:timers/promises';
import { machineSigns } from '../../checks/latency/machine-conditions.ts';
import { msText } from '../../checks/wording.ts';
import type { Machine } from '../../schemas/machine.ts';
import type { Caller } from '../caller.ts';
import { messageOf } from '../exit-status.ts';
import { obtainK6 } from '../k6/obtain-k6.ts';
import { watchMachine } from '../machine/read-machine.ts';
import { harnessVersion } from '../package-root.ts';
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts';

const watchMs = 2000;
const quieter =
  'Stop other programs on this machine, or use a quieter one of 2 cores or more. The command conformance judges all but the response times from here, too.';

export async function diagnoseMachine(): Promise<Diagnosis> {
  const watch = watchMachine(null);
  await setTimeout(watchMs);
  return judgeMachine(watch.close().machine);
}

/** Whether this machine is fit to judge 20 ms, by the signs for which a report says that it was not. */
export function judgeMachine(machine: Machine): Diagnosis {
  const { os, cores, boxBusyShare, clockDriftMs } = machine;
  const name = 'machine';
  const detail = `${cores ?? 'unknown'} cores (${os})`;
  const signs = [
    ...(cores !== null && cores < 2 ? ['one core is too few'] : []),
    ...machineSigns(machine),
    ...(clockDriftMs !== null && clockDriftMs > 1 ? [`its clock was set by ${msText(clockDriftMs)}`] : []),
  ];
  if (signs.length > 0) return warning(name, `${detail}: ${signs.join(', ')}`, quieter);
  return boxBusyShare === null || clockDriftMs === null
    ? warning(name, `${detail}: this system does not report how busy it is`, 'Linux reports it.')
    : ok(name, `${detail}, quiet`);
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
