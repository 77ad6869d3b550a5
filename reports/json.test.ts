import { describe, expect, test } from 'vitest';
import { reports } from './fixtures/all.ts';
import { hostileReport } from './fixtures/hostile.ts';
import { passingReport } from './fixtures/passing.ts';
import { embeddedJson, renderJson } from './json.ts';
import { readReport } from './read-report.ts';

const roomy = 10_000_000;

describe('report.json', () => {
  test.each(Object.entries(reports))('of a report that is %s comes back as it was', (_, report) => {
    const text = renderJson(report());
    expect(renderJson(readReport(text))).toBe(text);
  });

  test('holds no half of a surrogate pair', () => {
    expect(renderJson(hostileReport())).toContain('usr_\\ud800');
  });
});

describe('the JSON in a page', () => {
  test('cannot end its script element nor hide anything', () => {
    const text = embeddedJson({ ...hostileReport(), findings: [], errors: [] }, roomy);
    expect(text).not.toMatch(/[<>&\u2028\u2029\u202e\u200b]/);
    expect(text).toContain('\\u003c/script\\u003e');
  });

  test('is read back with the sentences of the document filled in', () => {
    const report = passingReport();
    expect(readReport(embeddedJson(report, roomy))).toEqual(report);
  });

  test('gives up the series behind the charts where there is no room', () => {
    const read = readReport(embeddedJson(passingReport(), 30_000));
    expect(read.endpoints.map(({ timeline, histogram }) => [timeline, histogram])).toEqual(
      Array.from({ length: 4 }, () => [[], []]),
    );
    expect(read.endpoints[0]?.requests).toBe(3000);
  });
});
