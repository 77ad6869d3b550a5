import { expect, it } from 'vitest';
import { answers } from './answers.ts';
import { contracts } from './contracts.ts';
import { facts } from './facts.ts';

const count = Number(process.env['FUZZ'] ?? 1000);
const seed = Number(process.env['SEED'] ?? 20261126);

it.each([
  ['contracts', contracts],
  ['facts', facts],
  ['answers', answers],
])(
  `%s: ${count} at random keep the promise`,
  async (_, tryThem) => {
    const { accepted, refused } = await tryThem(seed, count);
    const enough = 0.15 * count;
    expect([accepted > enough, refused > enough], `${accepted} accepted, ${refused} refused`).toEqual([
      true,
      true,
    ]);
  },
  120 * count,
);
