import { expect, test } from 'vitest';
import type { Facts } from '../facts.ts';
import { loadCalls, loadFacts } from '../facts-fixture.ts';
import { buildReport } from './build-report.ts';

const fast = () => 2;

test('a low rate that was chosen leaves calls alone, and the report says so', () => {
  const facts = loadFacts(loadCalls(fast));
  const { load } = facts.plan;
  const promised = (plan: Partial<Facts['plan']>) =>
    buildReport({ ...facts, plan: { ...facts.plan, ...plan } }).load?.promise;
  const slow = load && { ...load, rate: 60 };
  expect(promised({ isRateGiven: true, load: slow })).toMatch(/hardly any calls were in flight together/);
  expect(promised({ contract: { version: 1, rate: 60 }, load: slow })).toMatch(/hardly any/);
  expect(promised({ isRateGiven: true })).not.toMatch(/hardly any/);
  expect(promised({ load: slow })).not.toMatch(/hardly any/);
});

test('the rate of a reading has a name: that of the option, of the contract, or ours', () => {
  const facts = loadFacts(loadCalls(fast));
  const readingOf = (plan: Partial<Facts['plan']>) =>
    buildReport({ ...facts, plan: { ...facts.plan, ...plan } }).findings.find(
      ({ check }) => check === 'user-latency',
    )?.reading;
  const contract = { version: 1, rate: 60 } as const;
  expect(readingOf({})).toContain('over all endpoints (our choice)');
  expect(readingOf({ contract })).toContain('over all endpoints (declared)');
  expect(readingOf({ contract, isRateGiven: true })).toContain('over all endpoints (--rate)');
});

test('what the planned calls can decide is worked out from their number', () => {
  const facts = loadFacts(loadCalls(fast));
  const promisedAt = (rate: number) => {
    const load = facts.plan.load && { ...facts.plan.load, rate };
    return buildReport({ ...facts, plan: { ...facts.plan, load } }).load?.promise;
  };
  expect(promisedAt(425)).toMatch(
    /: enough to decide p95, p99 if nearly all calls are fast\. Stalls of up to 24/,
  );
  expect(promisedAt(40)).toMatch(/: enough to decide p95 if/);
  expect(promisedAt(5)).toMatch(/: too few to decide any percentile\./);
});
