import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { undeclared } from '../exchange-fixture.ts';
import { nothingLearned } from './meaning.ts';
import { answered, readOf, sealed, someData } from './service-fixture.ts';
import { keptCall, keptProbe, settle } from './settle.ts';

it('a header that is short from one instance and long from another is no result', () => {
  const policy = ['none', `self ${'https://cdn.example '.repeat(150)}`];
  const flags = Array.from({ length: 12 }, (_, at) => `${at} `.repeat(at * 150));
  for (const [name, values] of Object.entries({ policy, flags })) {
    let calls = 0;
    const headers = () => {
      calls += 1;
      return { [`x-${name}`]: values[(calls * 7919) % values.length] ?? '' };
    };
    const kept = someData(200).flatMap((data, at) => {
      const twin = readOf(answered({ body: sealed(data, `${at}`), headers: headers() }, data));
      const probe = answered({ status: 401, body: { error: 'no' }, headers: headers() }, data, 'made-up');
      return [keptCall(twin), keptProbe(readOf(probe), twin)];
    });
    const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
    expect(settled.filter(({ pair, answer }) => pair === null && answer.result !== 'succeeded')).toEqual([]);
    expect(settled.filter(({ pair, answer }) => pair !== null && answer.meaning?.is !== 'refusal')).toEqual(
      [],
    );
  }
});

it('a digest of the request in a header of every answer is no result', () => {
  const kept = someData(120).flatMap((text, at) => {
    const headers = { 'x-body-sha256': createHash('sha256').update(text).digest('hex') };
    const twin = readOf(answered({ status: 201, body: { id: `result-${at}` }, headers }, text));
    const denied = { denied: { reason: 'The token is not valid.' } };
    return [keptCall(twin), keptProbe(readOf(answered({ body: denied, headers }, text, 'made-up')), twin)];
  });
  const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
  const meanings = settled.flatMap(({ pair, answer }) => (pair === null ? [] : answer.meaning));
  expect(meanings.filter((meaning) => meaning?.is !== 'refusal')).toEqual([]);
});
