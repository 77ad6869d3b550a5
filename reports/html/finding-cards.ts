import { type Markup, markup, nothing, prose } from '../markup.ts';
import { basisOf, verdictLabels, whatToDo } from '../outcome.ts';
import { type Reason, reasonsOf } from '../reasons.ts';
import type { Finding, Report } from '../report.ts';
import { quietly, remedyLine, section } from './elements.ts';
import { howItWasBroken } from './finding-evidence.ts';

/** Why the run is no pass: each reason once for all its endpoints. */
export function findings(report: Report): Markup {
  const shown = shownReasons(report);
  return shown.length === 0
    ? nothing
    : section(
        'findings',
        'Findings',
        shown.map((reason) => reasonBlock(reason, report)),
      );
}

/** Without what the verdict has told already, where there is no more to see. */
export function shownReasons(report: Report): Reason[] {
  const hasMore = ({ contested }: Finding) => contested.length > 0;
  return reasonsOf(report).filter(
    ({ verdict, findings: found }, index) => index > 0 || verdict === 'fail' || found.some(hasMore),
  );
}

function reasonBlock(reason: Reason, report: Report): Markup {
  const { verdict, title, text, advice, consequence, findings: found } = reason;
  const isTold = text === '' || report.reason.includes(text);
  const isOne = found.length === 1;
  const bases = found.map((finding) => basisLine(finding, isOne, report));
  return markup`<div class="finding ${verdictLabels[verdict].tone}">
    <h3 class="badge">${prose(title === '' ? text : title)}</h3>
    ${isTold || title === '' ? nothing : markup`<p>${prose(text)} ${quietly(consequence)}</p>`}${remedyLine(advice === whatToDo(report) ? '' : advice)}
    ${found.map((finding, index) => {
      const basis = bases[index]?.markup === bases[index - 1]?.markup ? nothing : bases[index];
      const place = isOne
        ? nothing
        : markup`<h4><code>${finding.endpoint}</code> ${quietly(finding.check)}</h4>`;
      const own = text === '' ? markup`<p>${prose(finding.explanation)}</p>` : nothing;
      return markup`<div class="body" id="check-${finding.check}">${place}${basis ?? nothing}${own}${howItWasBroken(finding)}</div>
    `;
    })}</div>
    `;
}

/** The document's sentence, and how it is read; of the response time, that stands with its rows. */
function basisLine(finding: Finding, isOne: boolean, report: Report): Markup {
  const { quoted, source } = basisOf(finding, report);
  const reading = finding.check.endsWith('-latency') ? '' : finding.reading;
  return markup`<p class="quiet">${quoted === '' ? nothing : markup`<q>${prose(quoted)}</q> `}${source}${isOne ? ` · ${finding.check}` : ''}${reading === '' ? nothing : markup` · ${prose(reading)}`}</p>
    `;
}
