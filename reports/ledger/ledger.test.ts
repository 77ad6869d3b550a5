import { describe, expect, it } from 'vitest';
import type { LedgerLine } from '../../schemas/ledger.ts';
import { ledgerLine } from '../../schemas/ledger-fixture.ts';
import { ledgerOf } from './ledger.ts';
import { renderLedgerMarkdown } from './markdown.ts';
import { renderLedger } from './terminal.ts';

const dayMs = 86_400_000;
const firstMs = Date.parse('2026-03-01T03:00:00.000Z');
const nowMs = firstMs + 40 * dayMs;

/** A run a day, the last one just now. */
function daily(runs: number, overrides: (index: number) => Partial<LedgerLine> = () => ({})): LedgerLine[] {
  return Array.from({ length: runs }, (_, index) =>
    ledgerLine({
      run: `run-${index}`,
      startedAt: new Date(nowMs - (runs - 1 - index) * dayMs).toISOString(),
      ...overrides(index),
    }),
  );
}

const failing = (failures: number, n = 20_000): Partial<LedgerLine> => ({
  calls: { n, failures, designEffect: 1 },
  time: {
    seconds: 54,
    leastBadSeconds: 2.7,
    mostBadSeconds: 2.7,
    episodes: 3,
    longestSeconds: 0.9,
    meanEpisodeSeconds: 0.9,
  },
});
/** As if failures came singly. */
const single = { nowMs, outageSeconds: 0 };
const silent = { ...single, declared: null };
const asRequests = { ...single, declared: { meaning: 'requests' } } as const;
const explanations = (lines: readonly LedgerLine[]) =>
  ledgerOf(lines, silent).figures.map(({ explanation }) => explanation.replace(/[\u00a0\u202f]/g, ' '));

describe('what a ledger shows', () => {
  it('says what the runs show and how many more would', () => {
    expect(explanations(daily(2, () => failing(0, 40_000)))[0]).toMatch(/fewer than three runs do not tell/);
    expect(explanations(daily(2))[0]).toBe(
      '0 of 40 000 calls failed. At least 99.98 % good (99 %, at every look); 99.99 % not decided yet: about 1 further run of this length without a failure would show it.',
    );
    expect(explanations(daily(3))[0]).toMatch(/99\.99 % shown, for failures that come singly\.$/);
    expect(explanations(daily(40))[0]).toMatch(/shown, for failures in bursts of up to 13 calls\.$/);
    expect(explanations(daily(8, () => failing(30)))[0]).toMatch(
      /240 of 160 000 calls failed\. .* and at most 99\.9\d % good .*; 99\.99 % refuted\.$/,
    );
    expect(explanations(daily(3))[1]).toMatch(
      /^0 of 162 s bad, in 0 episodes\. .* about 1 0\d\d further runs/,
    );
    expect(explanations(daily(3))[2]).toMatch(/^Not measured/);
  });

  it('sums up the newest build, and names the others with their figures', () => {
    const lines = daily(5, (index) => (index < 3 ? { build: '1.4.1', ...failing(index) } : {}));
    const model = ledgerOf(lines, silent);
    expect(model.sum).toMatchObject({ build: '1.4.2', runs: 2, calls: 40_000, failures: 0 });
    expect(model.others).toMatchObject([{ build: '1.4.1', runs: 3, failures: 3 }]);
    expect(ledgerOf(lines, { ...silent, build: '1.4.1' }).sum).toMatchObject({ runs: 3 });
    expect(ledgerOf(lines, { ...silent, build: '9' }).sum).toBeNull();
  });

  it('keeps targets apart, and lets no left-out run choose the build', () => {
    const other = ledgerLine({ run: 'other', target: 'http://other', startedAt: '2026-01-01T00:00:00Z' });
    const late = { standing: 'left-out', reason: 'smoke measures no load', build: null } as const;
    const model = ledgerOf([...daily(3, (index) => (index === 2 ? late : {})), other], silent);
    expect(model.sum).toMatchObject({ target: 'http://127.0.0.1:8080', build: '1.4.2', runs: 2 });
    expect(model.others.map(({ target, build }) => [target, build])).toEqual([
      ['http://other', '1.4.2'],
      ['http://127.0.0.1:8080', null],
    ]);
  });

  it('holds runs that were down against the service once it was ever reached', () => {
    const down = { standing: 'down', reason: 'nobody could be reached' } as const;
    const shut = ledgerOf(
      daily(40, (index) => (index === 20 ? down : {})),
      asRequests,
    );
    expect(shut.sum).toMatchObject({ runs: 40, down: 1, calls: 780_000, failures: 0 });
    expect(shut.figures[0]).toMatchObject({ verdict: 'undecided', isJudged: true });
    expect(shut.figures[0]?.explanation).toContain('1 run found nobody there (taken as wholly bad)');
    expect(shut.exceptions).toMatchObject([{ run: 'run-20', standing: 'down' }]);
    const dead = ledgerOf(
      daily(12, (index) => (index > 4 ? down : {})),
      asRequests,
    );
    expect(dead.figures.map(({ verdict }) => verdict)).toEqual(['refuted', 'refuted', 'not measured']);
    const never = ledgerOf(
      daily(12, () => down),
      asRequests,
    );
    expect(never).toMatchObject({ sum: { runs: 0 }, figures: [{ verdict: 'undecided' }, {}, {}] });
    expect(never.exceptions).toHaveLength(12);
    expect(never.exceptions[0]?.reason).toMatch(/as in every run of this target/);
  });

  it('takes a row of runs that were down as one accident, which refutes nothing', () => {
    const down = { standing: 'down', reason: 'nobody could be reached' } as const;
    const verdictWhere = (isDown: (index: number) => boolean) =>
      ledgerOf(
        daily(300, (index) => (isDown(index) ? down : {})),
        asRequests,
      ).figures[0]?.verdict;
    expect(verdictWhere((index) => index >= 100 && index < 108)).toBe('undecided');
    expect(verdictWhere((index) => index % 40 === 10)).toBe('refuted');
  });

  it('learns from earlier builds how failures cluster', () => {
    const bursts = { calls: { n: 20_000, failures: 40, designEffect: 40 }, build: '1.4.1' };
    const lines = daily(10, (index) => (index === 0 ? bursts : {}));
    expect(ledgerOf(lines, asRequests).figures[0]).toMatchObject({ verdict: 'undecided', designEffect: 40 });
    expect(ledgerOf(lines.slice(1), asRequests).figures[0]?.verdict).toBe('shown');
  });

  it('shows by default what holds for outages of 0.1 s, and for longer ones when told', () => {
    const first = (runs: number, outage = {}) =>
      ledgerOf(daily(runs), { declared: null, nowMs, ...outage }).figures[0];
    expect(first(3)).toMatchObject({ verdict: 'undecided', furtherRuns: 104 });
    expect(first(3)?.explanation).toContain('with 37 calls taken as one');
    expect(first(108)?.verdict).toBe('shown');
    expect(first(108, { outageSeconds: 1 })?.verdict).toBe('undecided');
    expect(first(1080, { outageSeconds: 1 })?.verdict).toBe('shown');
  });

  it('burns over all builds', () => {
    const lines = daily(3, (index) => (index === 2 ? { build: 'new', ...failing(40) } : failing(40)));
    expect(ledgerOf(lines, silent).burnRates.map(({ state }) => state)).toEqual([
      'burning',
      'burning',
      'burning',
    ]);
    expect(ledgerOf(lines, silent).endpoints).toMatchObject([{ endpoint: 'user', n: 20_000 }]);
  });

  it('shows an empty ledger', () => {
    const model = ledgerOf([], silent);
    expect(model).toMatchObject({ sum: null, figures: [], burnRates: [{}, {}, {}] });
    expect(renderLedger(model)).toContain('The ledger holds no run.');
    expect(renderLedger(ledgerOf([], asRequests))).toContain('Nothing can be judged yet.');
  });
});

describe('the words of a ledger', () => {
  const lines = daily(14, (index) => {
    if (index === 1) return { build: '1.4.1', ...failing(12) };
    return index === 3 ? { standing: 'left-out', reason: 'interrupted | *now*' } : {};
  });

  it('name everything on the terminal', () => {
    const text = renderLedger(ledgerOf(lines, asRequests)).replace(/[\u00a0\u202f]/g, ' ');
    expect(text).toContain(
      '12 runs of build 1.4.2 at http://127.0.0.1:8080, 10 min 48 s measured, 1 not counted',
    );
    expect(text).toMatch(/outages of 30 s take at most \d/);
    expect(text).toContain('14.4 × of 0.01 % over 1 h and 5 min: too little data');
    expect(text).toContain('1 × of 0.01 % over 3 d and 6 h');
    expect(text).toMatch(/run-3: not counted: interrupted/);
    expect(text).toContain('build 1.4.1 at http://127.0.0.1:8080: 1 run, 12 of 20 000 calls failed');
    expect(text).toContain('Judged, as the contract says: calls that succeed: ');
    expect(renderLedger(ledgerOf(lines, silent))).toContain('Nothing is judged');
  });

  it('are harmless in Markdown', () => {
    const text = renderLedgerMarkdown(ledgerOf(lines, silent));
    expect(text).toContain('| 99.99 percent as | verdict | why |');
    expect(text).toContain('interrupted \\| \\*now\\*');
    expect(text).toContain('| `user` | 240\u202f000 | 0 | 0 | 0 s |');
  });
});
