import { groupedBy } from '../../checks/add-up.ts';
import { counted, countText, msText } from '../../checks/wording.ts';
import { type Markup, markup, nothing, type Piece, prose, trusted } from '../markup.ts';
import { basisOf, labels, resentText } from '../outcome.ts';
import { ownText, type Reason, reasonsOf } from '../reasons.ts';
import type { Evidence, Finding, FindingCause, Report } from '../report.ts';
import { command, definitionList, quietly, remedyLine, section } from './elements.ts';

/** Why the run is no pass: each reason once for all its endpoints. */
export function findings(report: Report): Markup {
  const shown = shownReasons(report).map((reason) => reasonBlock(reason, report));
  return shown.length === 0 ? nothing : section('findings', 'Findings', shown);
}

/**
 * The reasons that get a card. The verdict of an undecided run tells what to do about the first, which gets one only if there is more to
 * see.
 */
export function shownReasons(report: Report): Reason[] {
  const [first, ...others] = reasonsOf(report);
  if (first === undefined || first.verdict === 'fail') return first ? [first, ...others] : [];
  const isMore = first.findings.some(({ contested }) => contested.length > 0);
  if (report.reason.includes(first.text) && !isMore) return others;
  return [{ ...first, advice: '', consequence: '' }, ...others];
}

function reasonBlock(reason: Reason, report: Report): Markup {
  const { verdict, title, text, advice, consequence, findings: found } = reason;
  const more = title === '' || report.reason.includes(text) ? '' : text;
  const isOne = found.length === 1;
  const bases = found.map((finding) => basisLine(finding, isOne, report));
  return markup`<div class="finding ${labels[verdict].tone}">
    <h3 class="badge">${prose(title === '' ? text : title)}</h3>
    ${more + consequence === '' ? nothing : markup`<p>${prose(more)} ${quietly(consequence)}</p>`}${remedyLine(advice)}
    ${found.map((finding, index) => {
      const basis = bases[index]?.markup === bases[index - 1]?.markup ? nothing : bases[index];
      const place = isOne
        ? nothing
        : markup`<h4><code>${finding.endpoint}</code> ${quietly(finding.check)}</h4>`;
      const own = ownText(finding, text);
      return markup`<div class="body" id="check-${finding.check}">${place}${basis ?? nothing}${own === '' ? nothing : markup`<p>${prose(own)}</p>`}${howItWasBroken(finding)}</div>
    `;
    })}</div>
    `;
}

/** The document's sentence, its source and how it is read. How response times are read stands below their rows. */
function basisLine(finding: Finding, isOne: boolean, report: Report): Markup {
  const { quoted, source } = basisOf(finding, report);
  const reading = finding.check.endsWith('-latency') ? '' : finding.reading;
  return markup`<p class="quiet">${quoted === '' ? nothing : markup`<q>${prose(quoted)}</q> `}${source}${isOne ? ` · ${finding.check}` : ''}${reading === '' ? nothing : markup` · ${prose(reading)}`}</p>
    `;
}

/** How a rule was broken, by cause, and what the document neither allows nor forbids. */
export function howItWasBroken({
  causes,
  contested,
  samples,
}: Pick<Finding, 'causes' | 'contested' | 'samples'>): Piece {
  const forms = contested.map(
    ({ form, count, example }) => markup`<li>${form}, ${counted(count, 'time')}: <code>${example}</code></li>
    `,
  );
  const groups = groupedBy(causes, ({ expected, actual }) => JSON.stringify([expected, actual]));
  const blocks = [...groups.values()].flatMap((alike) =>
    alike.map((cause) =>
      causeBlock(cause, {
        isFirst: cause === causes[0],
        isSaid: cause !== alike[0],
        isOfAll: cause.count === samples,
      }),
    ),
  );
  return [
    blocks,
    forms.length === 0
      ? nothing
      : markup`<div class="cause"><p>Neither allowed nor forbidden by the document:</p><ul>${forms}</ul></div>`,
  ];
}

/**
 * Failures with one cause: expected and actual, unless an earlier cause has the same (`isSaid`), and the first few exchanges, of which the
 * very first is open. If all answers failed (`isOfAll`), what was special about these exchanges is left out.
 */
function causeBlock(
  cause: FindingCause,
  { isFirst, isSaid, isOfAll }: Readonly<Record<'isFirst' | 'isSaid' | 'isOfAll', boolean>>,
): Markup {
  const count = `${counted(cause.count, 'time')}${isOfAll && cause.count > 1 ? ', in every answer' : ''}`;
  const blocks = cause.evidence.map((item, index) => {
    const { status, resent } = item;
    const where = isOfAll ? '' : `, ${item.variety}, ${item.connection} connection`;
    const other = (name: 'expected' | 'actual') => (item[name] === cause[name] ? '' : item[name]);
    return markup`<details class="evidence"${trusted(isFirst && index === 0 ? ' open' : '')}>
    <summary>Request ${countText(item.sequence)}: ${status === 0 ? 'no response' : `HTTP ${status}`} after ${msText(item.durationMs)}</summary>
    <p class="quiet">${item.phase} phase${where}${resent === null ? '' : `; sent again, it ${resentText(resent)}`}</p>
    ${expectedAndActual({ expected: other('expected'), actual: other('actual') })}${command(withShortRuns(item.excerpt))}${command(item.curl)}
    </details>
    `;
  });
  return markup`<div class="cause"><p><strong>${cause.cause}</strong> ${quietly(count)}</p>
    ${isSaid ? nothing : expectedAndActual(cause)}
    ${blocks}</div>
    `;
}

/** Without the middle of ciphertexts and the like, in which there is nothing to see. */
function withShortRuns(text: string): string {
  return text.replace(/[\w+/=-]{64,}/g, (run) => `${run.slice(0, 24)}…${run.slice(-24)}`);
}

function expectedAndActual({ expected, actual }: Pick<Evidence, 'expected' | 'actual'>): Markup {
  return definitionList([
    ['Expected', prose(expected)],
    ['Actual', actual === '' ? '' : markup`<code>${actual}</code>`],
  ]);
}
