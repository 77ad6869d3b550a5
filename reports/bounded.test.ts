import { describe, expect, test } from 'vitest';
import { bounded } from './bounded.ts';
import { hostileReport } from './hostile-fixture.ts';
import { renderJson } from './report.ts';

const sum = (groups: readonly { readonly count: number }[]) =>
  groups.reduce((total, { count }) => total + count, 0);
const whole = hostileReport();

describe('a report that is too large', () => {
  const shown = bounded(whole);

  test('keeps every count of its errors, those left out in one last row', () => {
    expect(shown.errors).toHaveLength(21);
    expect(shown.errors.at(-1)).toMatchObject({
      cause: '480 other causes, named in facts.json',
      example: '',
    });
    expect(sum(shown.errors)).toBe(sum(whole.errors));
  });

  test('keeps every count of the causes of a finding', () => {
    const broken = (report: typeof whole) => report.findings.find(({ check }) => check === 'user-id-prefix');
    expect(broken(shown)?.causes).toHaveLength(11);
    expect(sum(broken(shown)?.causes ?? [])).toBe(sum(broken(whole)?.causes ?? []));
  });

  test('says how many values of an observation are left out', () => {
    expect(shown.observations[0]).toMatchObject({ more: 100_030 });
    expect(shown.observations[0]?.values).toHaveLength(20);
  });

  test('carries no text of 10 MB', () => {
    expect(renderJson(shown).length).toBeLessThan(1_000_000);
    expect(renderJson(shown)).toContain(`${'z'.repeat(500)}…`);
  });

  test('keeps all its findings, with their verdicts', () => {
    expect(shown.findings.map(({ verdict }) => verdict)).toEqual(
      whole.findings.map(({ verdict }) => verdict),
    );
  });
});

test('a command of two long bodies is whole', () => {
  const curl = `curl -d '${'z'.repeat(4000)}'`;
  const report = bounded({ ...whole, errors: [{ ...whole.errors[0], curl }] } as typeof whole);
  expect(report.errors[0]).toMatchObject({ curl });
});
