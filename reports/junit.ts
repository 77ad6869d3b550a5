import type { Origin } from '../checks/check.ts';
import { counted, countText } from '../checks/wording.ts';
import { bounded } from './bounded.ts';
import { type Markup, markup, nothing } from './markup.ts';
import {
  advisoryWords,
  basisText,
  outcomeOf,
  outcomeWords,
  remediesOnce,
  remedyLines,
  runNotes,
  stateOf,
} from './outcome.ts';
import type { Finding, FindingCause, Report } from './report.ts';

const origins: readonly Origin[] = ['stated', 'derived', 'declared', 'observed'];

/**
 * JUnit XML as CI viewers read it: a suite for each origin, a case for each finding, and one case for the verdict itself,
 * so that a run without findings is never green.
 */
export function renderJunit(whole: Report): string {
  const report = bounded(whole);
  const suites = origins.map((origin) => ({
    name: origin,
    cases: report.findings
      .filter((finding) => finding.origin === origin)
      .map((finding) => findingCase(finding, report)),
  }));
  const all = [{ name: 'run', cases: [verdictCase(report)] }, ...suites].filter(
    ({ cases }) => cases.length > 0,
  );
  const { markup: xml } = markup`<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="${report.tool.name}" ${countsOf(all.flatMap(({ cases }) => cases))} time="${seconds(report)}">
    ${all.map((suite) => suiteElement(suite, report))}</testsuites>
    `;
  return xml;
}

type Kind = 'passed' | 'failure' | 'error' | 'skipped';

interface Case {
  readonly kind: Kind;
  readonly element: Markup;
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

function suiteElement({ name, cases }: Suite, report: Report): Markup {
  return markup`<testsuite name="${report.run.scenario}.${name}" ${countsOf(cases)} time="${name === 'run' ? seconds(report) : '0'}" timestamp="${report.run.startedAt.slice(0, 19)}" hostname="${report.run.target}">
    <properties><property name="run" value="${report.run.id}"/>${report.run.advisory === true ? markup`<property name="advisory" value="${advisoryWords}"/>` : nothing}</properties>
    ${cases.map(({ element }) => element)}</testsuite>
    `;
}

/** Counted from the cases, never kept beside them. */
function countsOf(cases: readonly Case[]): Markup {
  const of = (kind: Kind) => cases.filter((one) => one.kind === kind).length;
  return markup`tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="${of('skipped')}"`;
}

function verdictCase(report: Report): Case {
  const outcome = outcomeOf(report);
  const kind = outcome === 'pass' ? 'passed' : outcome === 'fail' ? 'failure' : 'error';
  const causes = remediesOnce(report.causes).flatMap(({ text, remedy }) => [
    `- ${text}`,
    ...remedyLines(remedy).map((line) => `  ${line}`),
  ]);
  const advisory = report.run.advisory === true ? [advisoryWords] : [];
  const body = [...advisory, report.reason, ...causes, ...runNotes(report.run)].join('\n');
  return testCase('verdict', `${report.run.scenario}.run`, kind, outcomeWords[outcome], body);
}

function findingCase(finding: Finding, report: Report): Case {
  return testCase(
    finding.check,
    `${report.run.scenario}.${finding.origin}`,
    kindOf(finding),
    finding.title,
    wordsOf(finding, report),
  );
}

function kindOf(finding: Finding): Kind {
  const state = stateOf(finding);
  if (state === 'failed') return 'failure';
  if (state === 'inconclusive') return 'error';
  return state === 'not-applicable' || state === 'waived' ? 'skipped' : 'passed';
}

function testCase(name: string, suite: string, kind: Kind, title: string, text: string): Case {
  const result = {
    passed: nothing,
    failure: markup`<failure message="${title}" type="fail">${text}</failure>`,
    error: markup`<error message="${title}" type="inconclusive">${text}</error>`,
    skipped: markup`<skipped message="${title}"/>`,
  }[kind];
  const output =
    kind === 'failure' || kind === 'error'
      ? nothing
      : markup`<system-out>${title}
${text}</system-out>`;
  const element = markup`<testcase name="${name}" classname="${suite}" time="0">${result}${output}</testcase>
    `;
  return { kind, element };
}

function wordsOf(finding: Finding, report: Report): string {
  const { waiver } = finding;
  const lines = [
    `§${finding.section}: ${basisText(finding, report)}`,
    finding.endpoint,
    finding.reading,
    finding.explanation,
    ...remedyLines(finding.remedy),
    waiver === null ? '' : `Waived until ${waiver.expires}: ${waiver.reason}`,
    ...finding.causes.flatMap(causeLines),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function causeLines({ cause, count, expected, actual, evidence }: FindingCause): string[] {
  return [
    `\n${cause}, ${counted(count, 'time')}`,
    expected === '' ? '' : `expected: ${expected}`,
    actual === '' ? '' : `actual: ${actual}`,
    ...evidence.flatMap(({ sequence, status, excerpt, curl }) => [
      `request ${countText(sequence)}, HTTP ${status}`,
      excerpt,
      curl,
    ]),
  ];
}

function seconds({ run }: Report): string {
  return (run.durationMs / 1000).toFixed(3);
}
