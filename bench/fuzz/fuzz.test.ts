import { expect, it } from 'vitest';
import { subjects } from './subjects.ts';

it.each(Object.entries(subjects))(
  '%s: 1,000 at random keep the promise',
  async (_, { tryThem }) => {
    const { accepted, refused } = await tryThem(20261126, 1000);
    expect([accepted > 150, refused > 150], `${accepted} accepted, ${refused} refused`).toEqual([true, true]);
  },
  120_000,
);
