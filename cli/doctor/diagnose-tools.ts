import { harnessVersion } from '../harness-version.ts';
import { type Diagnosis, ok, problem } from './diagnosis.ts';

export interface FoundK6 {
  readonly path: string;
  readonly version: string;
  readonly source: string;
}

const oldestNode = 20;

/** What the harness runs on. */
export async function diagnoseTools(obtainK6: () => Promise<FoundK6>): Promise<Diagnosis[]> {
  return [ok('harness', harnessVersion()), judgeNode(process.versions.node), await diagnoseK6(obtainK6)];
}

export function judgeNode(version: string): Diagnosis {
  if (Number.parseInt(version, 10) >= oldestNode) return ok('Node', version);
  return problem('Node', `${version} is too old`, `Install Node ${oldestNode} or newer.`);
}

export async function diagnoseK6(obtainK6: () => Promise<FoundK6>): Promise<Diagnosis> {
  try {
    const { version, source, path } = await obtainK6();
    return ok('k6', `${version} (${source}: ${path})`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return problem('k6', reason, 'Set K6_BIN to a working k6, or see above what each way needs.');
  }
}
