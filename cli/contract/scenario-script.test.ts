import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { bundleForK6, validatorModules } from '../../tools/bundle.ts';
import { obtainK6 } from '../k6/obtain-k6.ts';
import { folderWith, load } from './contract-fixture.ts';
import type { LoadedContract } from './read-contract.ts';
import { scriptText } from './scenario-script.ts';

const operatorsContract = `version: 1
backup: { body: { __proto__: { polluted: true }, line: "\\u2028" } }
answers:
  encrypt:
    schema:
      type: object
      required: [id, parts]
      properties:
        id: { type: string, format: uuid }
        at: { type: string, format: date-time }
        name: { type: string, pattern: "^[a-zäöü]{2,4}$", maxLength: 3 }
        key: { type: string, pattern: "^[a-z]{2,400000}$" }
        parts: { type: array, uniqueItems: true, items: { $ref: "#/$defs/part" }, contains: { required: [last] } }
      unevaluatedProperties: false
      $defs: { part: { type: object, properties: { size: { type: integer, multipleOf: 8 } } } }
  sync:
    schema:
      $schema: http://json-schema.org/draft-07/schema#
      type: array
      items: [{ const: ok }]
      minItems: 1
      additionalItems: false
  backup: { schema: false }
refusal:
  schema: { $ref: "#/$defs/tree", properties: { cost: { multipleOf: 0.01 }, quota: { multipleOf: 1048576 } }, $defs: { tree: { type: [object, number], additionalProperties: { $ref: "#/$defs/tree" } } } }
`;

const uuid = 'b2c5a7c0-5a3f-4c1e-9d0a-2f6f1f0f3a11';
const part = { size: 16, last: true };
const cases = [
  ['encrypt', { id: uuid, parts: [part] }, true],
  ['encrypt', { id: uuid, at: '2026-11-21T02:36:42Z', name: 'äöü', parts: [part, { size: 8 }] }, true],
  ['encrypt', { id: 'b2c5', parts: [part] }, false],
  ['encrypt', { id: uuid, at: '2026-13-21T02:36:42Z', parts: [part] }, false],
  ['encrypt', { id: uuid, name: 'äöüä', parts: [part] }, false],
  ['encrypt', { id: uuid, name: 'ABC', parts: [part] }, false],
  ['encrypt', { id: uuid, key: 'abc'.repeat(1000), parts: [part] }, true],
  ['encrypt', { id: uuid, key: 'a', parts: [part] }, false],
  ['encrypt', { id: uuid, parts: [part, part] }, false],
  ['encrypt', { id: uuid, parts: [{ size: 12, last: true }] }, false],
  ['encrypt', { id: uuid, parts: [{ size: 8 }] }, false],
  ['encrypt', { id: uuid, parts: [part], more: 1 }, false],
  ['encrypt', null, false],
  ['refusal', { error: {}, cost: 19.99 }, true],
  ['refusal', { cost: 123456789.01 }, true],
  ['refusal', { cost: 19.995 }, false],
  ['refusal', { quota: 3145728 }, true],
  ['refusal', { quota: 1048577 }, false],
  ['refusal', { quota: 1048576.5 }, false],
  ['refusal', { quota: 1 }, false],
  ['refusal', { quota: 2 ** 52 + 1 }, false],
  ['sync', ['ok'], true],
  ['sync', ['ok', 'ok'], false],
  ['sync', {}, false],
  ['backup', 'anything', false],
  ['refusal', { error: { code: {} } }, true],
  ['refusal', { error: '1' }, false],
] as const;

/** Leaves what k6's engine made of the contract in the summary of a run without a request. */
const scenario = `
import { Counter } from 'k6/metrics';
const { contract, validators } = HARNESS_RUN;
const cases = ${JSON.stringify(cases)};
const runs = new Counter('runs');
export const options = { vus: 1, iterations: 1 };
export default function () { runs.add(1); }
export function handleSummary() {
  const verdicts = cases.map(([body, value]) => validators[body]?.(value));
  const errors = validators.encrypt === undefined ? [] : (validators.encrypt({}), validators.encrypt.errors);
  const said = { contract, verdicts, errors, polluted: {}.polluted, bodies: Object.keys(validators) };
  return { stdout: JSON.stringify(said) };
}
`;

interface Said {
  readonly contract: unknown;
  readonly verdicts: readonly (boolean | null)[];
  readonly errors: readonly { readonly keyword: string; readonly params: unknown }[];
  readonly polluted?: unknown;
  readonly bodies: readonly string[];
}

async function runInK6(contract?: LoadedContract): Promise<Said> {
  const folder = folderWith({ 'scenario.ts': scenario });
  const outFile = join(folder, 'script.js');
  const bundle = await bundleForK6(join(folder, 'scenario.ts'));
  const script = scriptText(bundle, 'gate', contract, await validatorModules());
  writeFileSync(outFile, script);
  expect(script.match(/\bimport\b[^;]*;/g)).toEqual([expect.stringMatching(/from"k6\/metrics";$/)]);
  const k6 = process.env['K6_BIN_FOR_TESTS'] ?? (await obtainK6()).path;
  const env = { K6_NO_USAGE_REPORT: 'true' };
  const { stdout } = await execa(k6, ['run', '--quiet', '--address', '', outFile], { env, timeout: 30_000 });
  return JSON.parse(stdout);
}

describe("in k6's engine", () => {
  test("the validators of the operator's schemas judge as they do in Node", async () => {
    const loaded = await load(operatorsContract);
    const said = await runInK6(loaded);
    expect(said.bodies).toEqual(['encrypt', 'sync', 'backup', 'refusal']);
    expect(said.verdicts).toEqual(cases.map(([, , valid]) => valid));
    expect(said.errors[0]).toMatchObject({ keyword: 'required', params: { missingProperty: 'id' } });
    expect(JSON.stringify(said.contract)).toBe(JSON.stringify(loaded.contract));
    expect(said).not.toHaveProperty('polluted');
  });

  test('without a contract there is the empty one', async () => {
    const said = await runInK6();
    expect(said).toMatchObject({ contract: { version: 1 }, bodies: [], errors: [] });
  });
});

test("a script holds the modules that its contract's schemas require, and no others", async () => {
  const modules = await validatorModules();
  const heldBy = async (schema: string) => {
    const contract = await load(`version: 1\nanswers: { sync: { schema: ${schema} } }\n`);
    const script = scriptText('', 'gate', contract, modules);
    return Object.keys(modules).filter((name) => script.includes(`"${name}": `));
  };
  expect(await heldBy('{ type: object }')).toEqual([]);
  expect(await heldBy('{ type: string, maxLength: 3 }')).toEqual(['ajv/dist/runtime/ucs2length']);
  expect(await heldBy('{ type: string, format: date }')).toEqual(['ajv-formats/dist/formats']);
  expect(scriptText('', 'gate', undefined, modules)).toContain('validators: {}, run: null };');
});

test('a scenario that cannot be bundled is an error with the place', async () => {
  const folder = folderWith({
    'scenario.ts': "import { x } from './missing.ts';\nexport default () => x;\n",
  });
  await expect(bundleForK6(join(folder, 'scenario.ts'))).rejects.toThrow(
    /scenario\.ts:1:18: ERROR: Could not resolve "\.\/missing\.ts"/,
  );
});
