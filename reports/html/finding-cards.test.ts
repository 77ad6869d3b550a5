import { expect, it } from 'vitest';
import { evidence } from '../passing-fixture.ts';
import { howItWasBroken } from './finding-cards.ts';

/** What is shown of one cause that broke 40 answers, first one with a header of its own. */
function shown(samples: number): string {
  const variety = 'a valid call, with Accept: */*';
  const cause = {
    cause: 'not JSON',
    count: 40,
    expected: 'a JSON text',
    actual: 'no JSON: HTML',
    evidence: [evidence({ variety })],
  };
  return JSON.stringify(howItWasBroken({ causes: [cause], contested: [], samples }));
}

it('says what was special about a case, unless all answers are like it', () => {
  expect(shown(300)).toContain('with Accept: */*');
  expect(shown(300)).not.toContain('in every answer');
  expect(shown(40)).toContain('40 times, in every answer');
  expect(shown(40)).not.toContain('Accept: */*');
});

const token = 'the token with one character';
const causes = [
  `${token} changed to a very different one`,
  'a JWT with a made-up signature',
  'the word null',
  'the first half of the token',
  'the second half of the token',
].map((name, at) => ({
  cause: name,
  count: 5 - at,
  expected: 'any answer other than a success',
  actual: at === 1 ? 'HTTP 201 with text' : 'HTTP 200 with text',
  evidence:
    at > 0 ? [] : [1, 2, 3].map((sequence) => evidence({ sequence, excerpt: `"${'A'.repeat(300)}"}` })),
}));
const card = JSON.stringify(howItWasBroken({ causes, contested: [], samples: 99 }));

it('says once what was expected and came where several causes have the same', () => {
  expect(card.match(/HTTP 200 with text/g)).toHaveLength(1);
  expect(card.match(/HTTP 201 with text/g)).toHaveLength(1);
  expect(causes.filter(({ cause }) => !card.includes(cause))).toEqual([]);
});

it('leaves out the middle of what nobody reads, and keeps what is beside it', () => {
  expect(card).toContain(`&quot;${'A'.repeat(24)}…${'A'.repeat(24)}&quot;}`);
});
