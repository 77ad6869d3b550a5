import { isMarked } from '../../checks/causes.ts';
import {
  countText,
  milliseconds,
  msText,
  percentText,
  perSecond,
  roughPercentText,
} from '../../checks/wording.ts';
import { histogramChart, timelineChart } from '../charts/endpoint-charts.ts';
import { type Markup, markup, nothing, type Piece, prose } from '../markup.ts';
import { percentileText } from '../outcome.ts';
import type { EndpointResult, Report } from '../report.ts';
import { definitionList, folded, quietly, type Rows, stateBadge, table } from './elements.ts';

/** A folded section for each endpoint under load: charts, figures and, unless it was said above, what its verdict rests on. */
export function endpointDetails({ endpoints }: Report): Piece {
  const broken = endpoints.find(({ latency }) => latency.verdict === 'fail');
  return endpoints.map((endpoint) => {
    const { name, latency } = endpoint;
    const { verdict, explanation } = latency;
    const isOpen = endpoint === broken;
    return folded(
      { id: name, title: markup`<code>${endpoint.endpoint}</code>`, remark: stateBadge(verdict), isOpen },
      verdict === 'fail' || verdict === 'inconclusive' ? nothing : markup`<p>${prose(explanation)}</p>`,
      capacityTable(endpoint),
      markup`<div class="figures">${figures(endpoint)}</div>`,
      definitionList(figureRows(endpoint)),
    );
  });
}

const effects = { 'no-pass': 'Prevents a pass', void: 'Not usable', warning: 'Warning' } as const;

function figureRows(endpoint: EndpointResult): Rows {
  const { answered, failed, dropped, lost, latency, maxMs } = endpoint;
  const { limitMs, verdict } = latency;
  const interval = endpoint.share_under_limit_interval;
  const counts = [
    [answered, 'succeeded'],
    [failed, 'failed'],
    [dropped, 'not sent'],
    [lost, 'others answered without a success'],
  ] as const;
  const times = [50, 95, 99, 99.9].map((one) => [`p${one}`, percentileText(endpoint, one)] as const);
  const most = maxMs === null ? '' : milliseconds(maxMs, limitMs);
  const known = [...times, ['max', most]].flatMap(([name, ms]) => (ms === '' ? [] : `${name} ${ms}`));
  return [
    ['Calls', counts.flatMap(([count, what]) => (count > 0 ? `${countText(count)} ${what}` : [])).join(', ')],
    ['Milliseconds', known.join(', ')],
    [
      `Under ${limitMs} ms`,
      interval && `${rangeOf(interval)} (${roughPercentText(interval.confidence)} interval)`,
    ],
    ['Measurement error', `${msText(latency.guardBandMs)}, subtracted before a call counts towards a fail`],
    ['Slow calls', slowCallsText(latency)],
    ...latency.conditions
      .filter(({ effect }) => verdict === 'inconclusive' || effect === 'warning')
      .map(({ id, effect, reason, remedy }) => {
        // The verdict says once for all endpoints how long the run must be.
        const words = isMarked(id, 'longer') ? reason : `${reason} → ${remedy}`;
        return [effects[effect], prose(words)] as const;
      }),
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

const legend =
  'solid: p50, dotted: p99; underlined in yellow: this machine was disturbed; in red: calls failed';

function figures({ answered, histogram, timeline, requests, latency: { limitMs } }: EndpointResult): Piece {
  return [
    answered === 0 ? nothing : figure('How long calls took', '', histogramChart(histogram, limitMs)),
    timeline.length === 0 || requests === 0
      ? nothing
      : figure('Over time', legend, timelineChart(timeline, limitMs)),
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
    caption: `Successful calls under ${limitMs} ms at each total rate, with the ${roughPercentText(confidence)} confidence interval. Calls without a success or that were not sent count as slow.`,
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
