import { expect, it } from 'vitest';
import { contracts } from './contracts.ts';

it.each(Object.entries({ contracts }))('%s: 1,000 inputs keep the promise', async (_, subject) => {
  const { accepted, refused } = await subject(20261126, 1000);
  expect([accepted > 50, refused > 50], `${accepted} accepted, ${refused} refused`).toEqual([true, true]);
});
