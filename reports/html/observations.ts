import { count } from '../format.ts';
import { type Markup, markup, nothing, prose } from '../markup.ts';
import type { Observation, Report } from '../report.ts';
import { section } from './elements.ts';

/** What the document does not state, and what was seen there: recorded, never deciding. */
export function observations(report: Report): Markup {
  const words =
    report.observations.length === 0
      ? 'Nothing was recorded.'
      : 'Recorded, and without any weight in the verdict.';
  return section(
    'observations',
    'What the document does not state',
    markup`<p>${words}</p>
    `,
    list(report.observations),
  );
}

/** One term for each title, with what was seen at each endpoint. */
function list(observations: readonly Observation[]): Markup {
  if (observations.length === 0) return nothing;
  const titles = [...new Set(observations.map(({ title }) => title))];
  return markup`<dl>${titles.map(
    (title) => markup`<dt>${prose(title)}${observations.filter((one) => one.title === title).map(seen)}
    `,
  )}</dl>
    `;
}

function seen({ endpoint, values, more }: Observation): Markup {
  const shown = values.map(
    ({ value, count: times }, index) =>
      markup`${index === 0 ? '' : ', '}<code>${value}</code>\u00a0× ${count(times)}`,
  );
  const rest = more > 0 ? ` and ${count(more)} more values` : '';
  return markup`<dd>${shown}${rest}${endpoint === '' ? nothing : markup` <span class="quiet">${endpoint}</span>`}`;
}
