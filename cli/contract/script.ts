import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../k6/package-root.ts';
import { declaredAnswers, type LoadedContract } from './load-contract.ts';
import { compileSchema } from './operator-schema.ts';

/** The contract, and the file that it stands in, if in any; null: no contract. */
export type Declared = (Pick<LoadedContract, 'contract'> & { readonly file: string | null }) | null;

/** The text of one self-contained script for k6: what is asked for in one line, and the ready bundle below it. */
export async function scriptFor(scenario: string, contract: Declared): Promise<string> {
  const bundle = await readFile(join(packageRoot(), 'dist', 'script.js'), 'utf8');
  return scriptText(bundle, scenario, contract);
}

export function scriptText(bundle: string, scenario: string, declared: Declared): string {
  const { contract, file } = declared ?? { contract: { version: 1 }, file: null };
  const validators = declaredAnswers(contract).flatMap(([body, { schema }]) =>
    schema === undefined ? [] : [`${body}: ${validatorText(schema)}`],
  );
  const fields = [
    `scenario: ${JSON.stringify(scenario)}`,
    `contractFile: ${JSON.stringify(file)}`,
    `contract: JSON.parse(${JSON.stringify(JSON.stringify(contract))})`,
    `validators: { ${validators.join(', ')} }`,
  ];
  return `const HARNESS_RUN = { ${fields.join(', ')} };\n${bundle}`;
}

/** Each validator stands in a function of its own, so that dialects and names cannot meet. */
function validatorText(schema: object | boolean): string {
  const { code, faults } = compileSchema(schema);
  if (faults[0] !== undefined) throw new Error(`schema: ${faults[0].path.join('.')}: ${faults[0].message}`);
  return `(require, module, exports) => {${code}}`;
}
