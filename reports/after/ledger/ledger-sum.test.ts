import { describe, expect, it } from 'vitest';
import type { LedgerLine } from '../../../dist/ledger-types.ts';
import { ledgerLine } from './ledger-fixture.ts';
import { type LedgerModel, ledgerOf } from './ledger-sum.ts';
import { renderLedger, renderLedgerMarkdown } from './text.ts';

const dayMs = 86_400_000;
const firstMs = Date.parse('2026-03-01T03:00:00.000Z');

function daily(runs: number, overrides: (index: number) => Partial<LedgerLine> = () => ({})): LedgerLine[] {
  return Array.from({ length: runs }, (_, index) =>
    ledgerLine({
      run: `run-${index}`,
      startedAt: new Date(firstMs + index * dayMs).toISOString(),
      ...overrides(index),
    }),
  );
}

const failing = (failures: number, n = 20_000): Partial<LedgerLine> => ({
  calls: { n, failures, designEffect: 1 },
  time: { seconds: 54, leastBadSeconds: 2.7, mostBadSeconds: 2.7, meanEpisodeSeconds: 0.9 },
});
const down = { standing: 'down', reason: 'the service could not be reached' } as const;
/** As if failures came singly. */
const silent = { outageMs: 0, declared: undefined };
const asRequests = { outageMs: 0, declared: { meaning: 'requests' } } as const;
function modelOf(lines: readonly LedgerLine[], options: Parameters<typeof ledgerOf>[1]): LedgerModel {
  const model = ledgerOf(lines, options);
  if (model === null) throw new Error('no run to sum up');
  return model;
}
const verdicts = (lines: readonly LedgerLine[], options: Parameters<typeof ledgerOf>[1] = asRequests) =>
  modelOf(lines, options).figures.map(({ verdict }) => verdict);
const text = (lines: readonly LedgerLine[], options: Parameters<typeof ledgerOf>[1] = silent) =>
  renderLedger(modelOf(lines, options)).replace(/[\u00a0\u202f]/g, ' ');

describe('what a ledger shows', () => {
  it('sums up the newest build', () => {
    const lines = daily(5, (index) => (index < 3 ? { build: '1.4.1', ...failing(index) } : {}));
    const model = modelOf(lines, silent);
    expect(model).toMatchObject({ sum: { build: '1.4.2', runs: 2, calls: 40_000, failures: 0 }, others: 3 });
    expect(modelOf(lines, { ...silent, build: '1.4.1' }).sum).toMatchObject({ runs: 3, failures: 3 });
    expect(ledgerOf(lines, { ...silent, build: '9' })).toBeNull();
  });

  it('keeps targets apart, and lets no left-out run choose the build', () => {
    const other = ledgerLine({ run: 'other', target: 'http://other', startedAt: '2026-01-01T00:00:00Z' });
    const late = { standing: 'left-out', reason: 'smoke measures no load', build: null } as const;
    const model = modelOf([...daily(3, (index) => (index === 2 ? late : {})), other], silent);
    expect(model.sum).toMatchObject({ target: 'http://127.0.0.1:8080', build: '1.4.2', runs: 2 });
    expect(model.others).toBe(2);
  });

  it('sums up the target and the build of the runs that are named, whatever the clocks said', () => {
    const startedAt = '2027-12-31T00:00:00Z';
    const ahead = ledgerLine({ run: 'ahead', build: '1.0', startedAt });
    const staging = ledgerLine({ run: 'later', target: 'http://staging', startedAt });
    const lines = [...daily(3), ahead, staging];
    expect(modelOf(lines, silent).sum.target).toBe('http://staging');
    expect(modelOf(lines, { ...silent, target: ahead.target }).sum).toMatchObject({ build: '1.0', runs: 1 });
    const named = { ...silent, runs: ['run-1'] };
    expect(modelOf(lines, named).sum).toMatchObject({ target: ahead.target, build: '1.4.2', runs: 3 });
    expect(ledgerOf(lines, { ...named, build: '1.0' })).toBeNull();
    const ofMerged = modelOf(lines, { ...silent, runs: ['run-1 + run-9'] });
    expect(ofMerged.sum).toMatchObject({ build: '1.4.2', runs: 3 });
  });

  it('holds runs that were down against the service once it was ever reached', () => {
    const once = daily(40, (index) => (index === 20 ? down : {}));
    expect(modelOf(once, asRequests)).toMatchObject({
      sum: { runs: 40, down: 1, calls: 780_000, failures: 0 },
      exceptions: [{ run: 'run-20', standing: 'down' }],
    });
    expect(verdicts(once)).toEqual(['open', 'open']);
    expect(verdicts(daily(12, (index) => (index > 4 ? down : {})))).toEqual(['refuted', 'refuted']);
    const never = modelOf(
      daily(12, () => down),
      asRequests,
    );
    expect(never).toMatchObject({ sum: { runs: 0 }, figures: [{ verdict: 'open', furtherRuns: null }, {}] });
    expect(never.exceptions).toHaveLength(12);
  });

  it('is the same in whatever order the lines were added', () => {
    const rows = daily(300, (index) => (index >= 100 && index < 110 ? down : {}));
    const mixed = [
      ...rows.filter((_, index) => index % 3 > 0),
      ...rows.filter((_, index) => index % 3 === 0),
    ];
    expect(modelOf(mixed, asRequests)).toEqual(modelOf(rows, asRequests));
    expect(modelOf(mixed, asRequests).exceptions.map(({ run }) => run)).toEqual(
      Array.from({ length: 10 }, (_, index) => `run-${109 - index}`),
    );
  });

  it('learns from earlier builds how failures cluster', () => {
    const bursts = { calls: { n: 20_000, failures: 40, designEffect: 40 }, build: '1.4.1' };
    const lines = daily(10, (index) => (index === 0 ? bursts : {}));
    expect(modelOf(lines, asRequests).figures[0]).toMatchObject({ verdict: 'open', designEffect: 40 });
    expect(verdicts(lines.slice(1))[0]).toBe('shown');
  });

  it('shows by default what holds for outages of 0.1 s, and for longer ones when told', () => {
    const first = (runs: number, options = {}) =>
      verdicts(daily(runs), { declared: undefined, ...options })[0];
    expect(first(109)).toBe('open');
    expect(first(110)).toBe('shown');
    expect(first(110, { outageMs: 1000 })).toBe('open');
    expect(first(1100, { outageMs: 1000 })).toBe('shown');
  });
});

describe('the words of a ledger', () => {
  const mixed = daily(14, (index) => {
    if (index === 1) return { build: '1.4.1', ...failing(12) };
    return index === 3 ? { standing: 'left-out', reason: 'interrupted | *now*' } : {};
  });

  it('say what is shown, what is refuted and what is missing', () => {
    expect(text(daily(40), { declared: undefined })).toContain(
      'Calls that succeed: open. 0 of 800 000 calls failed; 1 380 258 more calls without a failure would show 99.99 %: 70 runs like these, 1 h 2 min of load (failures come in outages, so 37 calls prove no more than one).',
    );
    expect(text(daily(2, () => failing(0, 40_000)))).toContain(
      'at least 1 run more will show how much runs differ.',
    );
    expect(text(daily(3))).toContain(
      'Calls that succeed: shown. 0 of 60 000 calls failed; 99.99 % is shown with 99.5 % confidence, even if checked after every run.',
    );
    expect(text(daily(8, () => failing(300)))).toMatch(/2 400 of 160 000 calls failed; 99\.99 % is refuted/);
    expect(text(daily(3))).toMatch(
      /Seconds without a failed call: open\. 0 of 162 s bad; 58 7\d\d more seconds .*: 1 0\d\d runs like these, 16 h /,
    );
    const unsent = { calls: { n: 20_000, failures: 0, designEffect: 1, neverMade: 900 } };
    const late = {
      ...unsent,
      time: { seconds: 54, leastBadSeconds: 0, mostBadSeconds: 54, meanEpisodeSeconds: 9 },
    };
    const shown = text(daily(3, () => late));
    expect(shown).toContain(
      '0 of 60 000 calls failed, and 2 700 more may have, which were turned away or not made;',
    );
    expect(shown).toContain('0 to 162 of 162 s bad;');
    const perfect = { declared: { meaning: 'requests', targetPercent: 100 } } as const;
    expect(text(daily(3), perfect)).toContain('no number of runs can show 100 %.');
    expect(text(daily(3, () => down))).toContain('Calls that succeed: open. No run counted so far.');
  });

  it('name what was summed up, what was not, and what is judged', () => {
    const shown = text(mixed, asRequests);
    expect(shown).toContain('12 runs of build 1.4.2 at http://127.0.0.1:8080, 10 min 48 s measured.');
    expect(shown).toMatch(/run-3: not counted: interrupted/);
    expect(shown).toContain('Not in this sum: 1 run of other builds or targets (--build, --target).');
    expect(shown).toContain('Judged, as the contract says: Calls that succeed: shown.');
    expect(text(mixed)).toContain('Nothing is judged');
    expect(text(mixed, { declared: { meaning: 'synchronisation' } })).toContain('Not measured');
    expect(text(daily(13, (index) => (index > 0 ? down : {})))).toContain('and 2 more runs that were down');
    expect(ledgerOf([], silent)).toBeNull();
    const leftOut = ledgerLine({ standing: 'left-out', reason: 'interrupted' });
    expect(text([leftOut])).toMatch(/^No run of build 1\.4\.2 at http:\S+ counts so far\.$/m);
  });

  it('are harmless in Markdown', () => {
    expect(renderLedgerMarkdown(modelOf(mixed, silent))).toContain('interrupted \\| \\*now\\*');
  });
});
