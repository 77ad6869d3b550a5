import { expect, it } from 'vitest';
import { serviceEndpoints } from '../service/conformant-service.ts';
import { wrongCredentials } from '../service/variants/call.ts';
import { field } from '../service/variants/changes.ts';
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

/** Two threads that answer calls in turns. After a refused call with the token, its thread still takes the caller for logged in. */
function keepingCallers(): Variant[] {
  const isLoggedIn = [false, false];
  let calls = 0;
  return [
    {
      name: 'threads-keep-callers',
      kind: 'quirk',
      summary: 'A thread keeps the caller of a refused call.',
      on: serviceEndpoints,
      calls: 'any',
      change: ({ status }, { credential }) => {
        isLoggedIn[calls % 2] = credential === 'token' && status === 422;
        calls += 1;
        return {};
      },
    },
    {
      name: 'threads-admit-others',
      kind: 'fault',
      summary: 'encrypt admits whoever comes to a thread that kept a caller.',
      on: ['encrypt'],
      calls: ['absent'],
      admits: true,
      trigger: () => isLoggedIn[calls % 2] === true,
    },
  ];
}

it('a probe that is admitted because a refused call left its caller behind is caught', async () => {
  const run = await judgeVariants(keepingCallers(), 'conformance');
  expect(judgedAs(run, 'fail')).toEqual(['auth-absent-refused']);
});

/** Something that shows in the first call after a backup alone. */
function leftByBackup(shown: Partial<Variant>): Variant[] {
  let isFirst = false;
  const first = { name: 'first-after-backup', summary: 'A backup leaves something behind.' };
  const note: Variant = {
    name: 'backup-noted',
    kind: 'quirk',
    summary: 'Notes whether a call follows a backup.',
    on: serviceEndpoints,
    calls: 'any',
    change: (_, { endpoint }) => {
      isFirst = endpoint === 'backup';
      return {};
    },
  };
  return [{ ...first, kind: 'fault', trigger: () => isFirst, ...shown }, note];
}

it.each<[string, Partial<Variant>, string]>([
  ['a field of user', { on: ['user'], change: field('last_sync', undefined) }, 'user-last-sync-present'],
  ['the caller of encrypt', { on: ['encrypt'], calls: ['absent'], admits: true }, 'auth-absent-refused'],
])('what a backup leaves behind for the next call is caught: %s', async (_, shown, check) => {
  expect(judgedAs(await judgeVariants(leftByBackup(shown), 'conformance'), 'fail')).toEqual([check]);
});
