import { sumOf } from '../../checks/statistics/samples.ts';
import {
  counted,
  countText,
  milliseconds,
  msText,
  percentText,
  perSecond,
  roughPercentText,
} from '../../checks/wording.ts';
import { fromMs, histogramChart, timelineChart } from '../charts/endpoint-charts.ts';
import { type Markup, markup, nothing, type Part, prose } from '../markup.ts';
import { percentileMs } from '../outcome.ts';
import type { Capacity, EndpointResult, LatencyResult, NetworkResult, Report } from '../report.ts';
import { definitionList, folded, quietly, table, verdictBadge } from './elements.ts';
import { latencyBadge } from './response-times.ts';

/** Each endpoint under load: charts, figures, and what its verdict rests on. */
export function endpointDetails({ endpoints }: Report): Part {
  return endpoints.map((endpoint) => {
    const { name, latency, parts } = endpoint;
    const title = markup`<code>${endpoint.endpoint}</code>`;
    return folded(
      { id: name, title, remark: latencyBadge(latency), isOpen: latency.verdict === 'fail' },
      explanationOf(latency),
      capacityTable(endpoint),
      markup`<div class="figures">${figures(endpoint)}
    ${definitionList(figureRows(endpoint))}
    ${parts.length === 0 ? nothing : partsTable(endpoint)}</div>`,
    );
  });
}

/** What is not a pass stands above. */
function explanationOf({ verdict, explanation }: LatencyResult): Markup {
  return verdict === 'pass' || verdict === 'not-applicable' ? markup`<p>${prose(explanation)}</p>` : nothing;
}

function figureRows(endpoint: EndpointResult): readonly (readonly [string, Part])[] {
  const {
    requests,
    answered,
    failed,
    dropped,
    lost,
    latency,
    maxMs,
    share_under_limit_interval: interval,
  } = endpoint;
  const { limitMs, certifiedShare, refutedShare, effectiveSamples, designEffect } = latency;
  const others = [
    [failed, 'failed'],
    [dropped, 'not sent'],
    [lost, 'lost (turned away, redirected or refused), which are none of them'],
  ] as const;
  const counts = [[answered, 'answered'] as const, ...others].filter(([count]) => count > 0);
  const times = [50, 95, 99, 99.9].flatMap((percentile) => {
    const ms = percentileMs(endpoint, percentile);
    return ms === null ? [] : `p${percentile} ${milliseconds(ms, limitMs)}`;
  });
  return [
    [
      'Calls',
      `${countText(requests)}: ${counts.map(([count, what]) => `${countText(count)} ${what}`).join(', ')}`,
    ],
    ['Milliseconds', maxMs === null ? null : [...times, `max ${milliseconds(maxMs, limitMs)}`].join(', ')],
    [
      `Under ${limitMs} ms`,
      interval === null
        ? null
        : `${percentText(interval.lower, 'down')} – ${percentText(interval.upper, 'up')} (${roughPercentText(interval.confidence)} interval)`,
    ],
    ['Proven', certifiedShare === null ? null : `at least ${percentText(certifiedShare, 'down')}`],
    ['Ruled out', refutedShare === null ? null : `more than ${percentText(refutedShare, 'up')}`],
    [
      'Evidence',
      `${countText(effectiveSamples)} independent calls (design effect ${designEffect.toFixed(1)})`,
    ],
    ['Stalls that would show', `up to ${msText(latency.stallResolutionMs)}`],
    ['Guard band', `${msText(latency.guardBandMs)}: ${latency.guardBandSource}`],
    [
      'Read otherwise',
      latency.readings.map(({ reading, verdict }) => markup`${reading} ${verdictBadge(verdict)} `),
    ],
    ['Network', endpoint.network === undefined ? null : networkText(endpoint.network)],
    ['Connections', connectionsText(endpoint)],
  ];
}

/** The network's part of the response times. */
function networkText({
  handshakes,
  medianMs,
  p99Ms,
  takenOffMs,
  serviceP99AtMostMs: atMost,
}: NetworkResult): string {
  const source =
    handshakes > 0 ? `${countText(handshakes)} TCP handshakes under load` : 'handshakes before the load';
  return [
    `a round trip took ${milliseconds(medianMs)} ms at the median and ${milliseconds(p99Ms)} ms at p99 (${source})`,
    ...(takenOffMs > 0 ? [`${milliseconds(takenOffMs)} ms of it is taken off each call`] : []),
    ...(atMost === null ? [] : [`the service itself took at most ${milliseconds(atMost)} ms at p99`]),
  ].join('; ');
}

function connectionsText({ connections }: EndpointResult): string | null {
  if (connections === undefined) return null;
  return `${counted(connections.opened, 'call')} opened one, ${countText(connections.reopened)} of them because the service had closed another`;
}

/** The charts of one endpoint. */
function figures(endpoint: EndpointResult): Part {
  const { answered, histogram, timeline, requests, latency } = endpoint;
  const { limitMs } = latency;
  const over = sumOf(
    histogram.filter(({ upToMs }) => fromMs(upToMs) >= limitMs),
    ({ count }) => count,
  );
  const failed = sumOf(
    timeline.filter(({ warmUp }) => !warmUp),
    (slice) => slice.failed,
  );
  return [
    answered === 0
      ? nothing
      : figure(
          'How long calls took',
          `${countText(over)} of ${countText(answered)} answers took ${limitMs} ms or more`,
          histogramChart(histogram, limitMs),
        ),
    timeline.length === 0 || requests === 0
      ? nothing
      : figure('Over time', `${countText(failed)} failed`, timelineChart(timeline, limitMs)),
  ];
}

function figure(title: string, words: string, chart: Markup): Markup {
  return markup`<figure>
    <figcaption><strong>${title}</strong> ${quietly(words)}</figcaption>
    ${chart}
    </figure>
    `;
}

function partsTable({ parts, name }: EndpointResult): Markup {
  return table({
    name: `Parts of a call of ${name}`,
    caption: 'Milliseconds; blocked, connecting and TLS are not part of the response time.',
    titles: ['Part of a call', 'Median', 'p99'],
    figuresFrom: 1,
    rows: parts.map(({ part, medianMs, p99Ms }) => [part, milliseconds(medianMs), milliseconds(p99Ms)]),
  });
}

/** The result at each rate of a changing load. */
function capacityTable({ capacity, latency: { limitMs }, name }: EndpointResult): Markup {
  if (capacity === undefined) return nothing;
  const confidence = capacity.levels[0]?.share_under_limit_interval?.confidence ?? 0.95;
  return table({
    name: `Rates of ${name}`,
    caption: `Successful calls under ${limitMs} ms at each total rate, with the ${roughPercentText(confidence)} confidence interval. Calls that the service turned away, that failed or that were not sent count as slow.`,
    titles: ['Rate', 'Result', 'Calls', 'Slow', 'Not sent', `Under ${limitMs} ms`],
    figuresFrom: 2,
    rows: capacity.levels.map(levelRow),
  });
}

function levelRow(level: Capacity['levels'][number]): readonly Part[] {
  const { share_under_limit: seen, share_under_limit_interval: interval } = level;
  return [
    `${perSecond(level.rate)}${level.afterPeak ? ', after the peak' : ''}`,
    level.generatorLimited ? 'unknown: the load generator reached its limit' : level.state,
    ...[level.requests, level.slow, level.dropped].map(countText),
    seen === null || interval === null
      ? '–'
      : `${percentText(seen)} (${percentText(interval.lower, 'down')} – ${percentText(interval.upper, 'up')})`,
  ];
}
