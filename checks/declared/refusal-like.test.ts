import { expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { answerWith } from '../exchange-fixture.ts';
import { learnRefusalLike } from './answers.ts';
import { declaredChecks } from './declared-checks.ts';

it.each(['required', 'notRequired'] as const)(
  'a schema of refusals that successes keep too leaves open whether a token is %s',
  (need) => {
    const contract: Contract = { version: 1, token: { [need]: ['sync'] }, refusal: { statuses: [200] } };
    const validators = { refusal: () => true };
    const body = { success: true, state: 'ok' };
    const success = answerWith({ endpoint: 'sync', body });
    learnRefusalLike(success, contract, validators);
    const check = declaredChecks(contract, validators).find(({ clause }) => clause === '5.others');
    const answer = answerWith({ endpoint: 'sync', credential: 'absent', body }, success.control);
    expect(check?.judge(answer).outcome).toBe('undecided');
  },
);
