import { counted, countText, msText } from '../../checks/wording.ts';
import { type Markup, markup, nothing, type Piece, prose, trusted } from '../markup.ts';
import { resentText } from '../outcome.ts';
import type { Evidence, Finding, FindingCause } from '../report.ts';
import { command, definitionList, quietly } from './elements.ts';

/** How a rule was broken, by cause, and what the document neither allows nor forbids. */
export function howItWasBroken({
  causes,
  contested,
  samples,
}: Pick<Finding, 'causes' | 'contested' | 'samples'>): Piece {
  const blocks = causes.map((cause, index) => causeBlock(cause, index === 0, cause.count === samples));
  return [blocks, contestedForms(contested)];
}

function contestedForms(contested: Finding['contested']): Markup {
  if (contested.length === 0) return nothing;
  const forms = contested.map(
    ({ form, count, example }) => markup`<li>${form}, ${counted(count, 'time')}: <code>${example}</code></li>
    `,
  );
  return markup`<div class="cause"><p>Neither allowed nor forbidden by the document:</p><ul>${forms}</ul></div>`;
}

/**
 * Failures with one cause: expected, actual and the first few exchanges, of which the very first is open. What holds for all
 * answers does not depend on what was special about the first ones.
 */
function causeBlock(cause: FindingCause, isFirst: boolean, isOfAll: boolean): Markup {
  const count = `${counted(cause.count, 'time')}${isOfAll && cause.count > 1 ? ', in every answer' : ''}`;
  const blocks = cause.evidence.map((item, index) =>
    evidenceBlock(item, cause, isFirst && index === 0, isOfAll),
  );
  return markup`<div class="cause"><p><strong>${cause.cause}</strong> ${quietly(count)}</p>
    ${expectedAndActual(cause)}
    ${blocks}</div>
    `;
}

function expectedAndActual({ expected, actual }: Pick<Evidence, 'expected' | 'actual'>): Markup {
  return definitionList([
    ['Expected', prose(expected)],
    ['Actual', actual === '' ? '' : markup`<code>${actual}</code>`],
  ]);
}

function evidenceBlock(item: Evidence, cause: FindingCause, isFirst: boolean, isOfAll: boolean): Markup {
  const where = isOfAll ? '' : `, ${item.variety}, ${item.connection} connection`;
  const { status, resent, excerpt, curl } = item;
  const isSame = item.expected === cause.expected && item.actual === cause.actual;
  return markup`<details class="evidence"${trusted(isFirst ? ' open' : '')}>
    <summary>Request ${countText(item.sequence)}: ${status === 0 ? 'no response' : `HTTP ${status}`} after ${msText(item.durationMs)}</summary>
    <p class="quiet">${item.phase} phase${where}${resent === null ? '' : `; sent again, it ${resentText(resent)}`}</p>
    ${isSame ? nothing : expectedAndActual(item)}${excerpt === '' ? nothing : command(excerpt)}${curl === '' ? nothing : command(curl)}
    </details>
    `;
}
