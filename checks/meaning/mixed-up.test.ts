import { expect, it } from 'vitest';
import { readAnswer } from '../answer.ts';
import { undeclared } from '../exchange-fixture.ts';
import { learnResults } from './known-results.ts';
import { mixedUpResults } from './mixed-up.ts';
import { seenSuccess } from './pairs.ts';
import { answered, sealed, someData } from './service-fixture.ts';

const data = someData(1000, 'mixed up');

/** How many successes count as mixed up, of a service whose n-th result is `resultFor(n)`. */
function mixedUpIn(resultFor: (index: number) => object): number {
  const successes = data.flatMap((text, index) => {
    const exchange = answered({ body: resultFor(index) }, text);
    return seenSuccess(readAnswer(exchange, undeclared)) ?? [];
  });
  return mixedUpResults(successes, learnResults(successes)).size;
}

const text = (index: number) => data[index] ?? '';
/** The number of another call that may have been in flight. */
const inFlight = (index: number) => (index % 2 === 0 ? index + 1 : index - 1);
const padded = (length: number) => '*'.repeat(length);

it.each<[string, (index: number) => boolean]>([
  ['all', () => true],
  ['three quarters of the', (index) => index % 8 < 6],
  ['half of the', (index) => index % 4 < 2],
  ['a few', (index) => index % 20 < 2],
])('%s results are those of calls in flight at the same time', (_, isMixedUp) => {
  const mixed = mixedUpIn((index) => sealed(text(isMixedUp(index) ? inFlight(index) : index), `${index}`));
  const wanted = data.filter((__, index) => isMixedUp(index)).length;
  expect(mixed).toBeGreaterThan(0.8 * wanted);
  expect(mixed).toBeLessThanOrEqual(wanted);
});

it('all results are those of the call before', () => {
  expect(mixedUpIn((index) => sealed(text(Math.max(0, index - 1)), `${index}`))).toBeGreaterThan(700);
});

it.each<[string, (index: number) => object]>([
  ['as long as their data require', (index) => sealed(text(index), `${index}`)],
  ['of a length of their own', (index) => sealed(padded((text(index).length * 7919) % 9001), `${index}`)],
  [
    'encrypted in pieces of 1,000 bytes with 28 more each',
    (index) => sealed(padded(text(index).length + 28 * Math.ceil(text(index).length / 1000)), `${index}`),
  ],
  ['padded to 512 bytes', (index) => sealed(padded(512 * Math.ceil(text(index).length / 512)), `${index}`)],
  [
    'shorter where that saves something',
    (index) => sealed(padded(text(index).length * (index % 3 === 0 ? 0.6 : 1)), `${index}`),
  ],
])('results %s are not', (_, resultFor) => {
  expect(mixedUpIn(resultFor)).toBe(0);
});
