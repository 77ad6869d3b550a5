import { expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { conformanceFacts, loadFacts } from '../facts-fixture.ts';
import { contractSummary } from './contract-summary.ts';

it('says who chose the rate', () => {
  const facts = loadFacts([]);
  const originWith = (isRateGiven: boolean, rate?: number) => {
    const contract: Contract = { version: 1, ...(rate !== undefined && { rate }) };
    const { settings } = contractSummary({ ...facts, plan: { ...facts.plan, contract, isRateGiven } });
    return settings.find(({ name }) => name === 'Rate')?.origin;
  };
  expect(originWith(true)).toBe('option');
  expect(originWith(true, 20)).toBe('option');
  expect(originWith(false, 20)).toBe('declared');
  expect(originWith(false)).toBe('harness default');
});

it('shows every declaration in the words of the contract, without bodies', () => {
  const contract: Contract = {
    version: 1,
    rate: 20,
    answers: { user: { statuses: [200, 203], schema: { type: 'object' } } },
    token: { required: ['sync', 'backup'] },
    backup: { call: true, body: { name: 'x' }, calls: 8 },
    latency: { percentile: 95, maxStallMs: 50 },
    availability: { meaning: 'requests', targetPercent: 99.9 },
    waivers: [{ check: 'user-id-prefix', reason: 'is mended', expires: '2026-06-30' }],
  };
  const facts = conformanceFacts();
  expect(contractSummary({ ...facts, plan: { ...facts.plan, contract } }).declarations).toEqual([
    'rate: 20',
    'answers.user.statuses: 200, 203',
    'answers.user.schema: declared',
    'token.required: sync, backup',
    'backup.call: true',
    'backup.body: declared',
    'backup.calls: 8',
    'latency.percentile: 95',
    'latency.maxStallMs: 50',
    'availability.meaning: requests',
    'availability.targetPercent: 99.9',
    'waiver of user-id-prefix until 2026-06-30: is mended',
  ]);
});
