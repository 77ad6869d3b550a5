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
    await diagnoseEsbuild(),
    diagnoseAjv(),
    await diagnoseK6(obtainK6),
  ];
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
    return problem(
      'k6',
      messageOf(error),
      'Set K6_BIN to a k6 that works, or see above what each way needs.',
    );
  }
}

/** Its program belongs to one platform: a node_modules folder from another machine has the wrong one. */
async function diagnoseEsbuild(): Promise<Diagnosis> {
  try {
    const { transform, version } = await import('esbuild');
    await transform('1');
    return ok('esbuild', version);
  } catch (error) {
    return problem('esbuild', messageOf(error), reinstall);
  }
}

function diagnoseAjv(): Diagnosis {
  try {
    const { version } = createRequire(import.meta.url)('ajv/package.json');
    return ok('ajv', String(version));
  } catch (error) {
    return problem('ajv', messageOf(error), reinstall);
  }
}

const reinstall = 'Run npm ci on this machine.';

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
