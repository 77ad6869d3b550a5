import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { SeenBodies } from '../../checks/draft/seen-answers.ts';
import type { Kind, Shape } from '../../checks/draft/shape.ts';
import { hiddenPattern } from '../../reports/escape.ts';
import { load } from '../contract/contract-fixture.ts';
import { blocksOfDraft, contractOf, draftOf, factsWith } from './draft-fixture.ts';

/** What could end a comment, a line or a string of YAML, or show what is not there. */
const nasty = [
  ...[
    '\n',
    '\r',
    '\r\n',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u202e',
    '\ufeff',
    '\0',
    '\ud800',
    '#',
    ' #',
    '# ',
    ': ',
  ],
  ...[
    '- ',
    '? ',
    '*a',
    '&a',
    '!!js',
    '%YAML',
    '---',
    '...',
    '|',
    '>',
    '{',
    '}',
    '[',
    '"',
    "'",
    '\\',
    '`',
    '@',
    '~',
  ],
  ...[
    'null',
    'true',
    '1',
    '0x1',
    '1e3',
    '.inf',
    'on',
    '<<',
    '$ref',
    '__proto__',
    'constructor',
    '$comment',
    '',
  ],
  ...['version: 1', '\nversion: 1', '\n\nbackup:\n  call: false', '⟨', '登录', '\u{1f512}'],
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: 'binary', maxLength: 8 })), {
    maxLength: 4,
  })
  .map((parts) => parts.join(''));

const kinds = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const satisfies Kind[];
const count = fc.integer({ min: 1, max: 30 });
const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.record(
    {
      count,
      kinds: fc.dictionary(fc.constantFrom(...kinds), count, { minKeys: 1, maxKeys: 2 }),
      constants: fc.option(
        fc.array(fc.tuple(fc.oneof(text, fc.double(), fc.boolean()), count), { maxLength: 4 }),
      ),
      lengths: fc.record({ shortest: count, longest: count }),
      keys: fc.dictionary(text, tie('shape'), { maxKeys: 4, noNullPrototype: true }),
      items: tie('shape'),
    },
    { requiredKeys: ['count', 'kinds'], noNullPrototype: true },
  ) as fc.Arbitrary<Shape>,
}));
const bodies: fc.Arbitrary<SeenBodies> = fc.record({
  answers: count,
  empty: fc.constantFrom(0, 0, 0, 2),
  notJson: fc.constantFrom(0, 0, 0, 2),
  forms: fc.array(shape, { maxLength: 3 }),
});
const byStatus = fc.dictionary(fc.constantFrom('200', '202', '204', '302', '401', '422', '500'), bodies, {
  maxKeys: 3,
});
const endpoint = fc.record({ withToken: byStatus, withoutToken: byStatus });
const seen = fc.record({
  byEndpoint: fc.record({ user: endpoint, encrypt: endpoint, sync: endpoint, backup: endpoint }),
  room: fc.constant(0),
});

/** Everywhere a reader of YAML or of text may see the end of a line. */
const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

it('whatever a service answers, a draft declares nothing, and each of its blocks is a valid contract', async () => {
  await fc.assert(
    fc.asyncProperty(seen, text, async (answers, target) => {
      const facts = factsWith(answers);
      const hostile = { ...facts, run: { ...facts.run, target } };
      let draft: string;
      try {
        draft = draftOf(hostile);
      } catch (error) {
        expect(String(error)).toContain('saw nothing');
        return;
      }
      expect(draft.split(lineEnd).filter((line) => !/^(#.*|version: 1|)$/.test(line))).toEqual([]);
      expect(draft.replaceAll('\n', '').match(hiddenPattern)).toBeNull();
      expect(parse(draft)).toEqual({ version: 1 });
      const blocks = blocksOfDraft(draft);
      for (const declared of [...blocks.map((block) => [block]), blocks]) {
        const { contract, warnings } = await load(contractOf(...declared));
        expect(Object.keys(contract).length).toBeGreaterThan(declared.length);
        expect(warnings).toEqual([]);
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);
