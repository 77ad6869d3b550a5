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
import { type Markup, markup, nothing, type Piece, prose } from '../markup.ts';
import { percentileMs } from '../outcome.ts';
import type { EndpointResult, Report } from '../report.ts';
import { definitionList, folded, quietly, type Rows, table, verdictBadge } from './elements.ts';
import { latencyBadge } from './response-times.ts';

/** A folded section for each endpoint under load: charts, figures and, unless it was said above, what its verdict rests on. */
export function endpointDetails({ endpoints }: Report): Piece {
  const broken = endpoints.find(({ latency }) => latency.verdict === 'fail');
  return endpoints.map((endpoint) => {
    const { name, latency } = endpoint;
    const { verdict, explanation } = latency;
    const isOpen = endpoint === broken;
    return folded(
      { id: name, title: markup`<code>${endpoint.endpoint}</code>`, remark: latencyBadge(latency), isOpen },
      verdict === 'fail' || verdict === 'inconclusive' ? nothing : markup`<p>${prose(explanation)}</p>`,
      capacityTable(endpoint),
      markup`<div class="figures">${figures(endpoint)}</div>`,
      definitionList(figureRows(endpoint)),
    );
  });
}

const effects = { 'no-pass': 'Prevents a pass', void: 'Not usable', warning: 'Warning' } as const;

function figureRows(endpoint: EndpointResult): Rows {
  const { answered, failed, dropped, lost, latency, maxMs, parts, network, connections } = endpoint;
  const { limitMs, designEffect } = latency;
  const interval = endpoint.share_under_limit_interval;
  const counts = [
    [answered, 'answered'],
    [failed, 'failed'],
    [dropped, 'not sent'],
    [lost, 'others turned away, redirected or refused'],
  ] as const;
  const times = [50, 95, 99, 99.9].map((one) => [`p${one}`, percentileMs(endpoint, one)] as const);
  const known = [...times, ['max', maxMs] as const].flatMap(([name, ms]) =>
    ms === null ? [] : `${name} ${milliseconds(ms, limitMs)}`,
  );
  const shares = parts.map(
    ({ part, medianMs, p99Ms }) => `${part} ${milliseconds(medianMs)}/${milliseconds(p99Ms)}`,
  );
  const atMost = network?.serviceP99AtMostMs ?? null;
  return [
    ['Calls', counts.flatMap(([count, what]) => (count > 0 ? `${countText(count)} ${what}` : [])).join(', ')],
    ['Milliseconds', known.join(', ')],
    ['Parts of a call, p50/p99', shares.join(', ')],
    [
      `Under ${limitMs} ms`,
      interval && `${rangeOf(interval)} (${roughPercentText(interval.confidence)} interval)`,
    ],
    [
      'Evidence',
      `worth ${countText(latency.effectiveSamples)} independent calls${designEffect < 1.05 ? '' : `, because slow calls come in bursts (design effect ${designEffect.toFixed(1)})`}`,
    ],
    ['Stalls that would show', `up to ${msText(latency.stallResolutionMs)}`],
    ['Taken off for a fail', `${msText(latency.guardBandMs)}: ${latency.guardBandSource}`],
    ['Service without the network', atMost === null ? null : `at most ${msText(atMost)} at p99`],
    [
      'Connections',
      `At least ${counted(connections.opened, 'call')} opened one, ${countText(connections.reopened)} because the service had closed another`,
    ],
    ['Slow calls', slowCallsText(latency)],
    ...latency.conditions
      .filter(({ effect }) => latency.verdict === 'inconclusive' || effect === 'warning')
      .map(({ effect, reason, remedy }) => [effects[effect], prose(`${reason} → ${remedy}`)] as const),
    [
      'Other readings',
      latency.readings.map(({ reading, verdict }) => markup`${reading} ${verdictBadge(verdict)} `),
    ],
  ];
}

function slowCallsText({ slowCalls, quiet }: EndpointResult['latency']): string {
  if (slowCalls.length === 0) return '';
  const kinds = slowCalls.map(({ what, count }) => `${countText(count)} × ${what}`).join(', ');
  return quiet === undefined ? kinds : `${kinds}, in the time that other programs did not disturb`;
}

function rangeOf({ lower, upper }: { readonly lower: number; readonly upper: number }): string {
  return `${percentText(lower, 'down')} – ${percentText(upper, 'up')}`;
}

function figures({ answered, histogram, timeline, requests, latency }: EndpointResult): Piece {
  const { limitMs } = latency;
  const slow = histogram.filter(({ upToMs }) => fromMs(upToMs) >= limitMs);
  const over = sumOf(slow, ({ count }) => count);
  const measured = timeline.filter(({ warmUp }) => !warmUp);
  const failed = sumOf(measured, (slice) => slice.failed);
  // Where the limit lies inside a bucket, only some of its calls took as long.
  const isSplit = histogram.some(({ upToMs }) => fromMs(upToMs) < limitMs && (upToMs ?? Infinity) > limitMs);
  const least = isSplit ? 'at least ' : '';
  const times = `${least}${countText(over)} of ${countText(answered)} answers took ${limitMs} ms or more`;
  return [
    answered === 0 ? nothing : figure('How long calls took', times, histogramChart(histogram, limitMs)),
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

/** The result at each rate of a changing load. */
function capacityTable({ capacity, latency: { limitMs }, name }: EndpointResult): Markup {
  if (capacity === undefined) return nothing;
  const confidence = capacity.levels[0]?.share_under_limit_interval?.confidence ?? 0.95;
  return table({
    name: `Rates of ${name}`,
    caption: `Successful calls under ${limitMs} ms at each total rate, with the ${roughPercentText(confidence)} confidence interval. Calls that the service turned away, that failed or that were not sent count as slow.`,
    titles: ['Rate', 'Result', 'Calls', 'Slow', 'Not sent', `Under ${limitMs} ms`],
    figuresFrom: 2,
    rows: capacity.levels.map(
      ({ share_under_limit: seen, share_under_limit_interval: interval, ...level }) => [
        `${perSecond(level.rate)}${level.afterPeak ? ', after the peak' : ''}`,
        level.generatorLimited ? 'unknown: the load generator reached its limit' : level.state,
        ...[level.requests, level.slow, level.dropped].map(countText),
        seen === null || interval === null ? '–' : `${percentText(seen)} (${rangeOf(interval)})`,
      ],
    ),
  });
}
