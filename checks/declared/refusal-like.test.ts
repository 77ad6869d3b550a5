import { expect, it } from 'vitest';
import { judgement } from './declared-fixture.ts';

it.each(['required', 'notRequired'] as const)(
  'a schema of refusals that successes keep too leaves open whether a token is %s',
  (need) => {
    const declares = { token: { [need]: ['sync'] }, refusal: { statuses: [200], schema: true } };
    const success = { endpoint: 'sync', body: { success: true, state: 'ok' } } as const;
    const other = { endpoint: 'sync', credential: 'absent', body: { success: true, list: [] } } as const;
    const id = `sync-token-${need === 'required' ? 'required' : 'not-required'}`;
    expect(judgement(id, declares, other, [success]).outcome).toBe(
      need === 'required' ? 'undecided' : 'fail',
    );
  },
);
