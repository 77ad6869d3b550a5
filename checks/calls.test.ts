import { describe, expect, it } from 'vitest';
import { addCalls, type Calls, countCall, noCalls } from './calls.ts';
import { errorBudgetFinding } from './error-budget.ts';
import { exchangeWith, type Sketch } from './exchange-fixture.ts';
import { offeredFindings } from './offered.ts';

function callsOf(...parts: readonly (readonly [number, Sketch])[]): Calls {
  const calls = noCalls();
  for (const [times, sketch] of parts) {
    for (let time = 0; time < times; time += 1) countCall(calls, exchangeWith(sketch));
  }
  return calls;
}

const status = (code: number, headers = {}): Sketch => ({ response: { status: code, headers } });
const floors = { user: 10, encrypt: 0, sync: 0, backup: 0 };
const offered = (calls: Calls) => offeredFindings(calls, { floors, lostBudget: 0.001 })[0];

describe('what is offered', () => {
  it('passes on enough successes', () => {
    expect(offered(callsOf([10, status(200)]))?.verdict).toBe('pass');
  });

  it.each([
    ['too few successes', callsOf([9, status(200)]), /more time/],
    ['a dead token', callsOf([20, status(200)], [1, status(401)]), /stopped being accepted/],
    ['a token never accepted', callsOf([20, status(403)]), /ACCESS_TOKEN right/],
    ['a rate limit', callsOf([20, status(200)], [5, status(429)]), /lower --rate/],
    [
      'a rate limit by 503',
      callsOf([20, status(200)], [5, status(503, { 'retry-after': '1' })]),
      /lower --rate/,
    ],
    ['redirects', callsOf([20, status(308, { location: 'https://elsewhere/' })]), /https:\/\/elsewhere/],
    ['refusals', callsOf([20, status(200)], [1, status(422)]), /contract/],
    ['a path that is not there', callsOf([20, status(404)]), /contract/],
  ])('is inconclusive on %s, never a fail', (_, calls, remedy) => {
    const found = offered(calls);
    expect(found?.verdict).toBe('inconclusive');
    expect(found?.remedy).toMatch(remedy);
  });

  it('suspects the base URL where every endpoint answers 404 or 405', () => {
    const calls = callsOf(
      ...(['user', 'encrypt', 'sync', 'backup'] as const).map(
        (endpoint) => [2, { endpoint, ...status(404) }] as const,
      ),
    );
    expect(offered(calls)?.remedy).toMatch(/base URL/);
  });

  it('is not applicable where the operator wants no calls', () => {
    expect(offeredFindings(noCalls(), { floors, lostBudget: 0 })[3]?.verdict).toBe('not-applicable');
  });
});

describe('the error budget', () => {
  it.each([
    [callsOf([1000, status(200)]), undefined, 'pass'],
    [callsOf([1000, status(200)], [1, status(500)]), undefined, 'pass'],
    [callsOf([500, status(200)], [1, status(500)]), undefined, 'inconclusive'],
    [callsOf([500, status(200)], [20, status(500)]), undefined, 'fail'],
    [callsOf([500, status(200)], [20, { response: { status: 0, failure: 'timeout' } }]), undefined, 'fail'],
    [callsOf([500, status(200)], [20, status(500)]), 0.1, 'pass'],
    [callsOf([500, status(200)], [20, status(503, { 'retry-after': '1' })]), undefined, 'pass'],
    [callsOf([500, status(200)], [20, status(404)]), undefined, 'pass'],
    [noCalls(), undefined, 'inconclusive'],
  ])('judges failures alone (%#)', (calls, declared, verdict) => {
    expect(errorBudgetFinding(calls, declared).verdict).toBe(verdict);
  });
});

it('calls add up', () => {
  const one = callsOf([2, status(200)], [1, status(500)]);
  const sum = addCalls(one, one);
  expect([sum.user.results.succeeded, sum.user.results.failed, sum.user.outcomes['HTTP 500']]).toEqual([
    4, 2, 2,
  ]);
});
