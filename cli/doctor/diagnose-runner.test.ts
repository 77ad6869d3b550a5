import { expect, it } from 'vitest';
import { diagnoseRunner } from './diagnose-runner.ts';
import { doubt, ok } from './diagnosis.ts';

const fit = [ok('cores', '4'), ok('round trip', '0.20 ms'), doubt('proxy', 'there is one', '')];

it('says nothing against a machine that is fit', () => {
  expect(diagnoseRunner(fit, {}).state).toBe('ok');
});

it.each([
  [{}, 'this machine'],
  [{ RUNNER_ENVIRONMENT: 'self-hosted' }, 'this machine'],
  [{ RUNNER_ENVIRONMENT: 'github-hosted' }, 'this runner hosted by GitHub'],
  [{ GITLAB_CI: 'true', CI_SERVER_HOST: 'gitlab.com' }, 'this runner on gitlab.com'],
])('of one that is not, in %j, it says why and what to do', (env, here) => {
  const { state, detail, remedy } = diagnoseRunner([...fit, doubt('stolen time', '3.1 %', '')], env);
  expect([state, detail]).toEqual(['warning', `${here} may be unfit to judge it: stolen time`]);
  expect(remedy).toMatch(/runner of your own.*nearer.*thorough/);
});
