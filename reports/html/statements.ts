import { counted, countText } from '../../checks/wording.ts';
import { type Markup, markup, nothing, type Piece, prose } from '../markup.ts';
import { countsText, type Label, stateOf, waiverText } from '../outcome.ts';
import { reasonsOf } from '../reasons.ts';
import type { ClauseRow, Finding, Observation, Report } from '../report.ts';
import {
  badge,
  capitalised,
  definitionList,
  folded,
  quietly,
  remedyLine,
  stateBadge,
  table,
} from './elements.ts';
import { howItWasBroken, shownReasons } from './finding-cards.ts';

function toneOf(state: ClauseRow['state']): Label['tone'] {
  if (state.endsWith('kept')) return 'good';
  if (state.endsWith('broken')) return 'bad';
  return state === 'inconclusive' ? 'unclear' : 'plain';
}

/** Every statement of the document with its checks and what came out, and what else was seen of it, which decides nothing. */
export function statements(report: Report): Markup {
  const { clauses, findings, observations, availability } = report;
  const told = reasonsOf(report)[0]?.findings ?? [];
  const shown = shownReasons(report).flatMap((reason) => reason.findings);
  const caption =
    'Stated: the document says so. Derived: one inference from the document. Declared: the contract or --compare says so. Harness: something the harness must do, not the service. Observed: recorded, without effect on the verdict. Silent: the document says nothing that can be judged.';
  const rows = clauses.map(({ id, sentence, reading, section: place, state }) => {
    const seen = observations.filter(({ clause }) => clause === id);
    const figures = id === '8.availability' ? (availability?.figures ?? []) : [];
    return [
      [prose(sentence), quietly(reading)],
      place,
      badge({ tone: toneOf(state), word: capitalised(state.replace('-', ' ')) }),
      [
        findings.filter(({ clause }) => clause === id).map((finding) => checkBlock(finding, shown, told)),
        definitionList(seen.map((one) => [prose(one.title), valuesOf(one)])),
        definitionList(
          figures.map(({ meaning, explanation }) => [`If it means ${meaning}`, prose(explanation)]),
        ),
      ],
    ];
  });
  const titles = ['Statement', '§', 'State', 'Checks, and what else was seen'];
  const checks = counted(findings.length, 'check');
  const remark = `${clauses.length} statements; ${findings.length === 0 ? checks : `${checks}: ${countsText(report)}`}`;
  return folded(
    { id: 'document', title: 'The document', remark },
    table({ name: 'Statements of the document', caption, titles, rows }),
  );
}

function valuesOf({ endpoint, values, more }: Observation): Piece {
  const shown = values.map(
    ({ value, count }, index) =>
      markup`${index === 0 ? '' : ', '}<code>${value}</code>\u00a0× ${countText(count)}`,
  );
  return [shown, more > 0 ? ` and ${countText(more)} more values ` : ' ', quietly(endpoint)];
}

/** A check with its result, or with a link to where the page has it: `shown` in a card with evidence, `told` in the verdict. */
function checkBlock(finding: Finding, shown: readonly Finding[], told: readonly Finding[]): Markup {
  const { check, title, origin, reading, explanation, remedy } = finding;
  const isShown = shown.includes(finding);
  const before = finding.because ?? (isShown ? check : '');
  const place = before !== '' ? `check-${before}` : told.includes(finding) ? 'verdict' : '';
  const why = place === '' ? prose(explanation) : markup`<a class="target" href="#${place}">See why</a>`;
  const remarks = [check, origin, check.endsWith('-latency') ? '' : reading].filter(Boolean).join(' · ');
  return markup`<div class="cause"${isShown ? nothing : markup` id="check-${check}"`}>${stateBadge(stateOf(finding))} ${prose(title)}. ${why}
    ${quietly(remarks)}${quietly(waiverText(finding))}${place === '' ? [remedyLine(remedy), howItWasBroken(finding)] : nothing}</div>
    `;
}
