import { expect, it } from 'vitest';
import { plan } from './plan.ts';

const asked = {
  runs: 2,
  profiles: ['quick'],
  ms: [2, 10],
  slower: [0, 5],
  burners: [0],
  maxMinutes: 1,
  fresh: false,
  render: false,
};
const first = { profile: 'quick', ms: 2, slowerPercent: 0, burners: 0 };

it('makes every case once before any of them again', () => {
  const cases = plan(asked, []);
  expect(cases).toHaveLength(8);
  expect(cases.slice(0, 4)).toEqual(cases.slice(4));
  expect(cases[0]).toEqual(first);
});

it('goes on where it was stopped', () => {
  expect(plan(asked, [first])).toHaveLength(7);
  expect(plan(asked, [first, first])).not.toContainEqual(first);
});
