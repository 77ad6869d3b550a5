import { expect, it } from 'vitest';
import { doctor } from './doctor.ts';

const obtainK6 = async () => ({ path: '/usr/bin/k6', version: '2.2.0', source: 'PATH' });

it('looks at the tools, the target and the machine', async () => {
  const report = await doctor({
    baseUrl: 'http://127.0.0.1:1',
    token: 'token-of-nobody',
    obtainK6,
    env: {},
    watchMs: 20,
  });
  const names = report.map(({ name }) => name);
  expect(names.slice(0, 5)).toEqual(['Node', 'esbuild', 'ajv', 'k6', 'connection']);
  expect(names).toEqual(expect.arrayContaining(['cores', 'wake-ups', 'clock']));
  expect(report.every(({ state, remedy }) => (state === 'ok') === (remedy === ''))).toBe(true);
});

it('does without a target', async () => {
  const report = await doctor({ obtainK6, watchMs: 20 });
  expect(report.find(({ name }) => name === 'target')?.state).toBe('warning');
});
