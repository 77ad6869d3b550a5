import { describe, expect, it } from 'vitest';
import { documentChecks } from '../checks/catalogue.ts';
import { declarableChecks } from '../checks/declared/declared-checks.ts';
import { clauseIds } from '../checks/document.ts';
import { type Finding, findingsOf } from '../checks/findings.ts';
import { emptyTally } from '../checks/tally.ts';
import { clauseRows } from './clause-rows.ts';

const checks = [...documentChecks, ...declarableChecks];

function rowsWith(outcome: 'pass' | 'fail') {
  const tally = Object.fromEntries(
    checks.map(({ id }) => [id, { ...emptyTally(), outcomes: { ...emptyTally().outcomes, [outcome]: 9 } }]),
  );
  return clauseRows(findingsOf(checks, tally, {}), []);
}

describe('the statements of the document', () => {
  it.each(['pass', 'fail'] as const)('that show nothing are neither kept nor broken (%s)', (outcome) => {
    const silent = rowsWith(outcome).filter(({ sentence }) => /not (shown|defined)/.test(sentence));
    expect(silent.length).toBeGreaterThan(8);
    expect(silent.filter(({ state }) => state === 'kept' || state === 'broken')).toEqual([]);
    expect(silent.map(({ state }) => state)).toContain(
      outcome === 'pass' ? 'declaration-kept' : 'declaration-broken',
    );
  });

  it('have the standing that the list of checks shows: what it calls judged is kept or open', () => {
    const rows = rowsWith('pass');
    const judged = rows.filter(({ standing }) => standing === 'judged');
    expect(judged.filter(({ state }) => state === 'silent' || state === 'observed')).toEqual([]);
    const others = rows.filter(({ id, section }) => section === '1' && id !== '1.client-interfaces');
    expect(others.filter(({ state }) => state === 'silent')).toEqual([]);
  });

  it('are neither kept nor broken where a failure is waived or is recorded only', () => {
    const [failed] = findingsOf(documentChecks, {}, {}).map((one) => ({ ...one, verdict: 'fail' as const }));
    if (failed === undefined) throw new Error('no checks');
    const stateWith = (one: Finding) =>
      clauseRows([one], []).find(({ checks }) => checks.includes(one.check))?.state;
    expect(stateWith(failed)).toBe('broken');
    expect(stateWith({ ...failed, waiver: { reason: 'known', expires: '2030-01-01' } })).toBe('waived');
    expect(stateWith({ ...failed, origin: 'observed' })).toBe('observed');
  });

  it('are all there without any finding, and none is kept', () => {
    const rows = clauseRows([], []);
    expect(rows.map(({ id }) => id)).toEqual(clauseIds);
    expect(rows.filter(({ state }) => /kept|broken/.test(state))).toEqual([]);
  });
});
