import { counted } from '../../checks/wording.ts';
import { type Markup, markup, nothing, prose } from '../markup.ts';
import { countsText, findingLabels, type Label, ruleGroups, stateOf, waiverText } from '../outcome.ts';
import { reasonsOf } from '../reasons.ts';
import type { ClauseRow, Finding, Report } from '../report.ts';
import { badge, capitalised, folded, quietly, remedyLine, section, table } from './elements.ts';
import { howItWasBroken, shownReasons } from './finding-cards.ts';

/** What was judged besides response times: a mark for each rule, in groups. */
export function rules(report: Report): Markup {
  const groups = ruleGroups(report).map(({ title, states }) => {
    const [worst = 'not-applicable'] = states.filter((state) => state !== 'waived' && state !== 'observed');
    const { tone } = findingLabels[worst];
    return markup`<div class="group ${tone}"><h3>${badge({ tone, word: capitalised(title) })}</h3>
    <p aria-hidden="true">${states.map((state) => badge({ ...findingLabels[state], word: '' }))}</p>
    <p class="quiet">${countsText(states)}</p></div>
    `;
  });
  const none = markup`<p>Nothing was judged in this run.</p>`;
  return section('rules', 'Rules', groups.length === 0 ? none : markup`<div class="groups">${groups}</div>`);
}

function toneOf(state: ClauseRow['state']): Label['tone'] {
  if (state.endsWith('kept')) return 'good';
  if (state.endsWith('broken')) return 'bad';
  return state === 'inconclusive' ? 'unclear' : 'plain';
}

/** Every statement of the document with its checks and what came out. */
export function statements(report: Report): Markup {
  const { clauses } = report;
  const told = reasonsOf(report)[0]?.findings ?? [];
  const shown = shownReasons(report).flatMap(({ findings }) => findings);
  const caption =
    'Stated: the document says so. Derived: one inference from the document. Declared: the contract or --compare says so. Harness: something the harness must do, not the service. Silent: the document says nothing that can be judged.';
  const states = (['kept', 'broken', 'waived'] as const).map(
    (wanted) => `${clauses.filter(({ state }) => state === wanted).length} ${wanted}`,
  );
  const rows = clauses.map(({ id, sentence, reading, section: place, state }) => [
    [prose(sentence), quietly(reading)],
    place,
    badge({ tone: toneOf(state), word: capitalised(state.replace('-', ' ')) }),
    report.findings.filter(({ clause }) => clause === id).map((finding) => checkBlock(finding, shown, told)),
  ]);
  const titles = ['Statement', '§', 'State', 'Checks'];
  const remark = `${clauses.length} statements: ${states.join(', ')}; ${counted(report.findings.length, 'check')}`;
  return folded(
    { id: 'document', title: 'The document', remark },
    table({ name: 'Statements of the document', caption, titles, rows }),
  );
}

/** A check with what came out, or with a link to it where it stands already: `shown` with its evidence, `told` by the verdict. */
function checkBlock(finding: Finding, shown: readonly Finding[], told: readonly Finding[]): Markup {
  const { check, title, origin, reading, explanation, remedy } = finding;
  const isShown = shown.includes(finding);
  const before = finding.because ?? (isShown ? check : '');
  const place = before !== '' ? `check-${before}` : told.includes(finding) ? 'verdict' : '';
  const why = place === '' ? prose(explanation) : markup`<a class="target" href="#${place}">See why</a>`;
  const remarks = [check, origin, check.endsWith('-latency') ? '' : reading].filter(Boolean).join(' · ');
  return markup`<div class="cause"${isShown ? nothing : markup` id="check-${check}"`}>${badge(findingLabels[stateOf(finding)])} ${prose(title)}. ${why}
    ${quietly(remarks)}${quietly(waiverText(finding))}${place === '' ? [remedyLine(remedy), howItWasBroken(finding)] : nothing}</div>
    `;
}
