import { countText } from '../../checks/wording.ts';
import { type Markup, markup, nothing, type Part, prose } from '../markup.ts';
import { basisOf, countsText, findingLooks, type RuleGroup, ruleGroups, stateOf } from '../outcome.ts';
import { reasonsOf } from '../reasons.ts';
import type { Finding, Report } from '../report.ts';
import { badge, folded, quietly, section, table } from './elements.ts';
import { evidenceOf } from './evidence.ts';
import { shownReasons } from './findings.ts';

/** What was judged besides response times: a mark for each rule, in groups. */
export function rules(report: Report): Markup {
  const groups = ruleGroups(report);
  if (groups.length === 0) return section('rules', 'Rules', markup`<p>Nothing was judged in this run.</p>`);
  return section('rules', 'Rules', markup`<div class="groups">${groups.map(groupBlock)}</div>`);
}

function groupBlock({ title, states }: RuleGroup): Markup {
  const [worst] = states.filter((state) => state !== 'waived' && state !== 'observed');
  const { tone } =
    worst === undefined || worst === 'not-applicable' ? findingLooks['not-applicable'] : findingLooks[worst];
  return markup`<div class="${tone}"><h3>${badge({ tone, word: title })}</h3>
    <p class="marks" aria-hidden="true">${states.map((state) => markup`<i class="${findingLooks[state].tone}"></i>`)}</p>
    <p class="quiet">${countsText(states)}</p></div>
    `;
}

/** Every check with what it rests on and what came out, but for those that stand above with their evidence. */
export function everyCheck(report: Report): Markup {
  const shown = new Set(shownReasons(report).flatMap(({ findings }) => findings.map(({ check }) => check)));
  const rest = report.findings.filter(({ check }) => !shown.has(check));
  if (rest.length === 0) return nothing;
  const rows = rest.map((finding) => checkRow(finding, report));
  const remark = `${countText(rows.length)}${shown.size > 0 ? ', without those above' : ''}`;
  const caption =
    'Stated: the document says so. Derived: one inference from the document. Declared: the contract or --compare says so.';
  return folded(
    { id: 'checks', title: 'Checks', remark },
    table({ name: 'Checks', caption, titles: ['Check', 'Rests on', 'Result'], figuresFrom: 3, rows }),
  );
}

function checkRow(finding: Finding, report: Report): readonly Part[] {
  const { check, title, reading, explanation, remedy, waiver, endpoint } = finding;
  const { quoted, source } = basisOf(finding, report);
  const isTime = check.endsWith('-latency');
  const why = placeOf(finding, report);
  return [
    [
      markup`<span id="check-${check}">${prose(title)}</span>`,
      quietly(`${check}${endpoint === '' ? '' : `, ${endpoint}`}`),
    ],
    [quoted === '' ? nothing : markup`<q>${prose(quoted)}</q> `, source, isTime ? nothing : quietly(reading)],
    [
      badge(findingLooks[stateOf(finding)]),
      ' ',
      why === undefined ? prose(explanation) : markup`<a class="target" href="#${why}">See why</a>`,
      quietly(waiver === null ? '' : `Waived until ${waiver.expires}: ${waiver.reason}`),
      quietly(remedy === '' || why !== undefined ? '' : `→ ${remedy}`),
      evidenceOf(finding),
    ],
  ];
}

/** Where it stands already why a check is open: at the check that it depends on, or in the verdict. */
function placeOf({ check, because }: Finding, report: Report): string | undefined {
  if (because !== undefined) return `check-${because}`;
  const isTold = reasonsOf(report)[0]?.findings.some((one) => one.check === check) === true;
  return isTold ? 'verdict' : undefined;
}
