import { expect, it } from 'vitest';
import { wrongCredentials } from '../service/variants/call.ts';
import type { Variant } from '../service/variants/variant.ts';
import { judgedAs, judgeVariants } from './variant-run.ts';

/** Answers equal bodies that are under way together once, with what the first caller gets. */
function answeringOnce(): Variant[] {
  const underWay = new Set<string>();
  const slow: Partial<Variant> = {
    delayMs: ({ body }) => {
      setTimeout(() => underWay.delete(body.toString()), 5);
      underWay.add(body.toString());
      return 5;
    },
  };
  const shared = {
    name: 'encrypt-answers-once',
    summary: 'encrypt answers equal bodies once.',
    on: ['encrypt'],
  } as const;
  return [
    { ...shared, kind: 'quirk', ...slow },
    {
      ...shared,
      kind: 'fault',
      calls: wrongCredentials,
      admits: true,
      trigger: ({ body }) => underWay.has(body.toString()),
    },
  ];
}

it('a probe that is admitted because its twin is under way is caught', async () => {
  const run = await judgeVariants(answeringOnce(), 'conformance');
  expect(judgedAs(run, 'fail')).toContain('auth-absent-refused');
});

/** Says in the next answer of user what was wrong with a call of encrypt. */
function tellingLater(): Variant {
  let isRefused = false;
  return {
    name: 'user-tells-errors',
    kind: 'fault',
    summary: 'user tells the errors of the last call.',
    on: ['encrypt', 'user'],
    calls: 'any',
    change: ({ status, body }, { endpoint }) => {
      const tells = isRefused && endpoint === 'user';
      isRefused = status === 422;
      return tells ? { body: JSON.stringify({ ...JSON.parse(body.toString()), errors: ['algorithm'] }) } : {};
    },
  };
}

it('what a refused call leaves behind in the answers to others is caught', async () => {
  const run = await judgeVariants([tellingLater()], 'conformance');
  expect(judgedAs(run, 'fail')).toEqual(['user-envelope-only-key']);
});
