import { describe, expect, it } from 'vitest';
import { evidenceStore, isEvidenceRecord } from './evidence-store.ts';

describe('evidenceStore', () => {
  it('keeps the first five of each cause of each check, in order', () => {
    const store = evidenceStore();
    const offered = ['a', 'b', 'a', 'a', 'a', 'a', 'a', 'b'].map((cause, number) => ({
      check: 'x',
      cause,
      number,
    }));
    expect(offered.map((record) => store.keep(record))).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      true,
    ]);
    expect(store.records).toEqual(offered.filter(({ number }) => number !== 6));
  });

  it('counts the same cause of two checks apart', () => {
    const store = evidenceStore();
    for (let count = 0; count < 5; count += 1) store.keep({ check: 'x', cause: 'y z' });
    expect(store.keep({ check: 'x y', cause: 'z' })).toBe(true);
    expect(store.keep({ check: 'x', cause: 'y z' })).toBe(false);
  });

  it('keeps 500 in all', () => {
    const store = evidenceStore();
    for (let cause = 0; cause < 600; cause += 1) store.keep({ check: 'x', cause: String(cause) });
    expect(store.records).toHaveLength(500);
    expect(store.records.at(-1)).toEqual({ check: 'x', cause: '499' });
  });
});

describe('isEvidenceRecord', () => {
  it.each([null, 7, 'text', [], {}, { check: 'x' }, { check: 'x', cause: 7 }])('refuses %j', (value) => {
    expect(isEvidenceRecord(value)).toBe(false);
  });

  it('takes whatever else is there', () => {
    expect(isEvidenceRecord({ check: 'x', cause: 'y', evidence: { status: 200 } })).toBe(true);
  });
});
