import { describe, expect, it } from 'vitest';
import type { Answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { answerWith, undeclared } from './exchange-fixture.ts';
import { nothingLearned } from './meaning/meaning.ts';
import { answered, readOf, type Says, sealed, someData } from './meaning/service-fixture.ts';
import { keptCall, keptProbe, settle } from './meaning/settle.ts';
import { observeCall, observeProbe, type Seen } from './observations.ts';

const results = (data: string, index: number): Says => ({ body: sealed(data, String(index)) });
const credentials = ['absent', 'made-up', 'made-up'] as const;

/** Observations of probes and of one contested form, for a service that answers valid calls with results. */
function observed(refusal: (data: string) => Says, contested: (data: string, index: number) => Says) {
  const asked = someData(90);
  const says = (exchange: Exchange): Answer => readOf(exchange);
  const kept = asked.flatMap((data, index) => {
    const twin = says(answered(results(data, index), data));
    const credential = credentials[index % credentials.length];
    return [keptCall(twin), keptProbe(says(answered(refusal(data), data, credential)), twin)];
  });
  const form = asked
    .slice(0, 20)
    .map((data, index) => keptProbe(says(answered(contested(data, index), data, 'contested')), null));
  const all = [...kept, ...form];
  const { settled } = settle(all, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
  const seen = settled.flatMap(({ answer }) =>
    answer.exchange.credential === 'token' ? [] : observeProbe(answer),
  );
  const valuesOf = (id: keyof Seen) => [...new Set(seen.flatMap((one) => one[id] ?? []))];
  return {
    statuses: valuesOf('refusal-status-codes'),
    bodies: valuesOf('refusal-bodies'),
    contested: valuesOf('contested-authorization').map((value) => value.replace('a valid call: ', '')),
  };
}

describe('how a call without the right credential was taken shows in its meaning, not in its status', () => {
  const error = () => ({ body: { error: 'who are you?' } });

  it('a refusal with 200 is one', () => {
    expect(observed(error, error)).toEqual({
      statuses: ['HTTP 200'],
      bodies: ['an object with the keys error'],
      contested: ['refused: HTTP 200'],
    });
  });

  it('a result is a success', () => {
    expect(observed(error, results).contested).toEqual(['succeeded']);
    expect(observed(() => ({ status: 401 }), results)).toEqual({
      statuses: ['HTTP 401'],
      bodies: ['empty'],
      contested: ['succeeded'],
    });
  });

  it('what refusals and results have in common stays open', () => {
    const word = (data: string) => ({ body: { ...sealed(data, 'word'), ciphertext: 'go away' } });
    expect(observed(word, results).contested).toContain('unclear: HTTP 200');
    expect(observed(word, word).contested).not.toContain('succeeded');
  });
});

it('a valid call that an error answers is none that succeeded', () => {
  const body = { type: 'about:blank', title: 'Forbidden', status: 403 };
  const headers = { 'content-type': 'application/problem+json' };
  const answer = answerWith({ endpoint: 'encrypt', variety: 'letters', body, response: { headers } });
  const seen = Object.entries(observeCall(answer)).flatMap(([id, values]) =>
    values.map((value) => `${id}: ${value}`),
  );
  expect(seen).toContain('data-classes: letters: refused');
  expect(seen.filter((text) => /^(content-types|body-shapes)/.test(text))).toEqual([]);
  expect(seen.filter((text) => text.startsWith('stated-errors'))).toHaveLength(1);
});
