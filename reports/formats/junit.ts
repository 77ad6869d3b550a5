import { counted, countText } from '../../checks/wording.ts';
import { type Markup, markup, nothing } from '../markup.ts';
import {
  advisoryWords,
  basisOf,
  isObservedFailure,
  labels,
  outcomeOf,
  runNotes,
  type State,
  stateOf,
  waiverText,
} from '../outcome.ts';
import { reasonsOf } from '../reasons.ts';
import type { Finding, FindingCause, Report } from '../report.ts';

/** `text` is one line or more; empty lines are left out. */
interface Case {
  readonly suite: string;
  readonly name: string;
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly title: string;
  readonly text: readonly string[];
}

/**
 * JUnit XML as CI viewers read it: a suite for each origin, a case for each finding, and one case for the verdict itself,
 * so that a run without findings is never green.
 */
export function renderJunit(report: Report): string {
  const { run, tool } = report;
  const seconds = (run.durationMs / 1000).toFixed(3);
  const cases = [verdictCase(report), ...report.findings.map((finding) => findingCase(finding, report))];
  const advisory = markup`<property name="advisory" value="${advisoryWords}"/>`;
  const suites = ['run', 'stated', 'derived', 'declared', 'observed'].map((origin) => {
    const own = cases.filter(({ suite }) => suite === origin);
    const name = `${run.scenario}.${origin}`;
    if (own.length === 0) return nothing;
    return markup`<testsuite name="${name}" ${countsOf(own)} time="${origin === 'run' ? seconds : '0'}" timestamp="${run.startedAt.slice(0, 19)}" hostname="${hostOf(run.target)}">
    <properties><property name="run" value="${run.id}"/>${run.advisory === true ? advisory : nothing}</properties>
    ${own.map((one) => caseElement(one, name))}</testsuite>
    `;
  });
  return markup`<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="${tool.name}" ${countsOf(cases)} time="${seconds}">
    ${suites}</testsuites>
    `.markup;
}

/** With its port. */
const hostOf = (url: string) => url.replace(/^\w+:\/\//, '').replace(/\/.*/, '');

function countsOf(cases: readonly Case[]): Markup {
  const of = (kind: Case['kind']) => cases.filter((one) => one.kind === kind).length;
  return markup`tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="${of('skipped')}"`;
}

function caseElement({ name, kind, title, text: lines }: Case, suite: string): Markup {
  const text = lines.filter((line) => line !== '').join('\n');
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

const kinds: Readonly<Record<State, Case['kind']>> = {
  ...{ pass: 'passed', observed: 'passed' },
  ...{ fail: 'failure', inconclusive: 'error', none: 'error' },
  ...{ waived: 'skipped', 'not-applicable': 'skipped' },
};

function verdictCase(report: Report): Case {
  const outcome = outcomeOf(report);
  const text = [
    report.run.advisory === true ? advisoryWords : '',
    report.reason,
    ...reasonsOf(report).map(({ headline, advice }) => `- ${headline}${advice === '' ? '' : ` → ${advice}`}`),
    ...runNotes(report),
  ];
  return { suite: 'run', name: 'verdict', kind: kinds[outcome], title: labels[outcome].word, text };
}

function findingCase(finding: Finding, report: Report): Case {
  const { check, title, origin } = finding;
  const isObserved = isObservedFailure(finding);
  const { quoted, source } = basisOf(finding, report);
  const text = [
    quoted === '' ? source : `“${quoted}” (${source})`,
    finding.endpoint,
    finding.reading,
    finding.explanation,
    finding.remedy === '' ? '' : `→ ${finding.remedy}`,
    waiverText(finding),
    isObserved ? 'Only observed: the contract keeps it from deciding.' : '',
    ...finding.causes.flatMap(causeLines),
  ];
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
