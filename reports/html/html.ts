import { duration, utcTime } from '../../checks/wording.ts';
import { comparisonSection } from '../comparison/comparison-section.ts';
import { type Markup, markup, nothing, prose } from '../markup.ts';
import { advisoryWords, labels, outcomeOf, runNotes } from '../outcome.ts';
import { reasonsOf } from '../reasons.ts';
import type { Report } from '../report.ts';
import { command, folded, quietly, remedyLine, stateBadge, wholePage } from './elements.ts';
import { endpointDetails } from './endpoint-details.ts';
import { environment } from './environment.ts';
import { errors } from './errors.ts';
import { findings } from './finding-cards.ts';
import { responseTimes } from './response-times.ts';
import { statements } from './statements.ts';

/** The whole report as one page that needs nothing else: no network, no script, no second file. First what decides, then the rest, folded. */
export function renderHtml(report: Report): string {
  const { run, tool } = report;
  const title = `${labels[outcomeOf(report)].word}: ${run.scenario} of ${run.target}, ${utcTime(run.startedAt)}`;
  const content = markup`${banner(report)}
    <main class="inner">
    ${findings(report)}${responseTimes(report)}${comparisonSection(report)}
    <div class="more">
    ${endpointDetails(report)}${errors(report)}${statements(report)}${environment(report)}
    ${folded({ id: 'reproduce', title: 'Run exactly this again' }, command(run.reproduce))}</div>
    </main>
    <footer class="inner"><p class="quiet">${tool.name} ${tool.version} · run ${run.id}</p></footer>`;
  return wholePage(title, content);
}

const seenOnly = 'The findings below come from before the run ended and decide nothing.';

/** The verdict in words, why, and what to do: what is read first. Other reasons, and all that fail, follow in cards. */
function banner(report: Report): Markup {
  const { run } = report;
  const outcome = outcomeOf(report);
  const [first] = outcome === 'fail' ? [] : reasonsOf(report);
  return markup`<header class="banner ${labels[outcome].tone}" id="verdict">
    <div class="inner">
    <h1>${stateBadge(outcome)}</h1>
    ${run.advisory === true ? markup`<p class="reason"><strong>${advisoryWords}</strong></p>` : nothing}<p class="reason">${prose(report.reason)} ${quietly(first?.consequence ?? '')}</p>
    ${remedyLine(first?.advice ?? '')}
    ${quietly(outcome === 'none' && report.findings.length > 0 ? seenOnly : '', 'p')}${runNotes(report).map((note) => quietly(note, 'p'))}<p class="quiet">${run.scenario} of ${run.embeddedService ? 'the embedded reference service, ' : ''}${run.target} · ${run.profile} profile · ${utcTime(run.startedAt)} · ${duration(run.durationMs)}</p>
    </div>
    </header>
    `;
}
