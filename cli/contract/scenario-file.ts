import { join } from 'node:path';
import { packageRoot } from '../k6/package-root.ts';
import { bundleScenario } from './bundle.ts';
import { declaredAnswers, type LoadedContract } from './load-contract.ts';
import { compileSchema } from './operator-schema.ts';

/** The bundle to run: the ready one, or one built for this contract. */
export async function scenarioFile(
  scenario: string,
  contract: LoadedContract | null,
  scratch: string,
): Promise<string> {
  if (contract === null) return join(packageRoot(), 'dist', `${scenario}.js`);
  const entryFile = join(packageRoot(), 'scenarios', `${scenario}.ts`);
  const outFile = join(scratch, `${scenario}.js`);
  await bundleScenario({ entryFile, contractModuleText: compileContract(contract), outFile });
  return outFile;
}

/**
 * Text of the module that a scenario imports as `#contract`. It needs a bundler: the validators require what they
 * share from ajv. Each stands in a function of its own, so that dialects and names cannot meet.
 */
export function compileContract({ contract }: Pick<LoadedContract, 'contract'>): string {
  const validators = declaredAnswers(contract).flatMap(([body, { schema }]) =>
    schema === undefined ? [] : [`  ${body}: ${validatorText(schema)},`],
  );
  return [
    `export const contract = JSON.parse(${JSON.stringify(JSON.stringify(contract))});`,
    'export const validators = {',
    ...validators,
    '};',
    '',
  ].join('\n');
}

function validatorText(schema: object | boolean): string {
  const { code, faults } = compileSchema(schema);
  if (faults[0] !== undefined) throw new Error(`schema: ${faults[0].path.join('.')}: ${faults[0].message}`);
  return `(() => {\nconst module = { exports: {} };\n((exports) => {${code}})(module.exports);\nreturn module.exports;\n})()`;
}
