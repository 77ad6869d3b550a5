import { describe, expect, it } from 'vitest';
import { exchangeWith } from './exchange-fixture.ts';
import { lockedOut, type RefusedProbe, wordsOf } from './lockout.ts';

/** One character for a refusal: the check by its case, the status by its letter; x and y say different things with 200. */
function refusals(text: string): RefusedProbe[] {
  const statuses: Readonly<Record<string, number>> = {
    a: 401,
    b: 403,
    c: 400,
    f: 503,
    g: 500,
    x: 200,
    y: 200,
  };
  return [...text].map((char) => {
    const lower = char.toLowerCase();
    const status = statuses[lower] ?? 0;
    return { checkId: char === lower ? 'made-up' : 'absent', status, words: status === 200 ? lower : '' };
  });
}

const countOf = (text: string) => lockedOut(refusals(text)).length;

describe('a lockout', () => {
  it.each([
    ['after three refusals', `aAa${'bB'.repeat(20)}`, 40],
    ['while answers were under way', `aaaaabab${'b'.repeat(60)}`, 62],
    ['of made-up tokens alone', `aAaAaA${'bA'.repeat(30)}`, 30],
    ['with a refusal of another kind in it', `aaaaa${'b'.repeat(60)}c${'b'.repeat(60)}`, 120],
    ['that answers 200 with another error', `xXx${'yY'.repeat(20)}`, 40],
    ['that answers 503', `aAa${'fF'.repeat(20)}`, 40],
    ['that answers 503, with other failures in it', `aaaaa${'fffffffg'.repeat(20)}`, 140],
    ['with failures in it', `aaagaa${'bbbbbbbf'.repeat(20)}`, 140],
    ['with one at its end', `aaaaa${'b'.repeat(150)}c`, 150],
  ])('%s is seen', (_, text, expected) => {
    expect(countOf(text)).toBe(expected);
  });

  it.each([
    ['one status for all', 'a'.repeat(100)],
    ['one error with 200 for all', 'x'.repeat(100)],
    ['a service that warms up', `ccc${'a'.repeat(60)}`],
    ['a service that begins with failures', `fffff${'a'.repeat(60)}`],
    ['a service that begins with failures and refuses with 403', `fffff${'b'.repeat(60)}`],
    ['failures at random', `aaa${'fffa'.repeat(40)}`],
    ['a service that refuses with failures', 'f'.repeat(100)],
    ['one status for each kind', `${'aB'.repeat(50)}`],
    ['another status for some tokens', `caa${'aaaaaaaca'.repeat(20)}`],
    ['another status for most tokens, mixed', `ccc${'bbbbbbbcb'.repeat(20)}`],
    ['the first two alone', `cc${'a'.repeat(100)}`],
    ['a few at the end', `${'a'.repeat(100)}${'b'.repeat(15)}`],
    ['a change in the middle', `${'a'.repeat(60)}${'b'.repeat(60)}`],
    ['none', ''],
  ])('is not seen in %s', (_, text) => {
    expect(countOf(text)).toBe(0);
  });
});

it('reads the words of a refusal with 200 without numbers, and no others', () => {
  const answer = (status: number) =>
    exchangeWith({ text: '{"error":"denied","id":4711}', response: { status } }).response;
  expect([wordsOf(answer(200)), wordsOf(answer(401))]).toEqual(['{"error":"denied","id":}', '']);
});
