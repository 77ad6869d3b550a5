import { expect, it } from 'vitest';
import { diagnoseK6, diagnoseTools, judgeNode } from './diagnose-tools.ts';

const k6 = { path: '/usr/bin/k6', version: '2.2.0', source: 'PATH' };

it.each([
  ['20.0.0', 'ok'],
  ['101.2.3', 'ok'],
  ['19.9.0', 'problem'],
  ['8.17.0', 'problem'],
])('Node %s: %s', (version, state) => {
  expect(judgeNode(version).state).toBe(state);
});

it('names the k6 that there is', async () => {
  expect(await diagnoseK6(async () => k6)).toMatchObject({
    state: 'ok',
    detail: '2.2.0 (PATH: /usr/bin/k6)',
  });
});

it('says why there is no k6', async () => {
  const none = async () => Promise.reject(new Error('No usable k6.'));
  expect(await diagnoseK6(none)).toMatchObject({ name: 'k6', state: 'problem', detail: 'No usable k6.' });
});

it('finds the tools of this installation', async () => {
  const rows = await diagnoseTools(async () => k6);
  expect(rows.map(({ name, state }) => [name, state])).toEqual([
    ['harness', 'ok'],
    ['Node', 'ok'],
    ['k6', 'ok'],
  ]);
  expect(rows.every(({ detail }) => /^\d+\.\d+\.\d+/.test(detail))).toBe(true);
});
