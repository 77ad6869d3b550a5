import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { messageOf } from './exit-status.ts';

it('says what to do about what the system refuses', () => {
  let refusal: unknown;
  try {
    writeFileSync('/dev/full', 'text');
  } catch (error) {
    refusal = error;
  }
  expect(messageOf(refusal)).toBe('ENOSPC: no space left on device, write: free space on the disk.');
});

it('is the message of any other error, and what was thrown in place of one', () => {
  expect([messageOf(new Error('gone')), messageOf('gone')]).toEqual(['gone', 'gone']);
});
