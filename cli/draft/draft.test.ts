import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Sketch } from '../../checks/exchange-fixture.ts';
import { encrypt } from '../../service/conformant-service.ts';
import { load } from '../contract/contract-fixture.ts';
import { answersLike, blocksOfDraft, contractOf, draftOf, factsWith } from './draft-fixture.ts';

const key = Buffer.alloc(32);
const result = (): Sketch => ({ endpoint: 'encrypt', body: encrypt('some data', key) });
const results = () => Array.from({ length: 30 }, () => ({ ...result(), times: 1 }));
const refused = (body: unknown, status = 401): Sketch => ({
  endpoint: 'encrypt',
  credential: 'made-up',
  body,
  response: { status },
});

const user = { id: 'usr_k4Zp0vTq', status: 'verified', encryption_key_exists: true, last_sync: 'T' };
const usual = [
  { body: { user } },
  ...results(),
  { endpoint: 'sync', body: { status: 'pending', left: 3 } },
  { endpoint: 'backup', body: { id: 'bkp_9f3KzQ1x' }, response: { status: 201 }, times: 2 },
] as const;

const services = {
  usual: factsWith(answersLike(...usual, refused({ code: 'unauthorised', text: 'No token.' }))),
  'that refuses with 200': factsWith(answersLike(...usual, refused({ code: 401, data: null }, 200))),
  'whose refusals have fields of results': factsWith(
    answersLike(...usual, refused({ ...encrypt('', key), nonce: 'none', tag: 'none' }, 200)),
  ),
  'that refuses with 200 and nothing': factsWith(
    answersLike(...usual, { ...refused(undefined), response: { status: 200 } }),
  ),
  'that refuses with 204': factsWith(
    answersLike(...usual, { ...refused(undefined), response: { status: 204 } }),
  ),
  'that refuses with a page': factsWith(answersLike(...usual, { ...refused(undefined, 403), text: '<p>' })),
  'that admits everybody': factsWith(
    answersLike(...usual, ...results().map((one) => ({ ...one, credential: 'absent' as const }))),
  ),
  'of two forms': factsWith(
    answersLike(...usual, { endpoint: 'sync', body: [{ left: 3 }] }, refused({ a: 1 })),
  ),
  'whose fields have line breaks in their names': factsWith(
    answersLike({ endpoint: 'sync', body: { 'a\nb': 1, '\u00a0\n1e3': 'x\ny' } }),
  ),
  'without bodies': factsWith(
    answersLike({ body: { user } }, { endpoint: 'encrypt' }, { endpoint: 'sync', response: { status: 204 } }),
  ),
  'that refuses data': factsWith(answersLike(...usual, refused({ error: 'x' })), {
    refusedClasses: ['control characters', '1 KiB'],
    sizeLimit: { leastDataBytes: 1, mostDataBytes: 65_536, mostBodyBytes: null, refused: { 'HTTP 413': 3 } },
  }),
  'with tokens': factsWith(
    answersLike(
      ...usual,
      { credential: 'absent', body: { error: 'x' }, response: { status: 401 }, times: 3 },
      { endpoint: 'sync', credential: 'absent', body: { status: 'pending', left: 3 }, times: 3 },
      { endpoint: 'backup', credential: 'absent', body: { error: 'x' }, times: 3 },
    ),
  ),
};

describe.each(Object.entries(services))('the draft from a service %s', (_, facts) => {
  const text = draftOf(facts);
  const blocks = blocksOfDraft(text);

  it('declares nothing yet', async () => {
    expect((await load(text)).contract).toEqual({ version: 1 });
    expect(text.split('\n').filter((line) => !/^(#.*|version: 1|)$/.test(line))).toEqual([]);
    expect(text.split('\n').filter((line) => line.length > 118)).toEqual([]);
  });

  it.each(blocks.map((block) => [block.find((line) => /^#[^#\s]/.test(line)), block] as const))(
    'is a valid contract with %s alone',
    async (_, block) => {
      const { contract, warnings } = await load(contractOf(block));
      expect(Object.keys(contract).length).toBeGreaterThan(1);
      expect(warnings).toEqual([]);
    },
  );

  it('is a valid contract with all of them', async () => {
    const { contract, warnings } = await load(contractOf(...blocks));
    expect(Object.keys(contract).length).toBeGreaterThan(blocks.length);
    expect(warnings).toEqual([]);
  });
});

/** What a draft declares if all of it is uncommented, without what is said of the parts of schemas. */
const declaredBy = (facts: Parameters<typeof draftOf>[0]) =>
  parse(contractOf(...blocksOfDraft(draftOf(facts))), (name, value) =>
    name === 'description' ? undefined : value,
  );
const matches = (schema: object, body: unknown) => new Ajv({ allowUnionTypes: true }).compile(schema)(body);

describe('what is drafted', () => {
  it('is what successes and refusals have in common, and what tells them apart', () => {
    for (const [name, refusal] of [
      ['usual', { code: 'unauthorised', text: 'Sign in.' }],
      ['that refuses with 200', { code: 401, data: null }],
    ] as const) {
      const { answers, refusal: declared } = declaredBy(services[name]);
      const meant = [encrypt('', key), encrypt('other data', key), refusal].map((body) => [
        matches(answers.encrypt.schema, body),
        matches(declared.schema, body),
      ]);
      expect([name, meant]).toEqual([
        name,
        [
          [true, false],
          [true, false],
          [false, true],
        ],
      ]);
    }
  });

  it('is no text of a message, no length, no id, and no state of a user', () => {
    const { answers, refusal } = declaredBy(services.usual);
    expect(answers.user.schema.properties.user.properties.status).toEqual({ type: 'string' });
    expect(answers.encrypt).toEqual({
      statuses: [200],
      schema: {
        type: 'object',
        required: ['algorithm', 'nonce', 'ciphertext', 'tag'],
        properties: {
          algorithm: { type: 'string' },
          nonce: { type: 'string' },
          ciphertext: { type: 'string' },
          tag: { type: 'string' },
        },
      },
    });
    expect(answers.backup.schema.properties).toEqual({ id: { type: 'string' } });
    expect(refusal.schema.properties).toEqual({ code: { type: 'string' }, text: { type: 'string' } });
  });

  it('is nothing that differs by chance: a count without a token, that was never seen with it', () => {
    const counts = Array.from({ length: 12 }, (_, left) => ({
      endpoint: 'sync' as const,
      body: { status: left === 0 ? 'done' : 'pending', left },
      times: 1,
    }));
    const without = { endpoint: 'sync', credential: 'absent', body: { status: 'done', left: 40 } } as const;
    for (const times of [3, 30]) {
      const { answers, token } = declaredBy(factsWith(answersLike(...counts, { ...without, times })));
      expect(answers.sync.schema.properties.left).toEqual({ type: 'number' });
      expect(token).toEqual({ notRequired: ['sync'] });
    }
  });

  it('names each form of a success with its share', () => {
    const text = draftOf(services['of two forms']);
    expect(text.replaceAll('\n##', '')).toContain('The 2 forms of 60 bodies: delete what should not be one.');
    expect(text.match(/description: In 30 of 60\./g)).toHaveLength(2);
    expect(declaredBy(services['of two forms']).answers.sync.schema.anyOf).toHaveLength(2);
  });

  it('has no schema of bodies that are not there', () => {
    const { answers } = declaredBy(services['without bodies']);
    expect([answers.encrypt, answers.sync]).toEqual([{ statuses: [200] }, { statuses: [204] }]);
  });

  it('is what encrypt refused', () => {
    const { encrypt: own } = declaredBy(services['that refuses data']);
    expect(own).toEqual({ maxDataBytes: 65_536, refuses: ['the empty string', 'control characters'] });
  });

  it('is which endpoints need the token', () => {
    const { token } = declaredBy(services['with tokens']);
    expect(token).toEqual({ required: ['user', 'backup'], notRequired: ['sync'] });
  });
});

it.each([
  ['a run that saw nothing', factsWith(answersLike()), 'this run saw nothing that a contract could declare.'],
  ['a service that was not there', factsWith(answersLike(), { reachable: false }), 'this run saw no answers'],
  ['a run that did not begin', { ...factsWith(answersLike()), before: null }, 'this run saw no answers'],
])('of %s there is no draft', (_, facts, words) => {
  expect(() => draftOf(facts)).toThrow(`results/one: ${words}`);
});
