import { totalmem } from 'node:os';
import { expect, it } from 'vitest';
import { goRuntime } from './go-runtime.ts';

it('lets k6 use more memory, but never all of it', () => {
  const { GOGC, GOMEMLIMIT } = goRuntime({});
  expect(GOGC).toBe('1000');
  expect(Number(GOMEMLIMIT)).toBeGreaterThan(0);
  expect(Number(GOMEMLIMIT)).toBeLessThan(totalmem() / 2);
});

it('leaves alone what the operator set', () => {
  expect(Object.keys(goRuntime({ GOGC: '50', GOMAXPROCS: '2', GOMEMLIMIT: '' }))).toEqual(['GOMEMLIMIT']);
});
