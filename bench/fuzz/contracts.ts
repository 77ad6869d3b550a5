import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { documentChecks } from '../../checks/catalogue.ts';
import { loadContract } from '../../cli/contract/read-contract.ts';
import { UsageError } from '../../cli/exit-status.ts';
import schema from '../../schemas/contract.schema.json';
import { note, nothingTried, type Subject, token } from './subject.ts';

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

const name = fc.constantFrom('a', 'b', 'x-c', '<<', '__proto__', 'constructor');
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
      properties: fc.dictionary(name, tie('schemaOf'), { maxKeys: 3, noNullPrototype: true }),
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
const value = fc.oneof({ arbitrary: contract, weight: 15 }, odd);

/** What people and tools put into YAML and JSON. */
const pieces = [
  ...[
    '\n',
    '\r\n',
    '\t',
    ' ',
    '\0',
    '\ufeff',
    '\u0085',
    '\u2028',
    '\ud800',
    '#',
    ' # ',
    ': ',
    ':',
    '- ',
    '? ',
    ',',
    '~',
    '|',
    '>',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '\\',
    '*a',
    '&a ',
    '*a: ',
    '<<: ',
    '<<: *a\n',
    '!!binary ',
    '!!set ',
    '!own ',
    '%YAML 1.1\n---\n',
  ],
  ...[
    '---\n',
    '...\n',
    '// note\n',
    '/* note */',
    'yes',
    'NO',
    '010',
    '0x10',
    '1e400',
    '-0',
    '.nan',
    '.inf',
    '1_000',
    '12:30:45',
  ],
  ...[
    '9007199254740993',
    '2026-01-02',
    '__proto__: 1\n',
    'constructor: {}\n',
    '"__proto__": 1,',
    token,
    '\u202e',
    '$ref: "#"\n',
  ],
];

const text = fc.oneof(
  { arbitrary: value.map((one) => JSON.stringify(one) ?? ''), weight: 3 },
  { arbitrary: value.map((one) => stringify(one, { aliasDuplicateObjects: false }) ?? ''), weight: 3 },
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...pieces, 'version: 1\n', 'backup:\n  body: ', 'rate: 5\n'),
        fc.string({ maxLength: 4 }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);
const spoilt = fc
  .tuple(text, fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...pieces)), { maxLength: 3 }))
  .map(([whole, edits]) =>
    edits.reduce((rest, [place, removed, piece]) => {
      const at = place % (rest.length + 1);
      return rest.slice(0, at) + piece + rest.slice(at + removed);
    }, whole),
  );
const given = fc.record({
  name: fc.constantFrom('contract', 'contract.yaml', 'contract.json'),
  text: fc.oneof({ arbitrary: text, weight: 2 }, spoilt),
});

/** A contract is accepted as it is written, or refused at once, by places in the file, without the token. */
export const contracts: Subject = async (seed, count) => {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const tried = nothingTried();
  const property = fc.asyncProperty(given, async ({ name, text: written }) => {
    const file = join(folder, name);
    writeFileSync(file, written);
    const startedAt = performance.now();
    const outcome = await loadContract(file, { ACCESS_TOKEN: token }).then(
      (loaded) => loaded,
      (error: unknown) => {
        if (error instanceof UsageError) return error.problems;
        throw error;
      },
    );
    rmSync(file);
    if ('contract' in outcome) {
      note(tried, 'accepted', startedAt);
      isAsWritten(written, outcome.contract);
      if (JSON.stringify(outcome).toLowerCase().includes(token.toLowerCase()))
        throw new Error('tells the token');
    } else {
      note(tried, 'refused', startedAt);
      outcome.forEach((problem) => void problemIsPlain(problem, folder, written));
    }
  });
  try {
    await fc.assert(property, { seed, numRuns: count });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return tried;
};

function problemIsPlain(problem: string, folder: string, written: string): void {
  if (problem.toLowerCase().includes(token.toLowerCase())) throw new Error(`tells the token: ${problem}`);
  if (/\bat .*:\d+:\d+\)?$|TypeError|RangeError|undefined|not a function|call stack/m.test(problem))
    throw new Error(`is an error of ours: ${problem}`);
  const place = /^(.*?):(\d+):(\d+): ./s.exec(problem);
  if (place === null) {
    if (/^… and \d+ more problems$/.test(problem)) return;
    // All of it is meant.
    if (problem.startsWith(folder) && /: (is not UTF-8|its aliases|holds the access token)/.test(problem))
      return;
    throw new Error(`has no place: ${problem}`);
  }
  if (!place[1]?.startsWith(folder)) throw new Error(`names another file: ${problem}`);
  const line = written.split('\n')[Number(place[2]) - 1];
  if (line === undefined || Number(place[3]) > line.length + 1) throw new Error(`is no place: ${problem}`);
}

/** For JSON, which has one meaning. */
function isAsWritten(written: string, read: unknown): void {
  let meant: unknown;
  try {
    meant = JSON.parse(written.replace(/^\ufeff/, ''));
  } catch {
    return;
  }
  // Neither the order of fields nor the sign of zero has a meaning.
  if (!isDeepStrictEqual(plain(meant), plain(read))) throw new Error('was read otherwise than it is written');
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
