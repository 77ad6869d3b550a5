import { describe, expect, it } from 'vitest';
import { answerWith, undeclared } from '../exchange-fixture.ts';
import { nothingLearned } from './meaning.ts';
import { seenSuccess } from './pairs.ts';
import { keptProbe, settle } from './settle.ts';

type Says = (index: number) => unknown;

const at = (index: number) =>
  `2026-11-27T19:${String(10 + Math.floor(index / 60))}:${10 + (index % 60)}.000Z`;

/** What answers of sync without the token mean beside its successes. */
function meaningsOf(probeSays: Says, successSays: Says, status = 200, probes = 30) {
  const successes = Array.from({ length: 60 }, (_, index) => {
    const call = answerWith({ endpoint: 'sync', body: successSays(index) });
    return seenSuccess(call) ?? [];
  }).flat();
  const kept = Array.from({ length: probes }, (_, index) => {
    const sketch = { endpoint: 'sync', credential: 'absent', body: probeSays(60 + index) } as const;
    return keptProbe(answerWith({ ...sketch, response: { status } }), null);
  });
  const others = { user: [], sync: successes, backup: [] };
  const { settled } = settle(kept, others, undeclared, nothingLearned);
  const meanings = settled.map(({ answer: { meaning } }) => meaning);
  expect(new Set(meanings.map((one) => JSON.stringify(one))).size).toBe(1);
  return meanings[0]?.is === 'unclear' ? meanings[0].why : meanings[0]?.is;
}

const states = ['idle', 'syncing', 'synced', 'pending', 'paused', 'conflict', 'retrying'];
const letters = (index: number) => String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26));
const idWithoutDigit: Says = (index) => ({ id: `bkp_${letters(index)}` });
const inSync: Says = (index) => ({ message: `In sync for ${index} ms`, time: at(index) });

describe('answers without the token in the form of successes', () => {
  it.each<[string, Says, Says]>([
    ['one message', (index) => ({ message: 'Unauthorized', time: at(index) }), inSync],
    ['one of two', (index) => ({ message: ['No token', 'Who?'][index % 2], time: at(index) }), inSync],
    ['one number', (index) => ({ message: 'E401', time: at(index) }), inSync],
    ['a state of their own', () => ({ state: 'unknown' }), (index) => ({ state: states[index % 7] })],
  ])('are open where they say %s each time, and successes do not', (_, probe, success) => {
    expect(meaningsOf(probe, success)).toBe('same-each-time');
    expect(meaningsOf(probe, success, 401)).toBe('refusal');
  });

  it.each<[string, Says, Says]>([
    ['what successes say', inSync, inSync],
    [
      'ids, where those of successes happen to have no digit',
      (index) => (index % 15 === 0 ? idWithoutDigit(index) : { id: `bkp_${index}` }),
      idWithoutDigit,
    ],
    ['a state that successes have', () => ({ state: 'synced' }), (index) => ({ state: states[index % 7] })],
    [
      'a time that stands still for seconds',
      () => ({ state: 'synced', last: '19:20:07' }),
      (index) => ({ state: 'synced', last: `19:20:0${Math.floor(index / 10)}` }),
    ],
    ['a count that stands still', () => ({ pending: 99 }), (index) => ({ pending: index })],
    [
      'words with such a count',
      () => ({ message: 'Up for 99 ms' }),
      (index) => ({ message: `Up for ${index} ms` }),
    ],
  ])('are results where they say %s', (_, probe, success) => {
    expect(meaningsOf(probe, success)).toBe('result');
    expect(meaningsOf(probe, success, 401)).toBe('like-success');
  });

  it('are results where they are too few to tell', () => {
    expect(meaningsOf((index) => ({ message: 'Unauthorized', time: at(index) }), inSync, 200, 7)).toBe(
      'result',
    );
  });

  it('refuse by their status where neither has a body', () => {
    expect(
      meaningsOf(
        () => undefined,
        () => undefined,
        401,
      ),
    ).toBe('refusal');
  });
});
