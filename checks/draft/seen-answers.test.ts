import { describe, expect, it } from 'vitest';
import { answerWith, type Sketch } from '../exchange-fixture.ts';
import { noSeenAnswers, noteAnswer, type SeenAnswers } from './seen-answers.ts';

function seenOf(...sketches: readonly Sketch[]): SeenAnswers {
  const seen = noSeenAnswers();
  for (const sketch of sketches) noteAnswer(seen, answerWith(sketch), () => true);
  return seen;
}

const status = (code: number) => ({ response: { status: code } });

describe('the answers of a run', () => {
  it('are counted by endpoint, by whether the token was sent, and by status', () => {
    const { byEndpoint } = seenOf(
      { endpoint: 'sync', body: { a: 1 } },
      { endpoint: 'sync', body: { a: 2 } },
      { endpoint: 'sync', ...status(204) },
      { endpoint: 'sync', credential: 'absent', text: '<p>', ...status(401) },
      { endpoint: 'sync', credential: 'made-up', body: {}, ...status(401) },
    );
    expect(Object.keys(byEndpoint)).toEqual(['sync']);
    const { withToken, withoutToken } = byEndpoint.sync ?? {};
    expect(withToken?.['200']).toMatchObject({ answers: 2, empty: 0, notJson: 0, forms: [{ count: 2 }] });
    expect(withToken?.['204']).toMatchObject({ answers: 1, empty: 1, forms: [] });
    expect(withoutToken?.['401']).toMatchObject({ answers: 2, empty: 0, notJson: 1, forms: [{ count: 1 }] });
  });

  it('are of a form for each kind', () => {
    const bodies = [{ a: 1, b: 2 }, { b: 3, c: 4 }, { x: 1 }, [1], 'text', 5];
    const { byEndpoint } = seenOf(...bodies.map((body) => ({ endpoint: 'sync', body }) as const));
    expect(byEndpoint.sync?.withToken['200']?.forms.map(({ kinds }) => kinds)).toEqual([
      { object: 3 },
      { array: 1 },
      { string: 1 },
      { number: 1 },
    ]);
  });

  it('are not read where it would take long to see that they hold nothing of a wrong token', () => {
    const long = { received: 'x'.repeat(20_000) };
    const { byEndpoint } = seenOf(
      { endpoint: 'encrypt', body: long },
      { endpoint: 'encrypt', credential: 'made-up', body: long, ...status(401) },
    );
    expect(byEndpoint.encrypt?.withToken['200']).toMatchObject({ forms: [{ count: 1 }] });
    expect(byEndpoint.encrypt?.withoutToken['401']).toMatchObject({ answers: 1, forms: [] });
  });

  it('are kept without what they hold, and of calls that the document shows', () => {
    const seen = seenOf(
      { body: { user: { id: 'abc', name: 'ada', status: 'verified' } } },
      { endpoint: 'encrypt', otherAlgorithm: 'X', body: {} },
      { endpoint: 'backup', response: { status: 0, failure: 'timeout' } },
    );
    expect(Object.keys(seen.byEndpoint)).toEqual(['user']);
    expect(JSON.stringify(seen)).not.toMatch(/abc|ada|verified/);
  });

  it('are not read where they repeat a wrong token', () => {
    const seen = noSeenAnswers();
    for (const body of [{ state: 'tok-1' }, { state: 'done' }])
      noteAnswer(seen, answerWith({ endpoint: 'sync', body }), (text) => !text.includes('tok-1'));
    expect(seen.byEndpoint.sync?.withToken['200']).toMatchObject({ answers: 2, forms: [{ count: 1 }] });
  });

  it('are bounded: however many statuses and bodies there are', () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({
      endpoint: 'sync' as const,
      body: { [`k${index}`]: `w${index}` },
      ...status(200 + (index % 300)),
    }));
    const seen = seenOf(...many);
    expect(Object.keys(seen.byEndpoint.sync?.withToken ?? {})).toHaveLength(20);
    expect(JSON.stringify(seen).length).toBeLessThan(60_000);
  });
});
