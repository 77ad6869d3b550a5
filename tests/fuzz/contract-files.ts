import fc from 'fast-check';
import { stringify } from 'yaml';
import { documentChecks } from '../../checks/catalogue.ts';
import schema from '../../schemas/contract.schema.json';
import { changed, oddTexts, oddValues, spoilt, strung } from './changed.ts';

const ids = documentChecks.map(({ id }) => id);

const contracts = [
  {
    answers: {
      user: { statuses: [200], schema: { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } } },
      sync: { schema: { properties: { a: { const: 1 }, b: { anyOf: [{ type: 'string' }] } }, typ: 1 } },
      encrypt: { statuses: [200, 202], schema: { required: ['a'], items: { pattern: '^[a-z]+$' } } },
    },
    token: { required: ['user'], notRequired: ['sync'] },
  },
  {
    refusal: { statuses: [401, 403], schema: { not: { enum: ['a', 1, null] }, 'x-own': { example: 2 } } },
    waivers: [{ check: ids[0], reason: 'known', expires: '2099-01-01' }],
    observeOnly: ['user-id-suffix', 'auth-scheme-refused'],
    encrypt: { algorithms: ['AES-256-GCM'], maxDataBytes: 1000, refuses: ['the empty string'] },
  },
  {
    backup: { body: { a: [1, 'b', null, { c: 0.5 }], d: '\ud83d\ude00' }, call: false },
    latency: { percentile: 99.99, limitMs: 250, at: 'client' },
    availability: { meaning: 'requests', targetPercent: 99.5 },
    user: { statuses: ['pending'] },
    rate: 100,
    errorBudget: 0.1,
  },
].map((one) => JSON.stringify({ version: 1, ...one }));

const keywords = [
  ...words('type const enum properties required items anyOf not $ref $id $schema $defs pattern format'),
  ...words('minLength multipleOf x-own example nullable $async typ'),
];
const { schemas } = fc.letrec<{ schemas: unknown }>((tie) => ({
  schemas: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>(true, 1, ...words('string object # #/properties/a date [ \\p{L}')),
    fc.dictionary(fc.constantFrom(...keywords), tie('schemas'), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie('schemas'), { maxLength: 2 }),
  ),
}));
const values = fc.oneof(
  oddValues,
  schemas,
  fc.constantFrom(...ids, ...words('every user client 2099-12-31 1999-01-01 none.json ../x')),
);
const keys = [...Object.keys(schema.properties), ...keywords];
const contract = fc.oneof(
  { arbitrary: changed(fc.constantFrom(...contracts), values, keys), weight: 10 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }).map((body) => ({ version: 1, backup: { body } })), weight: 2 },
  values,
);

/** What people and tools put into YAML and JSON. */
const written = fc.constantFrom(
  ...'\n\t \0\ufeff\u0085\u2028\ud800\u202e#:,~|>{}[]"\'\\',
  ...words('*a &a !!binary !!set !own yes NO 010 0x10 -0 .nan .inf 1_000 12:30:45 2026-01-02'),
  ...words('\r\n| # |: |- |? |&a |*a: |<<: |<<: *a\n|%YAML 1.1\n---\n|---\n|...\n|// note\n|/* note */', '|'),
  ...words('__proto__: 1\n|constructor: {}\n|"__proto__": 1,|$ref: "#"\n', '|'),
  ...words('version: 1\n|backup:\n  body: |rate: 5\n', '|'),
);
const pieces = fc.oneof({ arbitrary: written, weight: 3 }, oddTexts);
const text = fc.oneof(
  contract.map((one) => JSON.stringify(one) ?? ''),
  contract.map((one) => stringify(one, { aliasDuplicateObjects: false }) ?? ''),
);

const name = fc.constantFrom('contract', 'contract.yaml', 'contract.json');
export const contractFiles = fc.record({
  name,
  text: fc.oneof(
    { arbitrary: text, weight: 6 },
    { arbitrary: spoilt(text, pieces), weight: 2 },
    strung(pieces),
  ),
});

function words(line: string, between = ' '): string[] {
  return line.split(between);
}
