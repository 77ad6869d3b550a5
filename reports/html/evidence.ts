import { count, counted, ms } from '../format.ts';
import { type Markup, markup, nothing, prose, trusted } from '../markup.ts';
import type { Evidence, Finding, FindingCause } from '../report.ts';
import { command, definitions } from './elements.ts';

/** Failures of one kind: what was expected, what came, and the first few exchanges. */
export function causeBlock(cause: FindingCause, id: string): Markup {
  return markup`<div class="cause">
    <h3><span>${cause.cause}</span> <span class="quiet">${counted(cause.count, 'time')}</span></h3>
    ${cause.expected === '' && cause.actual === '' ? nothing : comparison(cause.expected, cause.actual)}
    ${cause.evidence.map((item, index) => evidenceBlock(item, cause, `${id}-${index + 1}`, index === 0))}
    </div>
    `;
}

function comparison(expected: string, actual: string): Markup {
  return markup`<dl class="comparison"><dt>Expected<dd>${prose(expected)}<dt>Actual<dd><code>${actual}</code></dl>
    `;
}

function evidenceBlock(item: Evidence, cause: FindingCause, id: string, isFirst: boolean): Markup {
  const isSame = item.expected === cause.expected && item.actual === cause.actual;
  return markup`<details class="evidence"${trusted(isFirst ? ' open' : '')}>
    <summary>Request ${count(item.sequence)}: ${item.status === 0 ? 'no response' : `HTTP ${item.status}`} after ${ms(item.durationMs)}</summary>
    ${definitions([
      ['Seen', `${item.phase} phase, ${item.variety}, ${item.connection} connection`],
      ['Sent again', resentWords(item)],
    ])}
    ${isSame ? nothing : comparison(item.expected, item.actual)}
    ${item.excerpt === '' ? nothing : markup`<pre class="excerpt"><code>${item.excerpt}</code></pre>`}
    ${item.curl === '' ? nothing : command(`curl-${id}`, item.curl)}
    </details>
    `;
}

function resentWords({ resent }: Evidence): string | null {
  if (resent === null) return null;
  return `the same request failed again ${resent.again} of ${counted(resent.times, 'time')}`;
}

/** Forms that the document neither allows nor forbids. */
export function contestedForms({ contested }: Finding): Markup {
  if (contested.length === 0) return nothing;
  return markup`<div class="cause">
    <h3>Neither allowed nor forbidden by the document</h3>
    <ul>${contested.map(
      ({ form, count: times, example }) =>
        markup`<li>${form}, ${counted(times, 'time')}: <code>${example}</code></li>
    `,
    )}</ul>
    </div>
    `;
}
