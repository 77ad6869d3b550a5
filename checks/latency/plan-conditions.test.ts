import { expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { standardProfile } from '../../schemas/profiles.ts';
import { resolveLoad } from '../resolve-load.ts';
import { unmetByPlan } from './conditions.ts';

const chosen = { profile: standardProfile, rate: null, durationMs: null, hasControl: true };

/** Why a standard load with these changes cannot pass under this contract. */
function unmet(latency: Contract['latency'], change = {}, times = 1): string | null {
  const contract: Contract = { version: 1, ...(latency && { latency }) };
  const load = { ...resolveLoad('steady', chosen, standardProfile.conformance, contract), ...change };
  return unmetByPlan(load, contract, times)?.reason ?? null;
}

it('says what keeps a load of fast calls from a pass', () => {
  expect(unmet(undefined)).toBeNull();
  expect(unmet({ percentile: 50 }, { rate: 10 })).toBeNull();
  expect(unmet({ percentile: 'every' })).toMatch(/^No number of requests/);
  expect(unmet({ percentile: 99.9 }, { rate: 100 })).toMatch(/calls are too few for p99\.9: .* are needed\./);
  expect(unmet(undefined, { rate: 1 })).toMatch(/calls are too few for p99: 528 are needed\./);
  expect(unmet(undefined, { maxStallMs: 500 })).toMatch(/^This run would have shown only stalls of up to/);
});

it('counts the calls of all loads together', () => {
  expect(unmet(undefined, { rate: 20 })).not.toBeNull();
  expect(unmet(undefined, { rate: 20 }, 8)).toBeNull();
});
