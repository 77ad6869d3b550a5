import { readFileSync } from 'node:fs';
import { DOMParser, type Document, type Element } from '@xmldom/xmldom';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { reports } from '../every-report-fixture.ts';
import { failingReport, inconclusiveReport } from '../failing-fixture.ts';
import { renderJunit } from './junit.ts';

const schema = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8');

/** Any warning of the parser is an error here. */
function parsed(xml: string): Document {
  const onError = (level: string, message: string) => {
    throw new Error(`${level}: ${message}`);
  };
  return new DOMParser({ onError }).parseFromString(xml, 'text/xml');
}

const elements = (parent: Document | Element, name: string) => [...parent.getElementsByTagName(name)];

test('the XML of every report keeps its schema', async () => {
  const files = Object.entries(reports).map(([name, report]) => ({
    fileName: `${name}.xml`,
    contents: renderJunit(report()),
  }));
  const { errors } = await validateXML({ xml: files, schema: [schema] });
  expect(errors).toEqual([]);
});

describe.each(Object.entries(reports))('the XML of a report that is %s', (_, report) => {
  const xml = renderJunit(report());

  test('counts what stands in it', () => {
    const document = parsed(xml);
    for (const suite of [...elements(document, 'testsuites'), ...elements(document, 'testsuite')]) {
      expect({
        tests: Number(suite.getAttribute('tests')),
        failures: Number(suite.getAttribute('failures')),
        errors: Number(suite.getAttribute('errors')),
        skipped: Number(suite.getAttribute('skipped')),
      }).toEqual({
        tests: elements(suite, 'testcase').length,
        failures: elements(suite, 'failure').length,
        errors: elements(suite, 'error').length,
        skipped: elements(suite, 'skipped').length,
      });
    }
  });

  test('names every case once, and no run is without a case', () => {
    const names = elements(parsed(xml), 'testcase').map(
      (one) => `${one.getAttribute('classname')} ${one.getAttribute('name')}`,
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(report().findings.length + 1);
  });

  test('is no larger than a CI server takes', () => {
    expect(xml.length).toBeLessThan(1_000_000);
  });
});

describe('a case', () => {
  const document = parsed(renderJunit(failingReport()));
  const named = (name: string) =>
    elements(document, 'testcase').find((one) => one.getAttribute('name') === name) as Element;
  const of = (name: string, kind: string) => elements(named(name), kind)[0];

  test('that failed says what was expected, what came and how to see it again', () => {
    const failure = of('user-id-prefix', 'failure');
    expect(failure?.getAttribute('message')).toBe('user.id does not start with `usr_`');
    expect(failure?.textContent).toContain(
      'expected: a string that starts with `usr_`\nactual: "u-8f14e45f"',
    );
    expect(failure?.textContent).toContain('curl -sS -i');
  });

  test('that is inconclusive is an error with its remedy', () => {
    expect(of('auth-empty-refused', 'error')?.textContent).toContain('Declare in the contract');
  });

  test('that is waived is skipped and says until when', () => {
    expect(of('user-envelope-only-key', 'skipped')).toBeDefined();
    expect(of('user-envelope-only-key', 'system-out')?.textContent).toContain('Waived until 2026-06-30');
  });

  test('that failed and is only observed is skipped and says so', () => {
    const report = failingReport();
    const findings = report.findings
      .filter(({ verdict }) => verdict === 'fail')
      .map((one) => ({ ...one, origin: 'observed' as const, waiver: null }));
    const cases = elements(parsed(renderJunit({ ...report, findings })), 'testcase').slice(1);
    for (const one of cases) expect(elements(one, 'skipped')).toHaveLength(1);
    const found = cases[0];
    expect(found?.getAttribute('classname')).toBe('gate.observed');
    expect(found?.textContent).toContain('Only observed');
  });

  test('stands in the suite of its origin', () => {
    expect(named('user-id-prefix').getAttribute('classname')).toBe('gate.stated');
    expect(named('error-budget').getAttribute('classname')).toBe('gate.declared');
  });
});

test('a run that proved nothing is not green', () => {
  const document = parsed(renderJunit(inconclusiveReport({ findings: [] })));
  expect(elements(document, 'error').map((one) => one.getAttribute('message'))).toEqual(['Inconclusive']);
});
