import { count } from '../format.ts';
import { type Markup, markup, nothing } from '../markup.ts';
import type { Observation, Report } from '../report.ts';
import { section } from './elements.ts';

/** What the document does not state, and what was seen there: recorded, never deciding. */
export function observations(report: Report): Markup {
  const intro = markup`<p>Recorded, and without any weight in the verdict.</p>`;
  if (report.observations.length === 0)
    return section('observations', 'What the document does not state', markup`<p>Nothing was recorded.</p>`);
  return section(
    'observations',
    'What the document does not state',
    intro,
    markup`<div class="observations">
    ${report.observations.map(observationBlock)}</div>
    `,
  );
}

function observationBlock({ title, endpoint, values, more }: Observation): Markup {
  return markup`<details>
    <summary>${title} <span class="quiet">${endpoint}</span> ${first(values)}</summary>
    <ul>${values.map(
      ({
        value,
        count: times,
      }) => markup`<li><code>${value}</code> <span class="quiet">× ${count(times)}</span></li>
    `,
    )}${more > 0 ? markup`<li>and ${count(more)} more values</li>` : nothing}</ul>
    </details>
    `;
}

function first(values: Observation['values']): Markup {
  return values[0] === undefined ? nothing : markup`<code>${values[0].value}</code>`;
}
