import { describe, expect, it } from 'vitest';
import { changedOptions } from './changed-options.ts';

const exported = {
  scenarios: { measure: { executor: 'constant-arrival-rate', rate: 4, duration: '25000ms' } },
  thresholds: { exceptions: ['count==0'], calls: [] },
  systemTags: ['name', 'status'],
  setupTimeout: '15m',
  maxRedirects: 0,
} as const;

/** Options as k6 2.2.0 returns them. */
const resolved = {
  scenarios: { measure: { executor: 'constant-arrival-rate', rate: 4, duration: '25s', env: null } },
  thresholds: { exceptions: ['count==0'], calls: [] },
  systemTags: ['status', 'name'],
  setupTimeout: '15m0s',
  maxRedirects: 0,
  dns: { ttl: null, select: null, policy: null },
  discardResponseBodies: null,
  insecureSkipTLSVerify: null,
};

describe('options of k6', () => {
  const changed = (change: Record<string, unknown>) => changedOptions(exported, { ...resolved, ...change });

  it('are those of the scenario, in the words of k6', () => {
    expect(changed({})).toEqual([]);
  });

  it.each([
    { discardResponseBodies: true },
    { throw: true },
    { maxRedirects: 10 },
    { setupTimeout: '5s' },
    { systemTags: ['name'] },
    { dns: { ttl: '0', select: null, policy: null } },
    { thresholds: { exceptions: [], calls: [] } },
    { thresholds: null },
    { scenarios: { default: { executor: 'shared-iterations', vus: 1 } } },
    { scenarios: { measure: { ...resolved.scenarios.measure, rate: 5 } } },
    { scenarios: { measure: { ...resolved.scenarios.measure, duration: '24s' } } },
    { somethingOfALaterK6: 'on' },
  ])('are named where %j comes from outside', (change) => {
    const [sentence, ...more] = changed(change);
    expect(sentence).toContain(`The k6 option ${Object.keys(change)[0]} is set from outside`);
    expect(more).toEqual([]);
  });

  it('may say how to reach the service, and which part of the load to make', () => {
    const change = { insecureSkipTLSVerify: true, executionSegment: '0:1/2', tags: { build: '7' } };
    expect(changed(change)).toEqual([]);
  });
});
