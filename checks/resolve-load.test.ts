import { describe, expect, it } from 'vitest';
import { backupsOf, mostInFlight } from '../schemas/load-plan.ts';
import { profiles } from '../schemas/profiles.ts';
import { resolveLoad } from './resolve-load.ts';

const [quick] = profiles;
if (quick === undefined) throw new Error('no profiles');
const chosen = {
  profile: quick,
  rate: null,
  durationMs: null,
  hasControl: true,
};

it('lets as many calls be in flight as a call that takes as long as the limit allows needs', () => {
  const load = resolveLoad('steady', chosen, quick.conformance, { version: 1 });
  expect(mostInFlight(load, 1000)).toBeGreaterThan(2 * load.rate);
  expect(mostInFlight(load, 20)).toBeLessThan(mostInFlight(load, 1000) / 3);
});

describe('backups of a run', () => {
  it.each([
    [{ version: 1, backup: { calls: 1 } }, [1, 0, 0]],
    [{ version: 1, backup: { calls: 10 } }, [2, 0, 8]],
    [{ version: 1, backup: { calls: 10 }, token: { notRequired: ['backup'] } }, [2, 8, 0]],
    [{ version: 1, backup: { calls: 50 }, token: { required: ['backup'] } }, [2, 30, 18]],
    [{ version: 1, backup: { calls: 2 }, token: { required: ['backup'] } }, [1, 1, 0]],
    [{ version: 1, backup: { call: false } }, [0, 0, 0]],
    [{ version: 1 }, [2, 0, 6]],
  ] as const)('are no more than %j declares: before, without the token and under load', (contract, parts) => {
    const before = quick.conformance;
    const load = resolveLoad('steady', chosen, before, contract);
    const { before: first, withoutToken } = backupsOf(before.backup, 0, contract);
    expect([first, withoutToken, load.backups]).toEqual(parts);
  });
});
