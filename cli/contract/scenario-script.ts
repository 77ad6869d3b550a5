import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StartedRun } from '../../reports/report.ts';
import { packageRoot } from '../package-root.ts';
import { type LoadedContract, noContract } from './read-contract.ts';

export const scriptFiles = {
  bundle: 'script.js',
  modules: 'validator-modules.json',
  oneCall: 'one-call.js',
};

/** The text of one self-contained script for k6: one line with what is asked for, and the bundle below it. */
export async function scriptFor(scenario: string, contract: LoadedContract, run: StartedRun | null = null) {
  const { bundle, modules } = scriptFiles;
  const dist = (name: string) => readFile(join(packageRoot(), 'dist', name), 'utf8');
  return scriptText(await dist(bundle), scenario, contract, JSON.parse(await dist(modules)), run);
}

/** `modules`: what ajv's compiled code may require, CommonJS by name. */
export function scriptText(
  bundle: string,
  scenario: string,
  { contract, file, validators }: LoadedContract = noContract,
  modules: LoadedContract['validators'] = {},
  run: StartedRun | null = null,
): string {
  const fields = [
    `scenario: ${JSON.stringify(scenario)}`,
    `contractFile: ${JSON.stringify(file)}`,
    `contract: JSON.parse(${JSON.stringify(JSON.stringify(contract))})`,
    `validators: ${validatorsText(validators, modules)}`,
    `run: ${JSON.stringify(run)}`,
  ];
  return `const HARNESS_RUN = { ${fields.join(', ')} };\n${bundle}`;
}

/** The validators with only the modules that they require: k6 takes a quarter of a second to compile those of the formats. */
function validatorsText(validators: LoadedContract['validators'], modules: typeof validators): string {
  const codes = Object.values(validators);
  if (codes.length === 0) return '{}';
  const isRequired = (name: string) => codes.some((code) => code.includes(`require("${name}")`));
  const required = Object.entries(modules).filter(([name]) => isRequired(name));
  return `((modules, require = (name) => modules[name]) => (${made(Object.entries(validators))}))(${made(required)})`;
}

/** Each is in a function of its own, so that dialects and names cannot clash. */
function made(modules: readonly (readonly [string, string])[]): string {
  const entries = modules.map(
    ([name, code]) =>
      `"${name}": ((module) => { ((exports) => {${code}\n})(module.exports); return module.exports; })({ exports: {} })`,
  );
  return `{ ${entries.join(', ')} }`;
}
