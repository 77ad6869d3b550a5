import { describe, expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { answerWith, type Sketch } from '../exchange-fixture.ts';
import { declaredChecks } from './declared-checks.ts';
import { judgement } from './declared-fixture.ts';

const refusal = { statuses: [401] };
const probe = (status: number): Sketch => ({
  endpoint: 'encrypt',
  credential: 'absent',
  response: { status },
});

describe('what a contract says of refusals is judged by', () => {
  it('an answer that something else than the credential may explain, as kept only', () => {
    const outcome = (status: number) => judgement('refusal-status', { refusal }, probe(status)).outcome;
    expect(outcome(401)).toBe('pass');
    for (const status of [400, 403, 413, 422, 431, 500]) expect(outcome(status)).toBe('not-applicable');
  });

  it('no answer at another target', () => {
    const contract: Contract = { version: 1, refusal };
    const check = declaredChecks(contract, {}).find(({ id }) => id === 'refusal-status');
    const answer = { ...answerWith(probe(404)), isOfCredential: true } as const;
    const request = { ...answer.exchange.request, path: '/api/v1/encrypt/' };
    const elsewhere = { ...answer, exchange: { ...answer.exchange, request } };
    expect(check?.judge(answer).outcome).toBe('fail');
    expect(check?.judge(elsewhere).outcome).toBe('not-applicable');
  });
});
