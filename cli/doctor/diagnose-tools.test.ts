import { join } from 'node:path';
import { expect, it } from 'vitest';
import { k6StandIn, temporaryFolder } from '../k6/stand-in.ts';
import { diagnoseTools, judgeNode } from './diagnose-tools.ts';

it.each([
  ['20.0.0', 'ok'],
  ['101.2.3', 'ok'],
  ['19.9.0', 'problem'],
  ['8.17.0', 'problem'],
])('Node %s: %s', (version, state) => {
  expect(judgeNode(version).state).toBe(state);
});

it('finds the tools of this installation', async () => {
  const K6_BIN = k6StandIn(join(temporaryFolder(), 'k6'));
  const rows = await diagnoseTools({ K6_BIN });
  expect(rows.map(({ name, state }) => [name, state])).toEqual([
    ['harness', 'ok'],
    ['Node', 'ok'],
    ['k6', 'ok'],
  ]);
  expect(rows.every(({ detail }) => /^\d+\.\d+\.\d+/.test(detail))).toBe(true);
  expect(rows[2]?.detail).toBe(`2.2.0 (K6_BIN: ${K6_BIN})`);
});

it('says why there is no k6', async () => {
  const [, , k6] = await diagnoseTools({ K6_BIN: '/nowhere/k6' });
  expect(k6).toMatchObject({ name: 'k6', state: 'problem' });
  expect(k6?.detail).toMatch(/No usable k6 found.*\/nowhere\/k6/s);
});
