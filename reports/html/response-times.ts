import { sumOf } from '../../checks/statistics/samples.ts';
import { counted, duration, milliseconds, perSecond, roughPercentText } from '../../checks/wording.ts';
import { runLine, shareAxis, shareBar } from '../charts/endpoint-charts.ts';
import { type Markup, markup, nothing, type Piece } from '../markup.ts';
import { capacityText, orDash, percentileMs, shareText } from '../outcome.ts';
import type { EndpointResult, Report } from '../report.ts';
import { quietly, section, table, verdictBadge } from './elements.ts';

/** A row for each endpoint, then how the figures are read. What else is known of an endpoint stands in its own section. */
export function responseTimes(report: Report): Markup {
  const { endpoints, findings } = report;
  const [first] = endpoints;
  if (first === undefined) return nothing;
  const { limitMs, reading } = first.latency;
  const confidence = roughPercentText(first.share_under_limit_interval?.confidence ?? 0.99);
  const readAs = findings.find(({ check }) => check.endsWith('-latency'))?.reading ?? '';
  const p99s = endpoints.flatMap(({ timeline }) => timeline.flatMap(({ p99Ms }) => p99Ms ?? []));
  const ends = [Math.max(0.01, Math.min(...p99s, limitMs)), Math.max(...p99s, limitMs)] as const;
  const axis = first.capacity === undefined ? ['In percent', shareAxis(first.latency)] : 'By total rate';
  return section(
    'times',
    `Answers under ${limitMs} ms`,
    table({
      name: 'Response times by endpoint',
      caption: `Bar: calls under ${limitMs} ms in percent, with the ${confidence} interval; shaded: what ${reading} requires. Line: dashed at ${limitMs} ms; shaded in the warm-up; underlined where other programs disturbed this machine or calls were sent late; red below where calls failed.`,
      titles: ['Endpoint', `Under ${limitMs} ms`, axis, 'p50', 'p99', 'p99 over the run'],
      rows: endpoints.map((endpoint) => endpointRow(endpoint, ends)),
    }),
    quietly([loadText(report), readAs === '' ? '' : `Read as ${readAs}`].join(' '), 'p'),
  );
}

function endpointRow(endpoint: EndpointResult, [lowestMs, highestMs]: readonly [number, number]): Piece[] {
  const { latency, name, capacity, timeline } = endpoint;
  const { limitMs, verdict } = latency;
  const state = latencyBadge(latency);
  const isTimed = timeline.some(({ p99Ms }) => p99Ms !== null);
  return [
    markup`<a class="target" href="#${name}"><code>${endpoint.endpoint}</code></a><br>${verdict === 'inconclusive' ? markup`<a class="target" href="#verdict">${state}</a>` : state}`,
    capacity === undefined ? markup`<strong>${shareText(endpoint)}</strong>` : '–',
    barOrRates(endpoint),
    ...[50, 99].map((one) => orDash(percentileMs(endpoint, one), (ms) => milliseconds(ms, limitMs))),
    isTimed ? runLine(endpoint, lowestMs, highestMs) : '–',
  ];
}

function barOrRates(endpoint: EndpointResult): Piece {
  const { capacity, latency, share_under_limit: seen } = endpoint;
  if (capacity !== undefined) return capacityText(capacity, latency.limitMs);
  return seen === null ? nothing : shareBar(endpoint);
}

export function latencyBadge({ verdict }: EndpointResult['latency']): Markup {
  return verdictBadge(verdict === 'not-applicable' ? 'not-judged' : verdict);
}

function loadText({ endpoints, load, run }: Report): string {
  if (load === null) return '';
  const requests = sumOf(endpoints, (endpoint) => endpoint.requests);
  if (run.completeness !== 'complete')
    return `${counted(requests, 'call')} measured before the run ended, after ${duration(run.durationMs)}.`;
  return `${counted(requests, 'call')} measured in ${duration(load.measuredMs)} at ${perSecond(load.achievedRate)}, after a warm-up of ${duration(load.warmUpMs)}.`;
}
