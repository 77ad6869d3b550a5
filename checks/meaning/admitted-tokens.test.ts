import { describe, expect, it } from 'vitest';
import { undeclared } from '../exchange-fixture.ts';
import { nothingLearned } from './meaning.ts';
import { answered, readOf, type Says, sealed, someData } from './service-fixture.ts';
import { keptCall, keptProbe, settle } from './settle.ts';

describe('a wrong token', () => {
  /** How many wrong tokens got in, if the service answers them like this. `result`: what the call with the token gets. */
  const admitted = (says: (result: object, data: string, at: number) => Says) => {
    const all = someData(60);
    const results = all.map((data, at) => ({ ...sealed(data, `${at}`), debug: reversed(data) }));
    const kept = all.flatMap((data, at) => {
      const twin = readOf(answered({ body: results[at] }, data));
      const probe = readOf(answered(says(results[at - 1] ?? {}, data, at), data, 'made-up'));
      return [keptCall(twin), keptProbe(probe, twin)];
    });
    const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
    return settled.filter(({ pair, answer }) => pair !== null && answer.meaning?.is === 'result').length;
  };
  const reversed = (data: string) => [...data].reverse().join('');

  it('is let in where it gets the result of another call, whatever its length', () => {
    expect(admitted((result) => ({ body: result }))).toBeGreaterThan(30);
    expect(admitted((result) => ({ status: 401, body: { error: 'no', was: result } }))).toBeGreaterThan(30);
  });

  it('is not where any answer names the entry before it in a log', () => {
    const entryOf = (at: number) =>
      sealed('x'.repeat(((at * 0.618 + 1) % 1) ** 3 * 2000), `entry ${at}`).ciphertext;
    const log = (at: number) => ({ entry: entryOf(at), before: entryOf(at - 1) });
    const all = someData(60);
    const kept = all.flatMap((data, at) => {
      const twin = readOf(answered({ body: { ...sealed(data, `${at}`), ...log(2 * at) } }, data));
      const refusal = { status: 401, body: { error: 'no', ...log(2 * at + 1) } };
      return [keptCall(twin), keptProbe(readOf(answered(refusal, data, 'made-up')), twin)];
    });
    const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
    expect(settled.filter(({ pair, answer }) => pair !== null && answer.meaning?.is === 'result')).toEqual(
      [],
    );
  });

  it('is not where the refusal says of its data what successes say, too', () => {
    expect(admitted((_, data) => ({ status: 401, body: { error: 'no', debug: reversed(data) } }))).toBe(0);
  });

  it('is let in with the result of its own data, even where the same call with the token is refused', () => {
    const all = someData(60);
    const refused = { status: 406, body: { error: 'not acceptable' } };
    const kept = all.flatMap((data, at) => {
      const other = keptCall(readOf(answered({ body: sealed(data, `${at}`) }, data)));
      const twin = readOf(answered(refused, data));
      const probe = (says: Says) => keptProbe(readOf(answered(says, data, 'made-up')), twin);
      return [other, probe({ body: sealed(data, `probe ${at}`) }), probe(refused)];
    });
    const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
    const results = settled.map(({ answer }) => answer.meaning?.is === 'result');
    expect(results.filter((is, at) => is && at % 3 === 1).length).toBeGreaterThan(30);
    expect(results.filter((is, at) => is && at % 3 === 2)).toEqual([]);
  });

  it('is not where every other call, whatever its token, gets words in which no result shows', () => {
    const kept = someData(60).flatMap((data, at) => {
      const words = { body: { text: ['no luck', 'try again', 'who are you', 'nope', 'denied'][at % 5] } };
      const [one, other] = at % 2 === 0 ? [words, unknown] : [unknown, words];
      const twin = readOf(answered(one, data));
      return [keptCall(twin), keptProbe(readOf(answered(other, data, 'made-up')), twin)];
    });
    const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
    const probes = settled.filter(({ answer }) => answer.exchange.credential === 'made-up');
    expect(probes.filter(({ answer }) => answer.meaning?.is === 'result')).toEqual([]);
  });
  const unknown = { body: { error: { code: 'unauthorized' } } };
});
