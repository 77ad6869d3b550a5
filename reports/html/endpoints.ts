import { count, milliseconds, share } from '../format.ts';
import { type Markup, markup, nothing } from '../markup.ts';
import type { EndpointResult, Report } from '../report.ts';
import { capacityTable } from './capacity.ts';
import { section, verdictBadge } from './elements.ts';
import { endpointsTable } from './endpoints-table.ts';
import { figures } from './figures.ts';
import { latencyNotes, latencyReadings } from './latency.ts';

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
    ${connectionsNote(endpoint)}
    ${capacityTable(endpoint)}
    <div class="figures">
    ${latency === null ? nothing : latencyReadings(latency)}
    ${figures(endpoint)}</div>
    </details>
    `;
}

/** Setting up connections is no part of the response time: it stands beside it. */
function connectionsNote({ connections, requests }: EndpointResult): Markup {
  if (connections === undefined || requests === 0) return nothing;
  const { opened, reopened, setUpMedianMs, setUpP99Ms, freshCalls, freshFailures } = connections;
  const times =
    setUpMedianMs === null || setUpP99Ms === null
      ? ''
      : `, which took ${milliseconds(setUpMedianMs)} ms at the median and ${milliseconds(setUpP99Ms)} ms at p99, not included in the response time`;
  return markup`<p><strong>Connections:</strong> ${share(Math.min(1, opened / requests))} of the calls opened a connection${times}.
    ${count(reopened)} did so because the service had closed the previous one.
    ${count(freshFailures)} of ${count(freshCalls)} calls failed on connections that were fresh because the harness had closed the previous ones.</p>
    `;
}
