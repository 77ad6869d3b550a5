import { afterEach, expect, it } from 'vitest';
import { interruptible } from './interruption.ts';

afterEach(() => {
  process.removeAllListeners('SIGHUP');
});

it('listens to signals until it is released', () => {
  const interruption = interruptible();
  expect(process.listenerCount('SIGHUP')).toBe(1);
  interruption.release();
  expect(process.listenerCount('SIGHUP')).toBe(0);
});

it('takes further signals once there was one, so that the exit status stays its own', () => {
  const interruption = interruptible();
  process.emit('SIGHUP', 'SIGHUP');
  expect(() => interruption.check()).toThrow('The run was interrupted.');
  interruption.release();
  expect(process.listenerCount('SIGHUP')).toBe(1);
});
