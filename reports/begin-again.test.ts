import { describe, expect, it } from 'vitest';
import { noCalls } from '../checks/calls/calls.ts';
import { emptyTally } from '../checks/tally.ts';
import { addVainCalls, shouldBeginAgain } from './add-loads.ts';
import { loadWith } from './add-loads-fixture.ts';
import { lineOf } from './after/ledger/line.ts';
import type { Facts } from './facts.ts';
import { loadCalls, loadFacts } from './facts-fixture.ts';
import { buildReport } from './judge/build-report.ts';

describe('a run begins again', () => {
  /** Facts in which every valid call before the load ended like this. */
  function without(outcome: string, result: 'failed' | 'turned away' | 'unauthorised', undecided = 0) {
    const { before, ...facts } = loadFacts(loadCalls(() => 2));
    const calls = noCalls();
    for (const one of Object.values(calls)) {
      one.results[result] = 40;
      one.outcomes[outcome] = 40;
    }
    const open = { ...emptyTally(), outcomes: { pass: 0, contested: 0, undecided, fail: 0 } };
    const tally = { 'auth-absent-refused': open };
    return { ...facts, metrics: {}, before: before && { ...before, calls, tally } };
  }
  const beginsAgain = (facts: Facts) => shouldBeginAgain(buildReport(facts), facts);

  it('while a service that starts, or its gateway, fails every call', () => {
    expect(beginsAgain(without('HTTP 503', 'turned away'))).toBe(true);
    expect(beginsAgain(without('HTTP 502', 'failed'))).toBe(true);
    expect(beginsAgain(without('reset', 'failed'))).toBe(true);
  });

  it('but not where an answer said something that a later one could hide', () => {
    expect(beginsAgain(without('HTTP 503', 'turned away', 1))).toBe(false);
    expect(beginsAgain(loadWith(10))).toBe(false);
    expect(beginsAgain(loadWith(60))).toBe(false);
  });

  it('nor for a wrong token, a limit, a service that is broken, or one that nobody can reach', () => {
    expect(beginsAgain(without('HTTP 401', 'unauthorised'))).toBe(false);
    expect(beginsAgain(without('HTTP 429', 'turned away'))).toBe(false);
    expect(beginsAgain(without('HTTP 500', 'failed'))).toBe(false);
    const { before, ...facts } = without('unreachable', 'failed');
    expect(beginsAgain({ ...facts, before: before && { ...before, reachable: false } })).toBe(false);
    expect(beginsAgain({ ...facts, before: null })).toBe(false);
  });

  it('and counts as down in the ledger, whatever it came to', () => {
    const facts = loadFacts(loadCalls(() => 2));
    const waited = { ms: 42_000, reason: 'All calls ended in HTTP 503.' };
    const report = buildReport({ ...facts, run: { ...facts.run, waited } });
    expect(report.verdict).toBe(buildReport(facts).verdict);
    expect(lineOf(report, null)).toMatchObject({
      standing: 'down',
      reason: expect.stringContaining('at first'),
    });
  });
});

it('a further load that finds nobody leaves the run inconclusive, whole, and with its calls', () => {
  const first = loadWith(60);
  const calls = noCalls();
  calls.user.results.unauthorised = 40;
  calls.user.outcomes['HTTP 401'] = 40;
  const facts = addVainCalls(first, { ...first, before: first.before && { ...first.before, calls } });
  const { verdict, run, findings } = buildReport(facts);
  expect([buildReport(first).verdict, verdict, run.completeness]).toEqual([
    'inconclusive',
    'inconclusive',
    'complete',
  ]);
  expect(findings.find(({ check }) => check === 'user-offered')?.explanation).toContain('HTTP 401: 40');
});

it('a further load that finds nobody still adds what its answers broke', () => {
  const first = loadWith(60);
  const causes = { cut: { count: 1, expected: 'JSON', actual: 'half of it', evidence: [] } };
  const broken = { ...emptyTally(), outcomes: { pass: 0, contested: 0, undecided: 0, fail: 1 }, causes };
  const tally = { 'user-body-json': broken };
  const { verdict } = buildReport(
    addVainCalls(first, { ...first, before: first.before && { ...first.before, tally } }),
  );
  expect(verdict).toBe('fail');
});

it('a further load that finds the service down counts as such in the ledger, and is named', () => {
  const first = loadWith(60);
  const further = (outcome: string) => {
    const calls = noCalls();
    calls.user.results.failed = 40;
    calls.user.outcomes[outcome] = 40;
    return { ...first, before: first.before && { ...first.before, calls } };
  };
  const [alone, vain] = [buildReport(first), buildReport(addVainCalls(first, further('HTTP 503')))];
  const up = lineOf(alone, null);
  expect(up.standing).toBe('counts');
  expect(lineOf(vain, null)).toMatchObject({ standing: 'down', reason: expect.stringContaining('to go on') });
  expect(vain.causes.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('was down when the next load was due'),
  );
  expect(lineOf(buildReport(addVainCalls(first, further('HTTP 401'))), null)).toEqual(up);
});
