import fc from 'fast-check';
import { documentChecks } from '../../checks/catalogue.ts';
import schema from '../../schemas/contract.schema.json';
import { token } from './subject.ts';

const ids = documentChecks.map(({ id }) => id);

/** What a schema, YAML, JSON or a report may trip over. */
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.double(),
  fc.constantFrom<unknown>(
    0,
    1,
    20,
    99,
    200,
    204,
    401,
    '',
    'every',
    'user',
    'client',
    '2099-12-31',
    token,
    {},
  ),
  fc.constantFrom(...ids),
);

const field = fc.constantFrom('a', 'b', 'x-c', '<<', '__proto__', 'constructor');
const keyword = fc.constantFrom(
  ...['type', 'const', 'enum', 'properties', 'required', 'items', 'anyOf', 'not', '$ref', '$id', '$schema'],
  ...[
    '$defs',
    'pattern',
    'format',
    'minLength',
    'multipleOf',
    'x-own',
    'example',
    'nullable',
    '$async',
    'typ',
  ],
);
const { anySchema, schemaOf } = fc.letrec<{ anySchema: unknown; schemaOf: unknown }>((tie) => ({
  anySchema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>(true, 'string', 'object', '#', '#/properties/a', 'date', '[', '\\p{L}', 1, 0),
    fc.dictionary(keyword, tie('anySchema'), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie('anySchema'), { maxLength: 2 }),
  ),
  schemaOf: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>(
      true,
      {},
      { type: 'string', minLength: 1 },
      { type: 'integer' },
      { enum: ['a', 1, null] },
    ),
    fc.constantFrom<unknown>(
      { pattern: '^[a-z]+$' },
      { format: 'date' },
      { $ref: '#' },
      { 'x-own': { typ: 1 }, example: 2 },
    ),
    fc.jsonValue({ maxDepth: 1 }).map((one) => ({ const: one })),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(field, tie('schemaOf'), { maxKeys: 3, noNullPrototype: true }),
    }),
    fc.array(tie('schemaOf'), { minLength: 1, maxLength: 2 }).map((some) => ({ anyOf: some })),
  ),
}));
const bodySchema = fc.oneof(
  { arbitrary: schemaOf, weight: 5 },
  fc.dictionary(keyword, anySchema, { maxKeys: 4, noNullPrototype: true }),
);

const answer = fc.oneof(
  fc.record({ statuses: fc.uniqueArray(fc.integer({ min: 200, max: 299 }), { minLength: 1, maxLength: 2 }) }),
  fc.record({ schema: bodySchema }),
  fc.record({ schemaFile: fc.constantFrom('none.json', '.', '../x') }),
);
const fields: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  answers: fc.dictionary(fc.constantFrom('user', 'encrypt', 'sync', 'backup'), answer, {
    maxKeys: 2,
    noNullPrototype: true,
  }),
  refusal: answer,
  token: fc.constantFrom(
    { required: ['user'] },
    { notRequired: ['sync'] },
    { required: ['user'], notRequired: ['user'] },
  ),
  waivers: fc.array(
    fc.record({
      check: fc.constantFrom(...ids),
      reason: fc.string({ minLength: 1 }),
      expires: fc.constantFrom('2099-01-01', '1999-01-01'),
    }),
    { maxLength: 2 },
  ),
  observeOnly: fc.uniqueArray(fc.constantFrom('user-id-suffix', 'auth-scheme-refused', 'user-id-prefix'), {
    maxLength: 2,
  }),
  backup: fc.record({ body: fc.jsonValue({ maxDepth: 3 }), call: fc.boolean() }, { requiredKeys: [] }),
  latency: fc.record(
    {
      percentile: fc.constantFrom<unknown>(50, 99.99, 'every'),
      limitMs: fc.double({ min: 1, max: 5000, noNaN: true }),
    },
    { requiredKeys: [] },
  ),
  rate: fc.integer({ min: 1, max: 5000 }),
  errorBudget: fc.double({ min: 0, max: 0.9, noNaN: true }),
};
const contract = fc
  .record({
    some: fc.subarray(Object.keys(fields), { maxLength: 3 }),
    all: fc.record(fields, { noNullPrototype: true }),
    faults: fc.oneof(
      { arbitrary: fc.constant({}), weight: 3 },
      fc.dictionary(fc.constantFrom(...Object.keys(schema.properties)), odd, {
        maxKeys: 2,
        noNullPrototype: true,
      }),
    ),
  })
  .map(({ some, all, faults }) => ({
    version: 1,
    ...Object.fromEntries(some.map((one) => [one, all[one]])),
    ...faults,
  }));
export const contractValues = fc.oneof({ arbitrary: contract, weight: 15 }, odd);
