import { harnessVersion } from '../harness-version.ts';
import { obtainK6 } from '../k6/obtain-k6.ts';
import { say } from '../output.ts';
import { type Diagnosis, ok, problem } from './diagnosis.ts';

const oldestNode = 20;

/** What the harness runs on. */
export async function diagnoseTools(env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  return [ok('harness', harnessVersion()), judgeNode(process.versions.node), await diagnoseK6(env)];
}

export function judgeNode(version: string): Diagnosis {
  if (Number.parseInt(version, 10) >= oldestNode) return ok('Node', version);
  return problem('Node', `${version} is too old`, `Install Node ${oldestNode} or newer.`);
}

async function diagnoseK6(env: NodeJS.ProcessEnv): Promise<Diagnosis> {
  try {
    const { version, source, path } = await obtainK6({ env, say });
    return ok('k6', `${version} (${source}: ${path})`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return problem('k6', reason, 'Set K6_BIN to a working k6, or see above what each way needs.');
  }
}
