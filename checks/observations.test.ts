import { expect, it } from 'vitest';
import { answerWith, undeclared } from './exchange-fixture.ts';
import { nothingLearned } from './meaning/meaning.ts';
import { answered, readOf, sealed, someData } from './meaning/service-fixture.ts';
import { keptCall, keptProbe, settle } from './meaning/settle.ts';
import { observeCall, observeProbe } from './observations.ts';

const credentials = ['absent', 'made-up', 'made-up'] as const;

it('a refusal with 200 is observed as one', () => {
  const kept = someData(90).flatMap((data, index) => {
    const twin = readOf(answered({ body: sealed(data, `${index}`) }, data));
    const credential = credentials[index % credentials.length];
    const refusal = { body: { error: 'who are you?' } };
    return [keptCall(twin), keptProbe(readOf(answered(refusal, data, credential)), twin)];
  });
  const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
  const probes = settled.filter(({ answer }) => answer.exchange.credential !== 'token');
  for (const { answer } of probes)
    expect(observeProbe(answer)).toEqual({
      'refusal-status-codes': ['HTTP 200'],
      'refusal-bodies': ['an object with the keys error'],
    });
  expect(probes).toHaveLength(90);
});

it('a limit on failed logins is observed beside refusals', () => {
  const kept = someData(60).flatMap((data, index) => {
    const twin = readOf(answered({ body: sealed(data, `${index}`) }, data));
    const refusal = { status: index < 10 ? 401 : 429, body: { error: 'no' } };
    return [keptCall(twin), keptProbe(readOf(answered(refusal, data, 'made-up')), twin)];
  });
  const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
  const seen = settled.flatMap(({ answer }) =>
    answer.exchange.credential === 'token' ? [] : (observeProbe(answer)['refusal-status-codes'] ?? []),
  );
  expect(new Set(seen)).toEqual(new Set(['HTTP 401', 'HTTP 429']));
});

it('a valid call that an error answers is none that succeeded', () => {
  const body = { type: 'about:blank', title: 'Forbidden', status: 403 };
  const headers = { 'content-type': 'application/problem+json' };
  const answer = answerWith({ endpoint: 'encrypt', body, response: { headers } });
  const seen = Object.entries(observeCall(answer)).flatMap(([id, values]) =>
    values.map((value) => `${id}: ${value}`),
  );
  expect(seen.filter((text) => /^(content-types|body-shapes)/.test(text))).toEqual([]);
  expect(seen.filter((text) => text.startsWith('stated-errors'))).toHaveLength(1);
});
