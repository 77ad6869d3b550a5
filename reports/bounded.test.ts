import { describe, expect, test } from 'vitest';
import { narrowed, renderWithin } from './bounded.ts';
import { failingReport } from './fixtures/failing.ts';
import { hostileReport } from './fixtures/hostile.ts';
import { passingReport } from './fixtures/passing.ts';
import { renderJson } from './json.ts';

const sum = (groups: readonly { readonly count: number }[]) =>
  groups.reduce((total, { count }) => total + count, 0);
const whole = hostileReport();

describe('a report that is too large', () => {
  const cut = narrowed(whole);

  test('keeps every count of its errors, those left out in one last row', () => {
    expect(cut.errors).toHaveLength(21);
    expect(cut.errors.at(-1)).toMatchObject({ cause: '480 other causes', example: '' });
    expect(sum(cut.errors)).toBe(sum(whole.errors));
  });

  test('keeps every count of the causes of a finding', () => {
    const broken = (report: typeof whole) => report.findings.find(({ check }) => check === 'user-id-prefix');
    expect(broken(cut)?.causes).toHaveLength(11);
    expect(sum(broken(cut)?.causes ?? [])).toBe(sum(broken(whole)?.causes ?? []));
  });

  test('says how many values of an observation are left out', () => {
    expect(cut.observations[0]).toMatchObject({ more: 100_030 });
    expect(cut.observations[0]?.values).toHaveLength(20);
  });

  test('carries no text of 10 MB', () => {
    expect(renderJson(cut).length).toBeLessThan(1_000_000);
    expect(renderJson(cut)).toContain('[cut: 10000000 characters in all]');
  });

  test('keeps all its findings, with their verdicts', () => {
    expect(cut.findings.map(({ verdict }) => verdict)).toEqual(whole.findings.map(({ verdict }) => verdict));
  });
});

describe('renderWithin', () => {
  test('takes the widest report that is small enough', () => {
    const points = (bytes: number) =>
      renderWithin(bytes, passingReport(), ({ endpoints }) => 'x'.repeat(endpoints[0]?.timeline.length ?? 0));
    expect(points(1_000_000)).toHaveLength(30);
  });

  test('goes on to narrower ones, and takes the narrowest whatever its size', () => {
    const seen: string[] = [];
    renderWithin(500_000, failingReport(), ({ endpoints }) => {
      seen.push(String(endpoints[0]?.timeline.length));
      return 'ж'.repeat(600_000);
    });
    expect(seen).toEqual(['30', '20', '16', '12', '10']);
  });
});
