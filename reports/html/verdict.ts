import { duration, utcTime } from '../format.ts';
import { type Markup, markup, nothing, prose } from '../markup.ts';
import { findingNames, outcomeOf, outcomeWords } from '../outcome.ts';
import type { Report, VerdictCause } from '../report.ts';
import { outcomeSigns, verdictBadge } from './elements.ts';

/** The first thing read: the verdict in words, why, and what to do about it. */
export function verdictBanner(report: Report): Markup {
  const { run } = report;
  const outcome = outcomeOf(report);
  return markup`<header class="banner ${outcome}">
    <div class="inner">
    <p class="eyebrow">Encryption and Backup Service Interface · ${run.scenario}, ${run.profile} profile</p>
    <h1><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${outcomeSigns[outcome]}"/></svg>${outcomeWords[outcome]}</h1>
    <p class="reason">${prose(report.reason)}</p>
    <p class="facts"><span>${run.target}${run.embeddedService ? ' (the embedded reference service)' : ''}</span>
    <span>${utcTime(run.startedAt)}</span> <span>${duration(run.durationMs)}</span></p>
    </div>
    </header>
    `;
}

/** Every cause that decided, with its remedy and the way to its finding. */
export function verdictCauses(report: Report): Markup {
  if (report.causes.length === 0) return nothing;
  const names = findingNames(report.findings);
  return markup`<section id="causes" aria-labelledby="causes-title">
    <h2 id="causes-title">Why</h2>
    <ul class="causes">${report.causes.map(
      (cause) => markup`<li>${verdictBadge(cause.verdict)}
    <div><p>${prose(cause.text)}</p>
    ${cause.remedy === '' ? nothing : markup`<p class="quiet">${prose(cause.remedy)}</p>`}
    ${findingLink(cause, report, names)}</div></li>
    `,
    )}</ul>
    </section>
    `;
}

function findingLink(cause: VerdictCause, report: Report, names: ReturnType<typeof findingNames>): Markup {
  const matching = report.findings.filter(
    ({ check, verdict }) => check === cause.check && verdict === cause.verdict,
  );
  const finding =
    matching.find(({ endpoint }) => endpoint !== '' && cause.text.includes(endpoint)) ?? matching[0];
  if (finding === undefined) return nothing;
  return markup`<p><a class="target" href="#check-${names.get(finding) ?? ''}">See the finding</a></p>`;
}
