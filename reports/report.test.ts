import { describe, expect, test } from 'vitest';
import { reports } from './every-report-fixture.ts';
import { hostileReport } from './hostile-fixture.ts';
import { passingReport } from './passing-fixture.ts';
import { readReport, renderJson } from './report.ts';

test.each([
  ['', /^It is not JSON: /],
  ['{"verdict": "pass"', /^It is not JSON: /],
  ['[]', 'It does not match its schema at the top: must be an object.'],
  ['{}', 'It does not match its schema at the top: must have the field schemaVersion.'],
  ['{"schemaVersion": 2}', 'It has schemaVersion 2, but this harness reads 1: use a newer harness.'],
  ['{"schemaVersion": 1}', /^It does not match its schema at the top: must have the field /],
])('%s is refused with the reason', (text, reason) => {
  expect(() => readReport(text)).toThrow(reason);
});

test('a field too much is refused, with its place', () => {
  const text = renderJson({ ...passingReport(), load: { extra: 1 } as never });
  expect(() => readReport(text)).toThrow(
    /^It does not match its schema at load\.extra: there is no such field\. Restore the file,/,
  );
});

describe('report.json', () => {
  test.each(Object.entries(reports))('of a report that is %s comes back as it was', (_, report) => {
    const text = renderJson(report());
    expect(renderJson(readReport(text))).toBe(text);
  });

  test('holds no half of a surrogate pair', () => {
    expect(renderJson(hostileReport())).toContain('usr_\\ud800');
  });
});
