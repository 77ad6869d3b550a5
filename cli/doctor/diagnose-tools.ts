import { createRequire } from 'node:module';
import { type Diagnosis, ok, problem } from './diagnosis.ts';

export interface FoundK6 {
  readonly path: string;
  readonly version: string;
  readonly source: string;
}

const oldestNode = 20;

/** What the harness runs on. */
export async function diagnoseTools(obtainK6: () => Promise<FoundK6>): Promise<Diagnosis[]> {
  return [
    judgeNode(process.versions.node),
    await found('esbuild', esbuildVersion, reinstall),
    await found('ajv', async () => createRequire(import.meta.url)('ajv/package.json').version, reinstall),
    await diagnoseK6(obtainK6),
  ];
}

export function judgeNode(version: string): Diagnosis {
  if (Number.parseInt(version, 10) >= oldestNode) return ok('Node', version);
  return problem('Node', `${version} is too old`, `Install Node ${oldestNode} or newer.`);
}

export function diagnoseK6(obtainK6: () => Promise<FoundK6>): Promise<Diagnosis> {
  const describe = async () => {
    const { version, source, path } = await obtainK6();
    return `${version} (${source}: ${path})`;
  };
  return found('k6', describe, 'Set K6_BIN to a working k6, or see above what each way needs.');
}

const reinstall = 'Run npm ci on this machine.';

/** Its program belongs to one platform: a node_modules folder from another machine has the wrong one. */
async function esbuildVersion(): Promise<string> {
  const { transform, version } = await import('esbuild');
  await transform('1');
  return version;
}

async function found(name: string, describe: () => Promise<string>, remedy: string): Promise<Diagnosis> {
  try {
    return ok(name, await describe());
  } catch (error) {
    return problem(name, error instanceof Error ? error.message : String(error), remedy);
  }
}
