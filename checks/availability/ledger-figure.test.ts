import { describe, expect, it } from 'vitest';
import { seededRandom } from '../statistics/random.ts';
import { ledgerFigure, ledgerVerdict, type RunTrials } from './ledger-figure.ts';
import { burstyRuns, runTrials, times } from './ledger-fixture.ts';

const aim = { target: 0.9999, leastEffect: 1 };
const figure = (runs: readonly RunTrials[], leastEffect = 1) =>
  ledgerFigure(runs, runs, { target: 0.9999, leastEffect });

describe('runs that add up', () => {
  it('decide what one of them cannot', () => {
    const clean = (count: number) => figure(times(count, () => runTrials(6000, 0)));
    expect(clean(4)).toMatchObject({ verdict: 'undecided', observed: 1, atMost: 1, furtherRuns: 6 });
    expect(clean(9)).toMatchObject({ verdict: 'undecided', furtherRuns: 1 });
    expect(clean(10)).toMatchObject({ verdict: 'shown', furtherRuns: null });
    expect(clean(10).atLeast).toBeGreaterThan(0.9999);
    expect(clean(9).atLeast).toBeLessThan(0.9999);
  });

  it('say up to what bursts it is shown', () => {
    expect(figure(times(100, () => runTrials(6000, 0))).burst).toBeCloseTo(10, 0);
    expect(figure(times(10, () => runTrials(6000, 0))).burst).toBeLessThan(1.1);
    expect(
      figure(
        times(100, () => runTrials(6000, 0)),
        20,
      ).verdict,
    ).toBe('undecided');
    expect(
      figure(
        times(250, () => runTrials(6000, 0)),
        20,
      ).verdict,
    ).toBe('shown');
  });

  it('show nothing in fewer than three, and nothing without trials', () => {
    expect(figure([runTrials(1e6, 0), runTrials(1e6, 0)])).toMatchObject({
      verdict: 'undecided',
      furtherRuns: 1,
    });
    expect(figure([])).toMatchObject({ verdict: 'undecided', observed: null, atLeast: 0, atMost: 1 });
    expect(figure([runTrials(0, 0)])).toMatchObject({ verdict: 'undecided', observed: null });
  });

  it('refute by several runs, not by one outage', () => {
    const spread = figure(times(8, () => runTrials(6000, 6)));
    expect(spread).toMatchObject({ verdict: 'refuted', furtherRuns: null });
    expect(spread.atMost).toBeLessThan(0.9999);
    const outage = [runTrials(6000, 3000, 3000), ...times(40, () => runTrials(6000, 0))];
    expect(figure(outage).verdict).toBe('undecided');
    expect(figure(outage).designEffect).toBeGreaterThan(2900);
  });

  it('see clusters between runs as well as within', () => {
    const uneven = times(12, (index) => runTrials(6000, index === 3 ? 40 : 0));
    expect(figure(uneven).designEffect).toBeCloseTo(40, 0);
    const even = times(12, () => runTrials(6000, 4, 1));
    expect(figure(even).designEffect).toBe(1);
    expect(figure(times(12, () => runTrials(6000, 4, 4))).designEffect).toBe(4);
  });

  it('can refute a figure of 100 percent, and never show it', () => {
    const all = { target: 1, leastEffect: 1 };
    const clean = times(1000, () => runTrials(20_000, 0));
    expect(ledgerVerdict(clean, clean, all)).toBe('undecided');
    expect(ledgerFigure(clean, clean, all).furtherRuns).toBeNull();
    const flawed = [...clean, runTrials(20_000, 1)];
    expect(ledgerVerdict(flawed, flawed, all)).toBe('refuted');
  });
});

/** Shares of histories in which some look, after each run, gave the verdict. */
function everGiven(
  histories: number,
  looks: number,
  runsOf: (random: () => number) => RunTrials[],
  burst = 1,
) {
  const random = seededRandom(20_260_301);
  const given = { shown: 0, refuted: 0, undecided: 0 };
  for (let history = 0; history < histories; history += 1) {
    const runs = runsOf(random);
    const seen = new Set(
      times(looks, (look) => {
        const soFar = runs.slice(0, look + 1);
        return ledgerVerdict(soFar, soFar, { ...aim, leastEffect: burst });
      }),
    );
    for (const verdict of seen) given[verdict] += 1 / histories;
  }
  return given;
}

describe('looking after every run', () => {
  it.each([
    { n: 6000, looks: 60, burst: 1 },
    { n: 21_600, looks: 40, burst: 1 },
    { n: 240_000, looks: 20, burst: 50 },
  ])(
    'errs in 1 % of histories at most, exactly at the figure: $n trials a run, bursts of $burst',
    ({ n, looks, burst }) => {
      const exact = (random: () => number) => burstyRuns(looks, n, { share: 1e-4, burst }, random);
      const { shown, refuted } = everGiven(1000, looks, exact, burst);
      expect(shown + refuted).toBeLessThanOrEqual(0.01);
    },
  );

  it('errs no more on runs that are down as often as allowed', () => {
    const exact = (random: () => number) =>
      times(40, () => (random() < 0.01 ? runTrials(6000, 6000, 6000) : runTrials(6000, 0)));
    const random = seededRandom(5);
    const wrong = times(1000, () => exact(random)).filter((runs) =>
      runs.some((_, look) => {
        const soFar = runs.slice(0, look + 1);
        return ledgerVerdict(soFar, soFar, { target: 0.99, leastEffect: 1 }) === 'refuted';
      }),
    );
    expect(wrong.length).toBeLessThanOrEqual(10);
  });

  it('decides for services that are well on one side', () => {
    const at = (share: number) => (random: () => number) =>
      burstyRuns(40, 21_600, { share, burst: 1 }, random);
    expect(everGiven(50, 40, at(1e-5)).shown).toBeGreaterThan(0.95);
    expect(everGiven(50, 40, at(4e-4)).refuted).toBeGreaterThan(0.95);
  });
});
