import { totalmem } from 'node:os';
import { expect, it } from 'vitest';
import { goRuntime } from './go-runtime.ts';

it('lets k6 use more memory, but never more than it is to have, nor all there is', () => {
  expect(goRuntime({}, 1e6)).toMatchObject({ GOGC: '1000', GOMEMLIMIT: '1000000' });
  const { GOMEMLIMIT } = goRuntime({}, Number.POSITIVE_INFINITY);
  expect(Number(GOMEMLIMIT)).toBeGreaterThan(0);
  expect(Number(GOMEMLIMIT)).toBeLessThan(totalmem() / 2);
});

it('asks for more threads than a few cores, and leaves many cores to the runtime, which knows of quotas', () => {
  expect(goRuntime({}, 1e6, 2)['GOMAXPROCS']).toBe('8');
  expect(goRuntime({}, 1e6, 16)).not.toHaveProperty('GOMAXPROCS');
});

it('leaves alone what the operator set', () => {
  const operator = { GOGC: '50', GOMAXPROCS: '2', GOMEMLIMIT: '' };
  expect(Object.keys(goRuntime(operator, 1e6, 2))).toEqual(['GOMEMLIMIT']);
});
