import { describe, expect, it } from 'vitest';
import type { Contract } from '../schemas/contract.ts';
import { callEnd } from './call-end.ts';
import { exchangeWith, type Sketch } from './exchange-fixture.ts';
import { parseJsonText } from './json-text/json-text.ts';
import { learnKeys, type UsualKeys } from './usual-keys.ts';

const result = { algorithm: 'AES-256-GCM', ciphertext: 'QQ==' };
const error = { error: 'too many requests' };

/** How the last of these valid calls ended, where the others were known. */
function lastEnd(sketches: readonly Sketch[], contract: Contract = { version: 1 }): string {
  const usual: UsualKeys = {};
  let outcome = '';
  for (const sketch of sketches) {
    const exchange = exchangeWith({ endpoint: 'encrypt', ...sketch });
    const { body } = exchange.response;
    const json = body === '' ? null : parseJsonText(body);
    outcome = callEnd(exchange, json, usual).result;
    learnKeys(usual, exchange, json, contract);
  }
  return outcome;
}

const earlier = (sketch: Sketch, times = 8) => Array.from({ length: times }, () => sketch);

describe('a success that has no key of the others', () => {
  it.each<[string, readonly Sketch[]]>([
    ['an error in place of a result', [...earlier({ body: result }), { body: error }]],
    ['words in place of a result', [...earlier({ body: result }), { body: 'too many requests' }]],
    ['a list in place of a result', [...earlier({ body: result }), { body: [error] }]],
    ['an error that came once before', [{ body: error }, ...earlier({ body: result }), { body: error }]],
    [
      'an error of sync',
      [
        ...earlier({ endpoint: 'sync', body: { state: 'idle' } }),
        { endpoint: 'sync', body: { code: 'BUSY', message: 'later' } },
      ],
    ],
  ])('is counted as refused: %s', (_, sketches) => {
    expect(lastEnd(sketches)).toBe('refused');
  });

  it.each<[string, readonly Sketch[]]>([
    ['that has one of several keys', [...earlier({ body: result }), { body: { ciphertext: '', error: 1 } }]],
    [
      'with a status of its own',
      [...earlier({ body: result }), ...earlier({ body: error, response: { status: 202 } }, 12)],
    ],
    ['once most are like it', [...earlier({ body: error }), ...earlier({ body: result }, 60)]],
    ['without a body', [...earlier({ body: result }), {}]],
    ['with an empty object', [...earlier({ body: result }), { body: {} }]],
    ['that nothing is known of', [{ body: error }]],
    ['after too few others', [...earlier({ body: result }, 7), { body: error }]],
    [
      'of two kinds that come as often',
      Array.from({ length: 20 }, (_, index) => ({ body: index % 2 === 0 ? result : error })),
    ],
    [
      'whose keys are names',
      Array.from({ length: 20 }, (_, index) => ({ body: { [`device-${index}`]: 1 } })),
    ],
    ['where all are texts', [...earlier({ body: 'QQ==' }), { body: 'QUE=' }]],
    ['where texts were no objects', [...earlier({ body: 'QQ==' }), { body: result }]],
    ['with another algorithm', [...earlier({ body: result }), { body: error, variety: 'algorithm RSA' }]],
  ])('leaves a success alone %s', (_, sketches) => {
    expect(lastEnd(sketches)).toBe('succeeded');
  });

  it('leaves to the contract what it declares, and the shape of user to the document', () => {
    const sketches = [...earlier({ body: result }), { body: error }];
    expect(lastEnd(sketches, { version: 1, answers: { encrypt: { schema: true } } })).toBe('succeeded');
    const ofUser = sketches.map((sketch) => ({ ...sketch, endpoint: 'user' as const }));
    expect(lastEnd(ofUser)).toBe('succeeded');
  });

  it('is no other failure', () => {
    expect(lastEnd([...earlier({ body: result }), { body: error, response: { status: 500 } }])).toBe(
      'failed',
    );
  });
});
