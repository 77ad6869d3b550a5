import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../k6/package-root.ts';
import { declaredAnswers, type LoadedContract } from './load-contract.ts';
import { compileSchema } from './operator-schema.ts';

/** The contract, and the file that it stands in, if in any; null: no contract. */
export type Declared = (Pick<LoadedContract, 'contract'> & { readonly file: string | null }) | null;

/** What ajv's compiled code may require, by name: CommonJS. */
export type ValidatorModules = Readonly<Record<string, string>>;

/** In dist/, as the build writes them. */
export const scriptFiles = { bundle: 'script.js', modules: 'validator-modules.json' };

/** The text of one self-contained script for k6: what is asked for in one line, and the ready bundle below it. */
export async function scriptFor(scenario: string, contract: Declared): Promise<string> {
  const { bundle, modules } = scriptFiles;
  const dist = (name: string) => readFile(join(packageRoot(), 'dist', name), 'utf8');
  return scriptText(await dist(bundle), scenario, contract, JSON.parse(await dist(modules)));
}

export function scriptText(
  bundle: string,
  scenario: string,
  declared: Declared,
  modules: ValidatorModules = {},
): string {
  const { contract, file } = declared ?? { contract: { version: 1 }, file: null };
  const validators = declaredAnswers(contract).flatMap(([body, { schema }]) =>
    schema === undefined ? [] : [[body, compiled(schema)] as const],
  );
  const fields = [
    `scenario: ${JSON.stringify(scenario)}`,
    `contractFile: ${JSON.stringify(file)}`,
    `contract: JSON.parse(${JSON.stringify(JSON.stringify(contract))})`,
    `validators: ${validatorsText(validators, modules)}`,
  ];
  return `const HARNESS_RUN = { ${fields.join(', ')} };\n${bundle}`;
}

function compiled(schema: object | boolean): string {
  const { code, faults } = compileSchema(schema);
  if (faults[0] !== undefined) throw new Error(`schema: ${faults[0].path.join('.')}: ${faults[0].message}`);
  return code;
}

/** With the modules that they require and no others: k6 takes a quarter of a second to compile those of the formats. */
function validatorsText(
  validators: readonly (readonly [string, string])[],
  modules: ValidatorModules,
): string {
  if (validators.length === 0) return '{}';
  const required = Object.entries(modules).filter(([name]) =>
    validators.some(([, code]) => code.includes(`require(${JSON.stringify(name)})`)),
  );
  const made = (entries: readonly (readonly [string, string])[]) =>
    `{ ${entries.map(([name, code]) => `${JSON.stringify(name)}: ${exportsOf(code)}`).join(', ')} }`;
  return `((modules, require = (name) => modules[name]) => (${made(validators)}))(${made(required)})`;
}

/** Each stands in a function of its own, so that dialects and names cannot meet. */
function exportsOf(code: string): string {
  return `((module) => { ((exports) => {${code}\n})(module.exports); return module.exports; })({ exports: {} })`;
}
