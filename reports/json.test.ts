import { describe, expect, test } from 'vitest';
import { reports } from './fixtures/all.ts';
import { hostileReport } from './fixtures/hostile.ts';
import { renderJson } from './json.ts';
import { readReport } from './read-report.ts';

describe('report.json', () => {
  test.each(Object.entries(reports))('of a report that is %s comes back as it was', (_, report) => {
    const text = renderJson(report());
    expect(renderJson(readReport(text))).toBe(text);
  });

  test('holds no half of a surrogate pair', () => {
    expect(renderJson(hostileReport())).toContain('usr_\\ud800');
  });
});
