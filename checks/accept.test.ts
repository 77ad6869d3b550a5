import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Contract } from '../schemas/contract.ts';
import { endpointNames } from '../schemas/endpoints.ts';
import { glances } from './accept-fixture.ts';
import { conformantUser, exchangeWith, type Sketch } from './exchange-fixture.ts';
import { nothingLearned } from './meaning/meaning.ts';
import { judgedProbes, sealed } from './meaning/service-fixture.ts';

const contract: Contract = {
  version: 1,
  answers: { user: { statuses: [200] }, sync: { statuses: [200, 202] }, encrypt: { statuses: [200] } },
  user: { statuses: ['pending'] },
};
/** Stands for a declared schema. */
const keeps = (body: unknown) => JSON.stringify(body).length % 2 === 0;
const validators = { sync: keeps, encrypt: keeps };
const { known: results } = judgedProbes(() => ({ status: 401 }));
const known = { ...nothingLearned, hasEncrypted: true, results };
const all = [glances(), glances({ version: 1 }, {}, known), glances(contract, validators, known)];

const timestamp = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc
    .tuple(...[9999, 13, 32, 25, 60, 61].map((most) => fc.integer({ min: 0, max: most })))
    .map(
      ([year, ...others]) =>
        `${String(year).padStart(4, '0')}-${others.map((one) => String(one).padStart(2, '0')).join('-')}`,
    )
    .map((text) => `${text.slice(0, 10)}T${text.slice(11).replaceAll('-', ':')}`)
    .chain((text) =>
      fc.constantFrom('', 'Z', '+00:00', '-00:00', '+0000', '+01:00', '.5Z', ',5Z').map((end) => text + end),
    ),
  fc.string(),
);
const user = fc.record(
  {
    id: fc.oneof(
      fc.constantFrom('usr_7f3a', 'usr_', 'USR_1', 7),
      fc.string().map((text) => `usr_${text}`),
    ),
    status: fc.oneof(fc.constantFrom('verified', 'pending', ['verified'], null), fc.string()),
    encryption_key_exists: fc.constantFrom(true, false, 'true', null),
    last_sync: timestamp,
    error: fc.constantFrom(null, 'no'),
  },
  { requiredKeys: [] },
);
const outer = fc.record(
  {
    error: fc.constantFrom(null, '', 'locked', { code: 1 }),
    errors: fc.constantFrom([], ['no']),
    success: fc.boolean(),
    status: fc.constantFrom('error', 'ok', 403, 200),
    message: fc.string(),
    data: fc.constantFrom(null, 'x'),
    ciphertext: fc.constantFrom('', 'c2VhbGVk'),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  { weight: 4, arbitrary: user.map((fields) => ({ user: { ...conformantUser, ...fields } })) },
  fc.record({ user }),
  fc.tuple(outer, fc.string()).map(([fields, salt]) => ({ ...sealed('0123456789', salt), ...fields })),
  outer,
  fc.jsonValue(),
);
const text = fc.oneof(
  { weight: 6, arbitrary: body.map((value) => JSON.stringify(value)) },
  body.map((value) => `\ufeff${JSON.stringify(value)}`),
  fc
    .tuple(body, fc.constantFrom('\\ud800', '\\u0041', '\u0000', '"', '}'))
    .map(([value, more]) => JSON.stringify(value).replace('"', `"${more}`)),
  fc.string(),
);
const sketch: fc.Arbitrary<Sketch> = fc
  .tuple(
    fc.constantFrom(...endpointNames),
    text,
    fc.constantFrom(200, 200, 200, 200, 201, 202, 204, 207, 299, 301, 401, 500, 0),
  )
  .map(([endpoint, text, status]) => ({
    endpoint,
    text,
    sent: '{"data":"0123456789","algorithm":"AES-256-GCM"}',
    response: { status },
  }));

describe('a glance at an answer', () => {
  it('accepts nothing that a check does not pass, nor what is no success', () => {
    let accepted = 0;
    fc.assert(
      fc.property(sketch, (given) => {
        const exchange = exchangeWith(given);
        for (const { isAccepted, objections } of all) {
          if (!isAccepted(exchange)) continue;
          accepted += 1;
          expect(objections(exchange)).toEqual([]);
        }
      }),
      { numRuns: 4000, seed: 11 },
    );
    expect(accepted).toBeGreaterThan(800);
  });

  it.each<Sketch>([
    { body: { user: conformantUser } },
    { body: { user: { ...conformantUser, last_sync: '2026-10-31T23:59:59.123+00:00', more: 1 } } },
    { endpoint: 'sync', body: { state: 'idle' } },
    { endpoint: 'backup', body: [] },
    { endpoint: 'encrypt', body: sealed('0123456789', 'a') },
  ])('accepts what services usually answer: %j', (given) => {
    expect(all.slice(0, 2).map(({ isAccepted }) => isAccepted(exchangeWith(given)))).toEqual([true, true]);
  });

  it('accepts no answer of encrypt with a result of another length than that of the data', () => {
    const [, learned] = all;
    const accepted = (data: string) =>
      learned?.isAccepted(
        exchangeWith({
          endpoint: 'encrypt',
          sent: JSON.stringify({ data }),
          body: sealed('0'.repeat(100), 'a'),
        }),
      );
    expect([90, 100, 110, 400].map((length) => accepted('0'.repeat(length)))).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it('accepts no answer of encrypt without a result, and again only the same text', () => {
    const [, learned] = all;
    const lacking = { endpoint: 'encrypt', body: { id: 7 } } as const;
    const accepted = (data: string) =>
      learned?.isAccepted(exchangeWith({ ...lacking, sent: JSON.stringify({ data }) }));
    expect([accepted('0123456789'), accepted('')]).toEqual([false, true]);
    const { isAccepted } = glances();
    const fine = exchangeWith({ body: { user: conformantUser } });
    const cut = { ...fine, response: { ...fine.response, body: fine.response.body.slice(1) } };
    expect([fine, fine, cut, fine].map(isAccepted)).toEqual([true, true, false, true]);
  });

  it('accepts nothing where a check has to see each answer', () => {
    const declared = { ...contract, answers: { sync: { schema: true } } } as unknown as Contract;
    const { isAccepted } = glances(declared, { sync: () => false });
    expect(isAccepted(exchangeWith({ endpoint: 'sync', body: {} }))).toBe(false);
  });
});
