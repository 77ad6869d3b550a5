import { counted, countText } from '../../checks/wording.ts';
import { bounded } from '../bounded.ts';
import { type Markup, markup, nothing } from '../markup.ts';
import {
  advisoryWords,
  basisText,
  isObservedFailure,
  outcomeOf,
  runNotes,
  stateOf,
  verdictLabels,
} from '../outcome.ts';
import { reasonsOf } from '../reasons.ts';
import type { Finding, FindingCause, Report } from '../report.ts';

const suites = ['run', 'stated', 'derived', 'declared', 'observed'];

interface Case {
  readonly suite: string;
  readonly name: string;
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly title: string;
  readonly text: string;
}

/**
 * JUnit XML as CI viewers read it: a suite for each origin, a case for each finding, and one case for the verdict itself,
 * so that a run without findings is never green.
 */
export function renderJunit(whole: Report): string {
  const report = bounded(whole);
  const seconds = (report.run.durationMs / 1000).toFixed(3);
  const cases = [verdictCase(report), ...report.findings.map((finding) => findingCase(finding, report))];
  return markup`<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="${report.tool.name}" ${countsOf(cases)} time="${seconds}">
    ${suites.map((name) => suiteElement(name, name === 'run' ? seconds : '0', report, cases))}</testsuites>
    `.markup;
}

function suiteElement(name: string, seconds: string, { run }: Report, all: readonly Case[]): Markup {
  const cases = all.filter(({ suite }) => suite === name);
  if (cases.length === 0) return nothing;
  const suite = `${run.scenario}.${name}`;
  return markup`<testsuite name="${suite}" ${countsOf(cases)} time="${seconds}" timestamp="${run.startedAt.slice(0, 19)}" hostname="${run.target}">
    <properties><property name="run" value="${run.id}"/>${run.advisory === true ? markup`<property name="advisory" value="${advisoryWords}"/>` : nothing}</properties>
    ${cases.map((one) => caseElement(one, suite))}</testsuite>
    `;
}

function countsOf(cases: readonly Case[]): Markup {
  const of = (kind: Case['kind']) => cases.filter((one) => one.kind === kind).length;
  return markup`tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="${of('skipped')}"`;
}

function caseElement({ name, kind, title, text }: Case, suite: string): Markup {
  const output = markup`<system-out>${title}
${text}</system-out>`;
  const content = {
    passed: output,
    failure: markup`<failure message="${title}" type="fail">${text}</failure>`,
    error: markup`<error message="${title}" type="inconclusive">${text}</error>`,
    skipped: markup`<skipped message="${title}"/>${output}`,
  }[kind];
  return markup`<testcase name="${name}" classname="${suite}" time="0">${content}</testcase>
    `;
}

function verdictCase(report: Report): Case {
  const outcome = outcomeOf(report);
  const kind = outcome === 'pass' ? 'passed' : outcome === 'fail' ? 'failure' : 'error';
  const lines = [
    ...(report.run.advisory === true ? [advisoryWords] : []),
    report.reason,
    ...reasonsOf(report).map(({ headline, advice }) => `- ${headline}${advice === '' ? '' : ` → ${advice}`}`),
    ...runNotes(report),
  ];
  return { suite: 'run', name: 'verdict', kind, title: verdictLabels[outcome].word, text: lines.join('\n') };
}

const kinds = {
  failed: 'failure',
  inconclusive: 'error',
  waived: 'skipped',
  passed: 'passed',
  observed: 'passed',
  'not-applicable': 'skipped',
} as const;

function findingCase(finding: Finding, report: Report): Case {
  const { check, title, waiver, origin } = finding;
  const isObserved = isObservedFailure(finding);
  const lines = [
    basisText(finding, report),
    finding.endpoint,
    finding.reading,
    finding.explanation,
    finding.remedy === '' ? '' : `→ ${finding.remedy}`,
    waiver === null ? '' : `Waived until ${waiver.expires}: ${waiver.reason}`,
    isObserved ? 'Only observed: the contract keeps it from deciding.' : '',
    ...finding.causes.flatMap(causeLines),
  ];
  const text = lines.filter((line) => line !== '').join('\n');
  const kind = isObserved ? 'skipped' : kinds[stateOf(finding)];
  return { suite: origin, name: check, kind, title, text };
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
