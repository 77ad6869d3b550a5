import { expect, test } from 'vitest';
import type { Facts } from '../facts.ts';
import { loadCalls, loadFacts } from '../facts-fixture.ts';
import { buildReport } from './build-report.ts';

const fast = () => 2;

function readingOf(facts: Facts, plan: Partial<Facts['plan']>): string | undefined {
  const { findings } = buildReport({ ...facts, plan: { ...facts.plan, ...plan } });
  return findings.find(({ check }) => check === 'user-latency')?.reading;
}

test('a low rate that was chosen leaves calls alone, and the report says so', () => {
  const facts = loadFacts(loadCalls(fast));
  const { load } = facts.plan;
  const slow = load && { ...load, rate: 60 };
  expect(readingOf(facts, { isRateGiven: true, load: slow })).toMatch(
    /hardly any calls were in flight together/,
  );
  expect(readingOf(facts, { contract: { version: 1, rate: 60 }, load: slow })).toMatch(/hardly any/);
  expect(readingOf(facts, { isRateGiven: true })).not.toMatch(/hardly any/);
  expect(readingOf(facts, { load: slow })).not.toMatch(/hardly any/);
});

test('the rate of a reading has a name: that of the option, of the contract, or ours', () => {
  const facts = loadFacts(loadCalls(fast));
  const contract = { version: 1, rate: 60 } as const;
  expect(readingOf(facts, {})).toContain('over all endpoints (our choice)');
  expect(readingOf(facts, { contract })).toContain('over all endpoints (declared)');
  expect(readingOf(facts, { contract, isRateGiven: true })).toContain('over all endpoints (--rate)');
});
