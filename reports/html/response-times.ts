import { roughPercentText } from '../../checks/wording.ts';
import { shareAxis, shareBar } from '../charts/endpoint-charts.ts';
import { type Markup, markup, nothing, type Piece } from '../markup.ts';
import { capacityText, isAddedUp, percentileText, shareText } from '../outcome.ts';
import type { EndpointResult, Report } from '../report.ts';
import { quietly, section, stateBadge, table } from './elements.ts';

/** A row for each endpoint, then how the figures are read. What else is known of an endpoint stands in its own section. */
export function responseTimes(report: Report): Markup {
  const { endpoints, findings } = report;
  const [first] = endpoints;
  if (first === undefined) return nothing;
  const { limitMs, reading } = first.latency;
  const confidence = roughPercentText(first.share_under_limit_interval?.confidence ?? 0.99);
  const readAs = findings.find(({ check }) => check.endsWith('-latency'))?.reading ?? '';
  const rough = isAddedUp(report) ? ' ≈: within 5 %, because several loads were added up.' : '';
  const axis = first.capacity === undefined ? ['In percent', shareAxis(first.latency)] : 'By total rate';
  return section(
    'times',
    `Answers under ${limitMs} ms`,
    table({
      name: 'Response times by endpoint',
      caption: `Bar: calls under ${limitMs} ms in percent, with the ${confidence} interval; shaded: what ${reading} requires.${rough}`,
      titles: ['Endpoint', `Under ${limitMs} ms`, axis, 'p50, ms', 'p99, ms'],
      rows: endpoints.map(endpointRow),
    }),
    quietly(readAs === '' ? '' : `Read as ${readAs}`, 'p'),
  );
}

function endpointRow(endpoint: EndpointResult): Piece[] {
  const { latency, name, capacity } = endpoint;
  const state = stateBadge(latency.verdict);
  return [
    markup`<a class="target" href="#${name}"><code>${endpoint.endpoint}</code></a><br>${latency.verdict === 'inconclusive' ? markup`<a class="target" href="#verdict">${state}</a>` : state}`,
    capacity === undefined ? markup`<strong>${shareText(endpoint)}</strong>` : '–',
    capacity === undefined ? shareBar(endpoint) : capacityText(capacity, latency.limitMs),
    ...[50, 99].map((one) => percentileText(endpoint, one) || '–'),
  ];
}
