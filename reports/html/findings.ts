import { count } from '../format.ts';
import { type Markup, markup, nothing, type Part, prose } from '../markup.ts';
import { type FindingState, findingNames, findingStates, findingStateWords, findingsIn } from '../outcome.ts';
import type { Finding, Report } from '../report.ts';
import { badge, definitions, section, stateTones } from './elements.ts';
import { causeBlock, contestedForms } from './evidence.ts';

const openStates: readonly FindingState[] = ['failed', 'inconclusive'];

/** Failed findings open, then inconclusive ones; the rest folded, under the sentence that each belongs to. */
export function findings(report: Report): Markup {
  const names = findingNames(report.findings);
  const groups = findingStates.map((state) => {
    const found = findingsIn(report, state).map((finding) => ({ finding, name: names.get(finding) ?? '' }));
    if (found.length === 0) return nothing;
    return openStates.includes(state)
      ? markup`${found.map((named) => openFinding(named, state))}`
      : folded(found, state);
  });
  const none = report.findings.length === 0 ? markup`<p>Nothing was judged in this run.</p>` : nothing;
  return section('findings', 'Findings', none, groups);
}

interface Named {
  readonly finding: Finding;
  /** Unique in the report, and the same in the next one: it names the place in the page. */
  readonly name: string;
}

function openFinding({ finding, name }: Named, state: FindingState): Markup {
  return markup`<details class="finding ${stateTones[state]}" id="check-${name}" open>
    <summary>${badge(stateTones[state], findingStateWords[state])} <span class="title">${prose(finding.title)}</span>
    <span class="quiet">${countsOf(finding)}</span></summary>
    <div class="body">
    ${sentenceOf(finding, finding.origin)}
    ${definitions([
      ['Where', finding.endpoint],
      ['Interpreted as', proseOrNull(finding.reading)],
      ['Result', proseOrNull(finding.explanation)],
      ['What to do', proseOrNull(finding.remedy)],
    ])}
    ${grounds({ finding, name })}
    ${permalink(name)}
    </div>
    </details>
    `;
}

function folded(found: readonly Named[], state: FindingState): Markup {
  const clauses = [...new Set(found.map(({ finding }) => finding.clause))];
  return markup`<details class="group">
    <summary>${badge(stateTones[state], findingStateWords[state])} <span class="quiet">${found.length}</span></summary>
    ${clauses.map((clause) => underOneSentence(found.filter(({ finding }) => finding.clause === clause)))}</details>
    `;
}

function underOneSentence(found: readonly Named[]): Markup {
  const [first] = found;
  if (first === undefined) return nothing;
  return markup`<div class="body">${sentenceOf(first.finding, '')}
    ${found.map(foldedFinding)}</div>
    `;
}

function foldedFinding({ finding, name }: Named): Markup {
  const { waiver } = finding;
  const facts = [finding.endpoint, finding.origin, countsOf(finding)]
    .filter((fact) => fact !== '')
    .join(' · ');
  return markup`<div id="check-${name}"><h3>${prose(finding.title)}</h3>
    ${waiver === null ? nothing : markup`<p>Waived until ${waiver.expires}: ${waiver.reason}</p>`}
    <p class="quiet">${facts}<br>${prose(finding.explanation)} ${prose(finding.reading)}</p>
    ${grounds({ finding, name })}
    ${permalink(name)}</div>
    `;
}

function sentenceOf({ sentence, section: number }: Finding, origin: string): Markup {
  const place = `§${number} of the document${origin === '' ? '' : `, ${origin}`}`;
  return markup`<blockquote><p>${prose(sentence)}</p><p class="quiet">${place}</p></blockquote>`;
}

function grounds({ finding, name }: Named): Part {
  return [
    finding.causes.map((cause, index) => causeBlock(cause, `${name}-${index + 1}`)),
    contestedForms(finding),
  ];
}

function permalink(name: string): Markup {
  return markup`<a class="permalink" href="#check-${name}">Link to ${name}</a>`;
}

function countsOf({ samples, failures, verdict }: Finding): string {
  if (verdict === 'not-applicable') return '';
  return failures > 0 ? `${count(failures)} of ${count(samples)}` : `n = ${count(samples)}`;
}

function proseOrNull(text: string): Markup | null {
  return text === '' ? null : prose(text);
}
