import { expect, it } from 'vitest';
import { diagnoseRunner } from './diagnose-runner.ts';
import { doubt, ok } from './diagnosis.ts';

const fit = [ok('cores', '4'), ok('round trip', '0.20 ms'), doubt('proxy', 'there is one', '')];

it('says nothing against a machine that is fit', () => {
  expect(diagnoseRunner(fit).state).toBe('ok');
});

it('says why one is not, and what to do', () => {
  const { state, detail, remedy } = diagnoseRunner([...fit, doubt('stolen time', '3.1 %', '')]);
  expect([state, detail]).toEqual(['warning', 'this machine may be unfit to judge it: stolen time']);
  expect(remedy).toMatch(/runner of your own.*nearer.*thorough/);
});
