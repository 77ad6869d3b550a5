import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleScenario } from './contract/bundle.ts';
import { compileContract } from './contract/compile.ts';
import type { LoadedContract } from './contract/load.ts';

/** The package's folder: this code runs bundled, from dist/. */
const root = fileURLToPath(new URL('..', import.meta.url));

/** The bundle to run: the ready one, or one built for this contract. */
export async function scenarioFile(
  scenario: string,
  contract: LoadedContract | null,
  scratch: string,
): Promise<string> {
  if (contract === null) return join(root, 'dist', `${scenario}.js`);
  const outFile = join(scratch, `${scenario}.js`);
  const contractModuleText = await compileContract(contract);
  await bundleScenario({ entryFile: join(root, 'scenarios', `${scenario}.ts`), contractModuleText, outFile });
  return outFile;
}
