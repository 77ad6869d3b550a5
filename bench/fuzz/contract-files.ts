import fc from 'fast-check';
import { stringify } from 'yaml';
import { contractValues } from './contract-values.ts';
import { token } from './subject.ts';

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
  { arbitrary: contractValues.map((one) => JSON.stringify(one) ?? ''), weight: 3 },
  {
    arbitrary: contractValues.map((one) => stringify(one, { aliasDuplicateObjects: false }) ?? ''),
    weight: 3,
  },
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
/** What no reader keeps as it is written, or not every one: it has to be refused wherever a value stands. */
const unkept = fc.oneof(
  fc.constantFrom(
    '1e400',
    '-.inf',
    '.nan',
    'yes',
    'OFF',
    '010',
    '0o17',
    '1_000',
    '12:30:45',
    '"\\ud800"',
    '!!str 1',
    '!!set {a: 1}',
  ),
  fc.constantFrom(
    '{"a": 1, "a": 2}',
    '{__proto__: 1, __proto__: 2}',
    '[*none]',
    '&b [*b]',
    '{<<: 5}',
    '{<<: [1]}',
    '{ // note\n a: 1}',
  ),
  fc
    .bigInt({ min: 2n ** 53n, max: 10n ** 20n })
    .filter((whole) => String(Number(whole)) !== String(whole))
    .map(String),
);
const around: readonly (readonly [string, string])[] = [
  ['version: 1\nbackup:\n  body: ', '\n'],
  ['{"version": 1, "backup": {"body": [1, ', ', 2]}}'],
  ['version: 1\nanswers:\n  sync:\n    schema: {properties: {a: {const: ', '}}}\n'],
];
const withUnkept = fc
  .tuple(fc.constantFrom(...around), unkept)
  .map(([[before, after], one]) => `${before}${one}${after}`);

const name = fc.constantFrom('contract', 'contract.yaml', 'contract.json');
/** `isKept`: false where it holds what has to be refused. */
export const contractFiles = fc.oneof(
  { arbitrary: fc.record({ name, text, isKept: fc.constant(true) }), weight: 5 },
  { arbitrary: fc.record({ name, text: spoilt, isKept: fc.constant(true) }), weight: 3 },
  fc.record({ name, text: withUnkept, isKept: fc.constant(false) }),
);
