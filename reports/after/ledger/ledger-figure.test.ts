import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../bench/random.ts';
import { ledgerFigure, type RunTrials, runTrials } from './ledger-figure.ts';
import { ledgerLine } from './ledger-fixture.ts';

const run = (n: number, bad: number, effect = 1): RunTrials => ({
  ...{ n, leastBad: bad, mostBad: bad, effect, isDown: false },
});
const down = (n: number): RunTrials => ({ ...run(n, n, n), isDown: true });
const times = <T>(count: number, one: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => one(i));
const figure = (runs: readonly RunTrials[], leastEffect = 1, target = 0.9999) =>
  ledgerFigure(runs, { target, leastEffect });
const verdict = (runs: readonly RunTrials[], leastEffect = 1, target = 0.9999) =>
  figure(runs, leastEffect, target).verdict;

describe('runs that add up', () => {
  it('decide what one of them cannot', () => {
    const clean = (count: number) => figure(times(count, () => run(6000, 0)));
    expect(clean(4)).toEqual({
      verdict: 'open',
      observed: 1,
      designEffect: 1,
      missing: 34_867,
      furtherRuns: 6,
    });
    expect(clean(9)).toMatchObject({ verdict: 'open', missing: 4867 });
    expect(clean(10)).toMatchObject({ verdict: 'shown', missing: 0 });
    expect(figure([...times(10, () => run(6000, 0)), run(6000, 1)]).missing).toBeCloseTo(18_450, -2);
  });

  it('take bad trials for as many as they come together', () => {
    expect(
      verdict(
        times(100, () => run(6000, 0)),
        20,
      ),
    ).toBe('open');
    expect(
      verdict(
        times(250, () => run(6000, 0)),
        20,
      ),
    ).toBe('shown');
    const uneven = times(12, (index) => run(6000, index === 3 ? 40 : 0));
    expect(figure(uneven).designEffect).toBeCloseTo(40, 0);
    expect(figure(times(12, () => run(6000, 4))).designEffect).toBe(1);
    expect(figure(times(12, () => run(6000, 4, 4))).designEffect).toBe(4);
  });

  it('show nothing in fewer than three, and nothing without trials', () => {
    const two = [run(1e6, 0), run(1e6, 0)];
    expect(figure(two)).toMatchObject({ verdict: 'open', missing: 0, furtherRuns: 1 });
    expect(figure([])).toMatchObject({ verdict: 'open', observed: null });
    expect(figure(times(3, () => run(0, 0)))).toMatchObject({ verdict: 'open', observed: null });
  });

  it('refute by several runs, not by one accident', () => {
    expect(verdict(times(8, () => run(6000, 6)))).toBe('refuted');
    expect(verdict(times(200, () => run(10_000, 1)))).toBe('open');
    const clean = times(40, () => run(6000, 0));
    const outages = (count: number) => [...times(count, () => run(6000, 3000, 3000)), ...clean];
    expect(verdict(outages(1))).toBe('open');
    expect(verdict(outages(3))).toBe('refuted');
    expect(verdict([down(6000)])).toBe('open');
  });

  it('take a row of runs that were down as one accident, up to a thirtieth of all', () => {
    const history = (runs: number, isDown: (index: number) => boolean) =>
      verdict(times(runs, (index) => (isDown(index) ? down(6000) : run(6000, 0))));
    expect(history(300, (index) => index >= 100 && index < 110)).toBe('open');
    expect(history(300, (index) => index >= 100 && index < 145)).toBe('refuted');
    expect(history(300, (index) => index < 10 && index % 2 === 0)).toBe('refuted');
  });

  it('can refute a figure of 100 percent, and never show it', () => {
    const clean = times(1000, () => run(20_000, 0));
    expect(figure(clean, 1, 1)).toMatchObject({ verdict: 'open', missing: null });
    expect(verdict([...clean, run(20_000, 1)], 1, 1)).toBe('refuted');
  });
});

it('takes as evidence what counts, and what was down where the target was ever reached', () => {
  const hour = (index: number) => new Date(Date.UTC(2026, 2, 1, index)).toISOString();
  const counted = ledgerLine({ startedAt: hour(1) });
  const gone = ledgerLine({ startedAt: hour(2), standing: 'down', calls: { ...counted.calls, n: 0 } });
  const left = ledgerLine({ startedAt: hour(0), standing: 'left-out', reason: 'interrupted' });
  const trialsOf = ({ calls }: typeof counted) => run(calls.n, calls.failures);
  expect(runTrials([left, counted, gone], [counted], trialsOf)).toEqual([run(20_000, 0), down(20_000)]);
  expect(runTrials([gone, left], [], trialsOf)).toEqual([]);
});

/** Trials of one run after another, whose bad ones come in bursts of equal size at places of their own. */
function burstyRuns(runs: number, n: number, share: number, burst: number, random: () => number) {
  return times(runs, () => run(n, burst * poisson((n * share) / burst, random), burst));
}

/** By Knuth's product of uniform draws; for small means. */
function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

/** Shares of histories in which some look, after each run, gave the verdict. */
function everGiven(
  histories: number,
  target: number,
  burst: number,
  runsOf: (random: () => number) => RunTrials[],
) {
  const random = seededRandom(20_260_301);
  const given = { shown: 0, refuted: 0, open: 0 };
  for (let history = 0; history < histories; history += 1) {
    const runs = runsOf(random);
    const seen = new Set(runs.map((_, look) => verdict(runs.slice(0, look + 1), burst, target)));
    for (const one of seen) given[one] += 1 / histories;
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
      const { shown, refuted } = everGiven(600, 0.9999, burst, (random) =>
        burstyRuns(looks, n, 1e-4, burst, random),
      );
      expect(shown + refuted).toBeLessThanOrEqual(0.01);
    },
  );

  it('errs no more on runs that are down as often as allowed', () => {
    const { shown, refuted } = everGiven(600, 0.99, 1, (random) =>
      times(40, () => (random() < 0.01 ? run(6000, 6000, 6000) : run(6000, 0))),
    );
    expect(refuted).toBeLessThanOrEqual(0.01);
    expect(shown).toBeLessThan(1);
  });

  it('decides for services that are well on one side', () => {
    const at = (share: number) => (random: () => number) => burstyRuns(40, 21_600, share, 1, random);
    expect(everGiven(50, 0.9999, 1, at(1e-5)).shown).toBeGreaterThan(0.95);
    expect(everGiven(50, 0.9999, 1, at(4e-4)).refuted).toBeGreaterThan(0.95);
  });
});
