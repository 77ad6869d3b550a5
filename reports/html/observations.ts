import { count } from '../format.ts';
import { type Markup, markup, type Part } from '../markup.ts';
import type { Observation, Report } from '../report.ts';
import { definitions, section } from './elements.ts';

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
    definitions(report.observations.map(row)),
  );
}

function row({ title, endpoint, values, more }: Observation): readonly [Part, Part] {
  const seen = values.map(
    ({ value, count: times }, index) =>
      markup`${index === 0 ? '' : ', '}<code>${value}</code> × ${count(times)}`,
  );
  const term = endpoint === '' ? title : markup`${title}<span class="quiet">${endpoint}</span>`;
  return [term, more > 0 ? [seen, ` and ${count(more)} more values`] : seen];
}
