import { describe, expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { succeeded } from '../exchange.ts';
import { answerWith, type Sketch } from '../exchange-fixture.ts';
import { callEnd } from './calls.ts';
import { learn, newProfile } from './control-profile.ts';

const result = { algorithm: 'AES-256-GCM', ciphertext: 'QQ==' };
const other = { queued: 'b7c2', position: 12 };
const sync = { endpoint: 'sync', body: { state: 'idle' } } as const;

/** How the last of these valid calls ended, where the others were known. */
function lastEnd(sketches: readonly Sketch[], contract: Contract = { version: 1 }): string {
  const control = newProfile();
  let outcome = '';
  for (const sketch of sketches) {
    const answer = answerWith({ endpoint: 'encrypt', ...sketch }, control);
    outcome = callEnd(answer, contract).result;
    if (succeeded(answer.exchange)) learn(answer);
  }
  return outcome;
}

const earlier = (sketch: Sketch, times = 8) => Array.from({ length: times }, () => sketch);

const thirds = (calls: number) =>
  Array.from({ length: calls }, (_, index) => ({ body: index % 3 === 0 ? { ciphertext: null } : result }));

describe('a success that has no key of the others', () => {
  it.each<[string, readonly Sketch[]]>([
    ['another object in place of a result', [...earlier({ body: result }), { body: other }]],
    ['words in place of a result', [...earlier({ body: result }), { body: 'too many requests' }]],
    ['a list in place of a result', [...earlier({ body: result }), { body: [other] }]],
    ['what came once before', [{ body: other }, ...earlier({ body: result }), { body: other }]],
    ['an error of sync', [...earlier(sync), { endpoint: 'sync', body: { code: 'BUSY', message: 'later' } }]],
    ['no body of encrypt', [...earlier({ body: result }), {}]],
    ['a key of encrypt that holds nothing', [...earlier({ body: result }), { body: { ciphertext: null } }]],
    [
      'a result of encrypt that holds nothing, as one of three',
      [...thirds(30), { body: { ciphertext: null } }],
    ],
    ['an empty object of encrypt', [...earlier({ body: result }), { body: {} }]],
    ['nothing of encrypt, where others are texts', [...earlier({ body: 'QQ==' }), { body: null }]],
    ['no body of encrypt, where others are texts', [...earlier({ body: 'QQ==' }), {}]],
    ['204 of encrypt', [...earlier({ body: result }), { response: { status: 204 } }]],
    [
      'other words of encrypt with a status of their own',
      [...earlier({ body: result }), { body: other, response: { status: 207 } }],
    ],
    [
      'an envelope of encrypt of which most is empty',
      [
        ...earlier({ body: { ...result, tag: 'QQ==', status: 'done' } }),
        { body: { algorithm: null, ciphertext: null, tag: null, status: 'timeout' } },
      ],
    ],
  ])('is counted as refused: %s', (_, sketches) => {
    expect(lastEnd(sketches)).toBe('refused');
  });

  it.each<[string, readonly Sketch[]]>([
    [
      'that has one of several keys',
      [...earlier({ body: result }), { body: { ciphertext: 'QQ==', queued: 1 } }],
    ],
    [
      'with a status of its own',
      [...earlier({ body: result }), ...earlier({ body: other, response: { status: 202 } }, 12)],
    ],
    ['once most are like it', [...earlier({ body: other }), ...earlier({ body: result }, 60)]],
    ['without a body, of sync', [...earlier(sync), { endpoint: 'sync' }]],
    ['with an empty object, of sync', [...earlier(sync), { ...sync, body: {} }]],
    ['that nothing is known of', [{ body: other }]],
    ['after too few others', [...earlier({ body: result }, 7), { body: other }]],
    [
      'of two kinds that come as often',
      Array.from({ length: 20 }, (_, index) => ({ body: index % 2 === 0 ? result : other })),
    ],
    [
      'whose keys are names',
      Array.from({ length: 20 }, (_, index) => ({ body: { [`device-${index}`]: 1 } })),
    ],
    ['where all are texts', [...earlier({ body: 'QQ==' }), { body: 'QUE=' }]],
    [
      'where others were texts, of encrypt that is empty as often as a third',
      [...Array.from({ length: 30 }, (_, index) => ({ body: index % 3 === 0 ? '' : 'QQ==' })), { body: '' }],
    ],
    [
      'of encrypt that lacks a lesser part of what others hold',
      [...earlier({ body: { ...result, tag: 'QQ==' } }), { body: { ...result, tag: null } }],
    ],
    [
      'of encrypt for which only 201 and 200 differ',
      [...earlier({ body: result, response: { status: 201 } }), { body: result }],
    ],
    ['where texts were no objects', [...earlier({ body: 'QQ==' }), { body: result }]],
    ['of encrypt that holds nothing, as all others', earlier({ body: { error: null, errors: [] } }, 20)],
    ['of encrypt that is empty, as all others', earlier({ body: {} }, 20)],
    ['with another algorithm', [...earlier({ body: result }), { body: other, otherAlgorithm: 'RSA' }]],
  ])('leaves a success alone %s', (_, sketches) => {
    expect(lastEnd(sketches)).toBe('succeeded');
  });

  it('leaves to the contract what it declares, and the shape of user to the document', () => {
    const sketches = [...earlier({ body: result }), { body: other }];
    expect(lastEnd(sketches, { version: 1, answers: { encrypt: { schema: true } } })).toBe('succeeded');
    const ofUser = sketches.map((sketch) => ({ ...sketch, endpoint: 'user' as const }));
    expect(lastEnd(ofUser)).toBe('succeeded');
  });

  it('is no other failure', () => {
    expect(lastEnd([...earlier({ body: result }), { body: other, response: { status: 500 } }])).toBe(
      'failed',
    );
  });
});

describe('a success of encrypt without the result, which grows with the data', () => {
  const text = (index: number) => 'QUJD'.repeat(1 + index * 9);
  const full = (index: number) => ({ algorithm: 'AES-256-GCM', nonce: `n${index}`, ciphertext: text(index) });
  /** Forty calls of which every second to fifth is the other one. */
  const mixedWith = (form: (index: number) => unknown, other: (index: number) => unknown, every = 5) =>
    Array.from({ length: 40 }, (_, index) => ({ body: (index % every === 0 ? other : form)(index) }));

  it.each<[string, readonly Sketch[]]>([
    ['null', mixedWith(full, (index) => ({ ...full(index), ciphertext: null }))],
    ['nothing but the algorithm', mixedWith(full, () => ({ algorithm: 'AES-256-GCM' }))],
    ['words in place of a text', mixedWith(text, () => ({ note: 'come back' }))],
    [
      'words, where keys have dots',
      mixedWith(
        (index) => ({ 'a.b': text(index) }),
        () => ({ note: 'come back' }),
      ),
    ],
    ['words as often as a third', mixedWith(full, () => ({ note: 'come back' }), 3)],
  ])('is counted as refused: %s', (_, sketches) => {
    expect(lastEnd([...sketches, ...sketches.slice(0, 1)])).toBe('refused');
  });

  it.each<[string, readonly Sketch[]]>([
    ['a reference to it', mixedWith(full, (index) => ({ url: `https://blob/${index}` }), 4)],
    ['a number of a job', mixedWith(full, (index) => ({ job: 1000 + index }), 4)],
    ['in another place', mixedWith(full, (index) => ({ v2: { payload: text(index) } }), 3)],
    ['without an optional field', mixedWith(full, (index) => ({ ciphertext: text(index) }), 3)],
    ['which most lack', mixedWith((index) => ({ job: `j${index}` }), full, 3)],
    [
      'without an optional note',
      mixedWith(
        (index) => ({ url: `u${index}`, note: 'a b '.repeat(index) }),
        (index) => ({ url: `u${index}` }),
        3,
      ),
    ],
  ])('leaves a success alone: %s', (_, sketches) => {
    const outcomes = sketches.map((__, index) => lastEnd(sketches.slice(0, index + 1)));
    expect(outcomes.filter((outcome) => outcome !== 'succeeded')).toEqual([]);
  });
});
