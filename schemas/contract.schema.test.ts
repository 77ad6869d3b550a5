import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import contractSchema from './contract.schema.json';
import type { Contract } from './contract.ts';

type Everything<T> = T extends readonly (infer Item)[]
  ? readonly [Everything<Item>, ...Everything<Item>[]]
  : T extends object
    ? { readonly [Name in keyof T]-?: Everything<Exclude<T[Name], undefined>> }
    : T;

const answer = { statuses: [200], schema: true, schemaFile: 'answer.json' } as const;

/** Every field of the type: the compiler refuses this where one lacks or is too many. */
const everything: Everything<Contract> = {
  $schema: './contract.schema.json',
  version: 1,
  answers: { user: answer, encrypt: answer, sync: answer, backup: answer },
  refusal: { ...answer, statuses: [401] },
  user: { statuses: ['pending'] },
  token: { required: ['user'], notRequired: ['sync'] },
  encrypt: { algorithms: ['ChaCha20-Poly1305'], maxDataBytes: 65_536, refuses: ['the empty string'] },
  backup: { call: true, body: {}, calls: 2 },
  latency: { percentile: 99, limitMs: 20, at: 'service', maxStallMs: 1000 },
  rate: 100,
  errorBudget: 0.001,
  availability: { meaning: 'requests', targetPercent: 99.99 },
  observeOnly: ['user-id-suffix'],
  waivers: [{ check: 'user-last-sync-utc', reason: 'known', expires: '2099-12-31' }],
};

/** Valid ones: the type must take each of them too. */
const valid: readonly Contract[] = [
  { version: 1 },
  { version: 1, latency: { percentile: 'every' } },
  { version: 1, answers: { encrypt: { schema: { type: 'object' } }, backup: { schemaFile: 'backup.yaml' } } },
  { version: 1, backup: { call: false } },
  { version: 1, backup: { body: null } },
  { version: 1, backup: { body: ['any', { json: true }] } },
  { version: 1, user: { statuses: [] }, waivers: [], observeOnly: [] },
];

const invalid: readonly unknown[] = [
  {},
  { version: 2 },
  { version: 1, latency: { percentile: 49 } },
  { version: 1, latency: { percentile: 100 } },
  { version: 1, latency: { percentile: 'most' } },
  { version: 1, latency: { limitMs: 0 } },
  { version: 1, answers: { login: {} } },
  { version: 1, answers: { user: { statuses: [404] } } },
  { version: 1, answers: { user: { statuses: [] } } },
  { version: 1, answers: { user: { schema: 'object' } } },
  { version: 1, answers: { user: { schema: true, schemaFile: 'x' } } },
  { version: 1, token: { required: ['encrypt'] } },
  { version: 1, rate: 0 },
  { version: 1, errorBudget: 1 },
  { version: 1, availability: {} },
  { version: 1, waivers: [{ check: 'user-id-prefix', reason: '', expires: '2030-01-01' }] },
  { version: 1, waivers: [{ check: 'user-id-prefix', reason: 'known', expires: '01.01.2030' }] },
];

interface Node {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly additionalProperties?: boolean;
  readonly description?: string;
  readonly type?: string | readonly string[];
}

const root: Node = contractSchema;
const definitions: Readonly<Record<string, Node>> = contractSchema.definitions;

function resolved(node: Node): Node {
  return node.$ref === undefined
    ? node
    : { ...definitions[node.$ref.replace('#/definitions/', '')], ...node };
}

/** Every field with the path it has in a contract; what stands in a list has the path of the list. */
function fields(node: Node, path = ''): { path: string; node: Node }[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, property]) => {
    const inner = resolved(property);
    const own = { path: `${path}.${name}`, node: inner };
    return [own, ...fields(inner, own.path), ...(inner.items ? fields(resolved(inner.items), own.path) : [])];
  });
}

function paths(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => paths(item, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${path}.${name}`,
    ...paths(inner, `${path}.${name}`),
  ]);
}

describe('contract.schema.json', () => {
  const validate = formats(
    new Ajv({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true }),
  ).compile(contractSchema);

  test('has the fields of the type Contract, and no others', () => {
    expect(
      fields(root)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(paths(everything).toSorted());
  });

  test('describes every field', () => {
    expect(fields(root).filter(({ node }) => (node.description ?? '').length < 15)).toEqual([]);
  });

  test('is closed wherever it names fields', () => {
    const objects = [root, ...fields(root).map(({ node }) => node)].filter(({ properties }) => properties);
    expect(objects.filter(({ additionalProperties }) => additionalProperties !== false)).toEqual([]);
  });

  test.each(valid.map((contract) => [JSON.stringify(contract), contract] as const))(
    'takes %s',
    (_, contract) => {
      expect(validate(contract) ? [] : validate.errors).toEqual([]);
    },
  );

  test.each(invalid.map((contract) => [JSON.stringify(contract), contract] as const))(
    'refuses %s',
    (_, contract) => {
      expect(validate(contract)).toBe(false);
    },
  );
});
