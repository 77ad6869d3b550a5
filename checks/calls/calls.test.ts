import { describe, expect, it } from 'vitest';
import { answerWith, type Sketch } from '../exchange-fixture.ts';
import { addCalls, type CallCounts, countByClass, refusedClasses } from './calls.ts';
import { callsOf, options, status } from './calls-fixture.ts';
import { offeredFindings } from './offered.ts';

describe('data of which encrypt takes none', () => {
  const encrypt = (length: string, code: number): Sketch => ({
    endpoint: 'encrypt',
    point: { length },
    ...status(code),
  });
  const classesOf = (...parts: readonly (readonly [number, Sketch])[]) => {
    const classes: Record<string, CallCounts> = {};
    for (const [times, sketch] of parts)
      for (let time = 0; time < times; time += 1) countByClass(classes, answerWith(sketch));
    return refusedClasses(classes);
  };

  it.each([
    ['refused', 422],
    ['failed', 500],
    ['blocked by a firewall', 403],
  ])('is named where it was %s each time', (_, code) => {
    expect(classesOf([9, encrypt('short', 200)], [2, encrypt('long', code)])).toEqual(['long']);
  });

  it('is not named where as many calls of the others fail', () => {
    const others = [60, encrypt('short', 200)] as const;
    expect(classesOf(others, [40, encrypt('short', 503)], [4, encrypt('long', 503)])).toEqual([]);
    expect(classesOf(others, [1, encrypt('short', 503)], [2, encrypt('long', 503)])).toEqual(['long']);
  });

  it('is not named after one call, after a rate limit, or where some of it was taken', () => {
    expect(classesOf([9, encrypt('short', 200)], [1, encrypt('long', 422)])).toEqual([]);
    expect(classesOf([9, encrypt('short', 200)], [5, encrypt('long', 429)])).toEqual([]);
    expect(classesOf([9, encrypt('short', 200)], [5, encrypt('long', 401)])).toEqual([]);
    expect(
      classesOf([9, encrypt('short', 200)], [5, encrypt('long', 422)], [1, encrypt('long', 200)]),
    ).toEqual([]);
    expect(classesOf([9, encrypt('short', 422)])).toEqual([]);
  });

  it('is named where its size explains some of the refusals, and its size is not', () => {
    const classes: Record<string, CallCounts> = {};
    const both = (characters: string, length: string, code: number): Sketch => ({
      endpoint: 'encrypt',
      point: { characters, length },
      ...status(code),
    });
    for (let time = 0; time < 40; time += 1) countByClass(classes, answerWith(both('letters', 'short', 200)));
    for (const length of ['short', 'short', 'long'])
      countByClass(classes, answerWith(both('odd', length, 400)), length === 'long' ? 'length' : undefined);
    expect(refusedClasses(classes)).toEqual(['odd']);
  });

  it('is not named where nobody was there', () => {
    const gone: Sketch = {
      endpoint: 'encrypt',
      variety: 'long',
      response: { status: 0, failure: 'unreachable' },
    };
    expect(classesOf([9, encrypt('short', 200)], [3, gone])).toEqual([]);
  });

  it.each([
    [['64 KiB', '256 KiB'], /maxDataBytes/],
    [['many scripts and emoji', '256 KiB'], /^Make encrypt accept many scripts and emoji, 256 KiB as data/],
    [
      ['many scripts and emoji'],
      /^Make encrypt accept many scripts and emoji as data, whichever JSON escapes/,
    ],
    [['white space'], /encrypt\.refuses/],
  ])('leaves encrypt open: %j', (refused, remedy) => {
    const calls = callsOf([10_000, encrypt('short', 200)], [2, encrypt('other', 422)]);
    const found = offeredFindings(calls, { ...options, refusedClasses: refused })[1];
    expect(found?.verdict).toBe('inconclusive');
    expect(found?.explanation).toContain(refused.join(', '));
    expect(found?.remedy).toMatch(remedy);
  });
});

it('calls add up, and where all are redirected to is named once', () => {
  const one = callsOf([2, status(200)], [1, status(500)]);
  const sum = addCalls(one, one);
  expect([sum.user.results.succeeded, sum.user.results.failed, sum.user.outcomes['HTTP 500']]).toEqual([
    4, 2, 2,
  ]);
  const moved = callsOf([1, status(302, { location: '/login' })]);
  expect(addCalls(moved, moved).user.locations).toEqual(['/login']);
});

it('of a long address its beginning is kept', () => {
  const long = callsOf([5, status(302, { location: `/login?${'x'.repeat(200_000)}` })]);
  expect(long.user.locations.map(({ length }) => length)).toEqual([2001]);
});
