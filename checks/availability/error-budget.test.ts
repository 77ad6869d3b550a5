import { describe, expect, it } from 'vitest';
import { countCall, noCalls } from '../calls/calls.ts';
import { answerWith } from '../exchange-fixture.ts';
import { errorBudgetFinding } from './error-budget.ts';

function judged(ends: Record<string, number>, budget: number, effect: number | null = 1) {
  const calls = noCalls();
  for (const [end, times] of Object.entries(ends)) {
    const status = Number(end);
    const response = status > 0 ? { status } : { status: 0, failure: 'timeout' as const };
    for (let time = 0; time < times; time += 1) countCall(calls.user, answerWith({ response }));
  }
  return errorBudgetFinding(calls, budget, effect);
}

describe('a declared error budget', () => {
  it.each([
    [{ 200: 4700 }, 0.001, 'pass'],
    [{ 200: 9980, 500: 20 }, 0.004, 'pass'],
    [{ 200: 9980, 404: 20 }, 0.001, 'pass'],
    [{ 200: 500, 500: 20 }, 0.1, 'pass'],
    [{ 200: 500, 500: 20 }, 0.001, 'fail'],
    [{ 200: 500, timeout: 20 }, 0.001, 'fail'],
  ])('is kept or broken, at 99 %% (%#)', (ends, budget, verdict) => {
    expect(judged(ends, budget).verdict).toBe(verdict);
  });

  it('is not shown by few calls', () => {
    const { verdict, remedy } = judged({ 200: 1000 }, 0.001);
    expect([verdict, remedy]).toEqual(['inconclusive', expect.stringMatching(/^There are too few calls/)]);
    expect(judged({}, 0.001).verdict).toBe('inconclusive');
  });

  it('says how many calls would show it', () => {
    expect(judged({ 200: 5961, 500: 1 }, 0.001).floor).toBeGreaterThan(5962);
    expect(judged({ 200: 5961, 500: 1 }, 0.001).floor).toBeLessThan(2 * 5962);
    expect(judged({ 200: 500, 500: 20 }, 0.001).explanation).toContain('the share is at least');
  });

  it('is not broken by one accident', () => {
    expect(judged({ 200: 24_830, 500: 170 }, 0.001, 170)).toMatchObject({
      verdict: 'inconclusive',
      remedy: expect.stringMatching(/^Find out why/),
    });
    expect(judged({ 200: 20_000, 500: 5000 }, 0.001, 5000).verdict).toBe('fail');
  });

  it('of nothing is broken by any failure', () => {
    expect(judged({}, 0).verdict).toBe('inconclusive');
    expect([judged({ 200: 300 }, 0).verdict, judged({ 200: 300, 500: 1 }, 0, 50).verdict]).toEqual([
      'pass',
      'fail',
    ]);
  });

  it('can only be broken where no load is judged', () => {
    expect(judged({ 200: 300 }, 0.001, null).verdict).toBe('not-applicable');
    expect(judged({ 200: 300, 500: 1 }, 0.001, null).verdict).toBe('inconclusive');
    expect(judged({ 200: 300, 500: 20 }, 0.001, null).verdict).toBe('fail');
  });
});
