import { expect, it } from 'vitest';
import { loadCalls, loadFacts } from '../../reports/facts-fixture.ts';
import { buildReport } from '../../reports/judge/build-report.ts';
import type { Contract } from '../../schemas/contract.ts';
import { isSeen } from './run-scenario.ts';

const facts = loadFacts(loadCalls(() => 2));
const strict: Contract = { version: 1, latency: { percentile: 99.99 } };

function reportWith(counts: Readonly<Record<string, number>>, contract: Contract = { version: 1 }) {
  const counted = Object.entries(counts).map(([key, count]) => [key, { count }]);
  const metrics = { ...facts.metrics, ...Object.fromEntries(counted) };
  return buildReport({ ...facts, plan: { ...facts.plan, contract }, metrics });
}

it.each<[string, ReturnType<typeof reportWith>, boolean]>([
  ['too few calls', reportWith({}, strict), false],
  [
    'failures on fresh connections',
    reportWith({
      'fresh_calls{endpoint:user,result:succeeded}': 600,
      'fresh_calls{endpoint:user,result:failed}': 2,
    }),
    true,
  ],
])('whether what %s left open was seen in answers', (_, report, expected) => {
  expect(report.verdict).toBe('inconclusive');
  expect(isSeen(report)).toBe(expected);
});
