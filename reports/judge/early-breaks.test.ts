import { expect, it } from 'vitest';
import { loadFacts } from '../facts-fixture.ts';
import { passingReport } from '../passing-fixture.ts';
import { earlyBreaks } from './completeness.ts';

const { load } = loadFacts([]).plan;
const [endpoint] = passingReport().endpoints;

it.each([
  [0.5, 1],
  [1, 1],
  [1.5, 0],
  [null, 0],
])('a limit broken from %s times the rate of an ordinary load on is no overload: %i', (multiple, count) => {
  if (load === null || endpoint === undefined) throw new Error('no load');
  const brokenAt = multiple && multiple * load.rate;
  const causes = earlyBreaks([{ ...endpoint, capacity: { keptAt: null, brokenAt, levels: [] } }], load);
  expect(causes).toHaveLength(count);
  for (const { effect, reason } of causes) {
    expect(effect).toBe('no-pass');
    expect(reason).toContain('broke the limit or did not succeed at');
  }
});
