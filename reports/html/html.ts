import { duration, utcTime } from '../../checks/wording.ts';
import { bounded } from '../bounded.ts';
import { type Markup, markup, nothing, type Part, prose } from '../markup.ts';
import { advisoryWords, outcomeOf, runNotes, verdictLooks, whatToDo } from '../outcome.ts';
import { reasonsOf } from '../reasons.ts';
import type { Report, VerdictCause } from '../report.ts';
import { command, pageHead, reasonList, section, verdictBadge } from './elements.ts';
import { endpointsSection } from './endpoint-section.ts';
import { environment } from './environment.ts';
import { errors, findings, judgedSection } from './findings-section.ts';
import { availability, clausesSection, comparisonSection, observations } from './further-sections.ts';

/** The whole report as one page that needs nothing else: no network, no script, no second file. */
export function renderHtml(whole: Report): string {
  const report = bounded(whole);
  const { run, tool } = report;
  const title = `${verdictLooks[outcomeOf(report)].word}: ${run.scenario} of ${run.target}, ${utcTime(run.startedAt)}`;
  const sections = [
    causes(report),
    judgedSection(report),
    findings(report),
    endpointsSection(report),
    comparisonSection(report),
    availability(report),
    errors(report),
    observations(report),
    clausesSection(report),
    environment(report),
    section('reproduce', 'Run exactly this again', command(run.reproduce)),
  ];
  return markup`<!doctype html>
    <html lang="en">
    ${pageHead(title)}
    <body>
    ${banner(report)}
    ${contents(sections)}
    <main class="inner">
    ${sections}
    </main>
    <footer class="inner"><p>${tool.name} ${tool.version} · run ${run.id}</p></footer>
    </body>
    </html>
    `.markup;
}

/** The verdict in words, and why: what is read first. */
function banner(report: Report): Markup {
  const { run } = report;
  const outcome = outcomeOf(report);
  return markup`<header class="banner ${verdictLooks[outcome].tone}">
    <div class="inner">
    <p class="quiet">Encryption and Backup Service Interface · ${run.scenario}, ${run.profile} profile</p>
    <h1>${verdictBadge(outcome)}</h1>
    ${run.advisory === true ? markup`<p class="reason"><strong>${advisoryWords}</strong></p>` : nothing}<p class="reason">${prose(report.reason)}</p>
    ${whatToDo(report).map((remedy) => markup`<p class="remedy">${prose(remedy)}</p>`)}
    ${runNotes(run).map((note) => markup`<p class="quiet">${note}</p>`)}<p class="quiet">${run.target}${run.embeddedService ? ' (the embedded reference service)' : ''} · ${utcTime(run.startedAt)} · ${duration(run.durationMs)}</p>
    </div>
    </header>
    `;
}

/** A link to each section, by its heading. */
function contents(sections: readonly Markup[]): Markup {
  const headings = sections.flatMap((one) => [...one.markup.matchAll(/<h2 id="(.*)-title">(.*)<\/h2>/g)]);
  return markup`<nav class="inner" aria-label="Sections">${headings.map(
    ([, id = '', title = '']) => markup`<a href="#${id}">${title}</a>
    `,
  )}</nav>
    `;
}

/** Every cause of the verdict, with its remedy and a link to its finding. */
function causes(report: Report): Markup {
  if (report.causes.length === 0) return nothing;
  const rows = reasonsOf(report).map((reason) => ({
    sign: verdictBadge(reason.verdict),
    text: reason.text,
    below: reason.below,
    link: findingLink(reason, report),
  }));
  return section('causes', 'Why', reasonList(rows));
}

function findingLink({ check, verdict }: VerdictCause, { findings: all }: Report): Part {
  if (!all.some((finding) => finding.check === check && finding.verdict === verdict)) return nothing;
  return markup`<p><a class="target" href="#check-${check}">See the finding</a></p>`;
}
