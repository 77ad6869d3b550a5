import { expect, it } from 'vitest';
import { burstCells } from './burst-table.ts';
import { simulateWindow } from './bursts.ts';
import { controlCells } from './control-table.ts';
import { noiseCells } from './noise-table.ts';
import { seededRandom } from './random.ts';
import { renderReadme } from './readme.ts';

const calls = 2_000_000;

it.each([null, 1, 3, 20])(
  'bursts of mean %s have that mean, and the share that was asked for',
  (meanBurst) => {
    const { slow, slices, squares } = simulateWindow(seededRandom(5), calls, 0.02, meanBurst);
    expect(slow / calls).toBeCloseTo(0.02, 2);
    expect(slices.reduce((sum, slice) => sum + slice.slow, 0)).toBe(slow);
    expect(slices.reduce((sum, slice) => sum + slice.n, 0)).toBe(calls);
    const mean = meanBurst ?? 1 / 0.98;
    expect(squares / slow / (2 * mean - 1)).toBeGreaterThan(0.93);
    expect(squares / slow / (2 * mean - 1)).toBeLessThan(1.07);
  },
);

it('gives the same windows for the same seed', () => {
  const windowOf = (seed: number) => simulateWindow(seededRandom(seed), 5400, 0.01, 3);
  expect(windowOf(1)).toEqual(windowOf(1));
  expect(windowOf(1)).not.toEqual(windowOf(2));
});

it('judges what is far from the limit rightly, and says so', () => {
  const bursts = burstCells(3);
  const far = bursts.filter(({ plan, meanBurst }) => plan.name === 'thorough' && meanBurst === 1);
  expect(far.map(({ multiple, pass }) => [multiple, pass])).toContainEqual([0.5, 3]);
  expect(far.map(({ multiple, fail }) => [multiple, fail])).toContainEqual([2, 3]);
  const noises = noiseCells(2);
  for (const { keepsLimit, pass, fail } of noises) expect(keepsLimit ? fail : pass).toBe(0);
  const controls = controlCells(2);
  const all = controls.map(({ decided }) => decided.find(({ service }) => service.name === '20.5 ms'));
  expect(all.map((cell) => cell?.share)).toEqual(controls.map(() => 1));
  const readme = renderReadme(bursts, noises, controls);
  expect(readme).toContain('| thorough | 1 | 0.01 | 2 × 1 % | 0 % | 100 % | 0 % |');
  expect(readme).toContain('| quiet | 20.5 ms | over | 0 % | 100 % | 0 % |');
});
