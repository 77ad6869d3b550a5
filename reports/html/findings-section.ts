import { sumOf } from '../../checks/statistics/samples.ts';
import { counted, countText, duration, msText, perSecond } from '../../checks/wording.ts';
import { type Markup, markup, nothing, type Part, prose, trusted } from '../markup.ts';
import {
  basisOf,
  countsByOrigin,
  type FindingState,
  findingLooks,
  findingsIn,
  resentText,
} from '../outcome.ts';
import { remedyLines } from '../reasons.ts';
import type { Evidence, Finding, FindingCause, Report } from '../report.ts';
import { badge, command, definitionList, failuresOf, quietly, section, table } from './elements.ts';

/** What was judged, and on how much evidence. */
export function judgedSection(report: Report): Markup {
  const counts = table({
    name: 'Checks by origin',
    caption:
      'Stated: the document says so. Derived: one inference from the document. Declared: the contract or --compare says so.',
    titles: countsByOrigin.titles,
    figuresFrom: 1,
    rows: countsByOrigin.rows(report.findings),
  });
  return section('judged', 'What was judged', counts, quietly(`${calls(report)} ${statements(report)}`, 'p'));
}

function calls({ endpoints, load, run }: Report): string {
  if (load === null) return `No load was put on the service; the run took ${duration(run.durationMs)}.`;
  const requests = sumOf(endpoints, (endpoint) => endpoint.requests);
  if (run.completeness !== 'complete')
    return `${counted(requests, 'call')} measured before the run ended, after ${duration(run.durationMs)}.`;
  return `${counted(requests, 'call')} measured in ${duration(load.measuredMs)} at ${perSecond(load.achievedRate)}, after a warm-up of ${duration(load.warmUpMs)}.`;
}

function statements({ clauses }: Report): string {
  const states = (['kept', 'broken', 'waived'] as const).map(
    (wanted) => `${clauses.filter(({ state }) => state === wanted).length} ${wanted}`,
  );
  return `Of the ${countText(clauses.length)} statements of the document: ${states.join(', ')}; the others are open, silent or not judged. One check can judge several statements.`;
}

/** Failed findings, then inconclusive ones, both open; the others folded, in a group for each state. */
export function findings(report: Report): Markup {
  const none = report.findings.length === 0 ? markup`<p>Nothing was judged in this run.</p>` : nothing;
  const groups = (Object.keys(findingLooks) as FindingState[]).map((state) => findingGroup(state, report));
  return section('findings', 'Findings', none, groups);
}

function findingGroup(state: FindingState, report: Report): Part {
  const found = findingsIn(report, state);
  const open =
    state === 'failed' || state === 'inconclusive'
      ? found.filter(({ because }) => because === undefined)
      : [];
  const folded = found.filter((finding) => !open.includes(finding));
  const about = open.length > 0 ? ', because of what stands above' : '';
  return [
    open.map((finding) => findingBlock(finding, state, true, report)),
    folded.length === 0
      ? nothing
      : markup`<details class="group"><summary>${badge(findingLooks[state])} ${quietly(`${countText(folded.length)}${about}`)}</summary>
    ${folded.map((finding) => findingBlock(finding, state, false, report))}</details>
    `,
  ];
}

function findingBlock(finding: Finding, state: FindingState, isOpen: boolean, report: Report): Markup {
  const { waiver } = finding;
  const { quoted, source } = basisOf(finding, report);
  return markup`<details class="finding ${findingLooks[state].tone}"${trusted(isOpen ? ' open' : '')}>
    <summary>${badge(findingLooks[state])} <span class="title">${prose(finding.title)}</span>
    ${quietly(finding.verdict === 'not-applicable' ? '' : failuresOf(finding))}</summary>
    <div class="body" id="check-${finding.check}">
    ${quoted === '' ? nothing : markup`<blockquote>${prose(quoted)}</blockquote>`}${quietly(source, 'p')}
    ${definitionList([
      ['Check', finding.check],
      ['Where', finding.endpoint],
      ['Waived', waiver && `until ${waiver.expires}: ${waiver.reason}`],
      ['Read as', prose(finding.reading)],
      ['Result', prose(finding.explanation)],
      ['What to do', remedyLines(finding.remedy).map((line) => markup`<p>${prose(line)}</p>`)],
    ])}
    ${finding.causes.map(causeBlock)}${contestedForms(finding.contested)}
    </div>
    </details>
    `;
}

function contestedForms(contested: Finding['contested']): Markup {
  if (contested.length === 0) return nothing;
  const forms = contested.map(
    ({ form, count, example }) => markup`<li>${form}, ${counted(count, 'time')}: <code>${example}</code></li>
    `,
  );
  return markup`<div class="cause"><h3>Neither allowed nor forbidden by the document</h3><ul>${forms}</ul></div>`;
}

/** Failures with one cause: expected, actual and the first few exchanges. */
function causeBlock(cause: FindingCause): Markup {
  return markup`<div class="cause">
    <h3>${cause.cause} ${quietly(counted(cause.count, 'time'))}</h3>
    ${expectedAndActual(cause)}
    ${cause.evidence.map((item, index) => evidenceBlock(item, cause, index === 0))}
    </div>
    `;
}

function expectedAndActual({ expected, actual }: Pick<Evidence, 'expected' | 'actual'>): Markup {
  return definitionList([
    ['Expected', prose(expected)],
    ['Actual', actual === '' ? '' : markup`<code>${actual}</code>`],
  ]);
}

function evidenceBlock(item: Evidence, cause: FindingCause, isFirst: boolean): Markup {
  const { status, resent, excerpt, curl } = item;
  const isSame = item.expected === cause.expected && item.actual === cause.actual;
  return markup`<details class="evidence"${trusted(isFirst ? ' open' : '')}>
    <summary>Request ${countText(item.sequence)}: ${status === 0 ? 'no response' : `HTTP ${status}`} after ${msText(item.durationMs)}</summary>
    ${definitionList([
      ['Seen', `${item.phase} phase, ${item.variety}, ${item.connection} connection`],
      ['Sent again', resent && `the same request ${resentText(resent)}`],
    ])}
    ${isSame ? nothing : expectedAndActual(item)}
    ${excerpt === '' ? nothing : command(excerpt)}
    ${curl === '' ? nothing : command(curl)}
    </details>
    `;
}

/** Valid calls that did not succeed, by cause, the most frequent first. */
export function errors(report: Report): Markup {
  if (report.errors.length === 0) return section('errors', 'Errors', markup`<p>No call failed.</p>`);
  const rows = report.errors.map(({ cause, endpoint, count, example, curl = '' }) => [
    markup`<span class="long">${cause}</span>`,
    endpoint === '' ? 'all' : markup`<code>${endpoint}</code>`,
    [
      example === '' ? nothing : markup`<code class="long">${example}</code>`,
      curl === '' ? nothing : command(curl),
    ],
    countText(count),
  ]);
  return section(
    'errors',
    'Errors',
    table({
      name: 'Errors by cause',
      caption: 'Calls without success, by cause',
      titles: ['Cause', 'Endpoint', 'Example', 'Calls'],
      figuresFrom: 3,
      rows,
    }),
  );
}
