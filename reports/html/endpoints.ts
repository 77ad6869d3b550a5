import { type Markup, markup, nothing } from '../markup.ts';
import type { EndpointResult, Report } from '../report.ts';
import { certificate } from './certificate.ts';
import { section, verdictBadge } from './elements.ts';
import { endpointsTable } from './endpoints-table.ts';
import { figures } from './figures.ts';
import { latencyNotes } from './latency.ts';

/** The load: one table over all endpoints, then each with its charts. */
export function endpoints(report: Report): Markup {
  if (report.endpoints.length === 0)
    return section('endpoints', 'Endpoints', markup`<p>This scenario put no load on the service.</p>`);
  return section('endpoints', 'Endpoints', endpointsTable(report), report.endpoints.map(endpointBlock));
}

function endpointBlock(endpoint: EndpointResult): Markup {
  const { latency, name } = endpoint;
  return markup`<details class="endpoint" id="${name}" open>
    <summary><h3><code>${endpoint.endpoint}</code></h3>${latency === null ? nothing : verdictBadge(latency.verdict)}</summary>
    ${latency === null ? markup`<p>No call was judged.</p>` : latencyNotes(latency)}
    <div class="figures">
    ${latency === null ? nothing : certificate(endpoint, latency)}
    ${figures(endpoint)}</div>
    </details>
    `;
}
