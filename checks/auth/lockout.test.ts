import { describe, expect, it } from 'vitest';
import { lockedOut, type RefusedProbe } from './lockout.ts';

/** One character for a refusal: the check by its case, the status by its letter; x and y say different things with 200. */
function refusals(text: string): RefusedProbe[] {
  const statuses: Readonly<Record<string, number>> = {
    a: 401,
    b: 403,
    c: 400,
    f: 503,
    r: 0,
    g: 500,
    x: 200,
    y: 200,
  };
  return [...text].map((char) => {
    const lower = char.toLowerCase();
    const status = statuses[lower] ?? 0;
    const text = status === 200 ? lower : '';
    return {
      checkId: char === lower ? 'made-up' : 'absent',
      status,
      outcome: status === 0 ? 'reset' : `HTTP ${status}`,
      text,
    };
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
    ['that resets the connection', `aAa${'rR'.repeat(20)}`, 40],
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
    ['a service that refuses with resets', 'r'.repeat(100)],
    ['resets at random', `aaa${'rrra'.repeat(40)}`],
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

describe('the words of refusals with one status', () => {
  type TextFor = (index: number) => string;
  const countFor = (textFor: TextFor, { status = 401, ofToken = [] as number[] } = {}) =>
    lockedOut(
      Array.from({ length: 100 }, (_, index) => ({
        checkId: 'made-up',
        status,
        outcome: `HTTP ${status}`,
        text: textFor(index),
      })),
      ofToken,
    ).length;
  const idOf = (index: number) => (0x9e3779b1 * (index + 1)).toString(36);
  const after3 =
    (first: TextFor, then: TextFor): TextFor =>
    (index) =>
      index < 3 ? first(index) : then(index);

  it.each<[string, TextFor]>([
    [
      'other words',
      after3(
        () => '{"error":"unauthorized"}',
        () => '{"error":"locked"}',
      ),
    ],
    [
      'other words beside an id',
      after3(
        (n) => `denied, ${idOf(n)}`,
        (n) => `Your address is locked, ${idOf(n)}`,
      ),
    ],
    [
      'no words',
      after3(
        () => 'denied',
        () => '',
      ),
    ],
    [
      'fewer words',
      after3(
        () => 'denied, try again',
        () => 'denied',
      ),
    ],
    [
      'words without spaces',
      after3(
        () => '{"msg":"登录过期"}',
        () => '{"msg":"账号已锁定"}',
      ),
    ],
  ])('%s from the fourth refusal on are a lockout, whatever the status', (_, textFor) => {
    expect([401, 403].map((status) => countFor(textFor, { status }))).toEqual([97, 97]);
    expect(countFor(textFor, { ofToken: [401] })).toBe(97);
  });

  const wordings = ['Access denied', 'Sign in first', 'No such token'];
  it.each<[string, TextFor]>([
    ['ids', (n) => `denied ${idOf(n)} ${idOf(n + 100)}`],
    ['times', (n) => `{"at":"2026-11-25T00:${10 + Math.floor(n / 4)}:00Z","error":"denied"}`],
    ['wordings in turn', (n) => wordings[n % 3] ?? ''],
    ['a rare wording, in the first ones too', (n) => (n % 20 < 3 ? 'Malformed' : 'Unknown')],
    ['the number of attempts', (n) => `denied, attempt ${n}`],
  ])('%s are none', (_, textFor) => expect(countFor(textFor)).toBe(0));
});
