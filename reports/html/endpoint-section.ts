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
import { capacityText, percentileMs } from '../outcome.ts';
import { remediesOnce, remedyLines } from '../reasons.ts';
import type { Capacity, Condition, EndpointResult, LatencyResult, Report } from '../report.ts';
import {
  badge,
  definitionList,
  quietly,
  type ReasonRow,
  reasonList,
  section,
  table,
  verdictBadge,
} from './elements.ts';

/** The load: one table over all endpoints, then each with its charts. */
export function endpointsSection(report: Report): Markup {
  if (report.endpoints.length === 0)
    return section('endpoints', 'Endpoints', markup`<p>This scenario put no load on the service.</p>`);
  return section('endpoints', 'Endpoints', endpointsTable(report), report.endpoints.map(endpointBlock));
}

const shownPercentiles = [50, 95, 99, 99.9];

/** A row for each endpoint: its calls, their share under the limit, their response times. */
function endpointsTable({ endpoints }: Report): Markup {
  const percentiles = shownPercentiles.map((percentile) => `p${percentile}`);
  const under = `Under ${endpoints[0]?.latency.limitMs} ms`;
  return table({
    name: 'Endpoint table',
    caption:
      'Answered calls in milliseconds. Calls that failed, were not sent, were sent late by this machine or had to be repeated count as slow; lost calls (refused or turned away) do not count. A percentile is left out if there are too few samples for it.',
    titles: ['Endpoint', 'Verdict', 'Calls', 'Answered', under, ...percentiles, 'Max'],
    figuresFrom: 2,
    rows: endpoints.map(endpointRow),
  });
}

function endpointRow(endpoint: EndpointResult): readonly Part[] {
  const { name, latency, share_under_limit: seen, share_under_limit_interval: interval } = endpoint;
  const times = [...shownPercentiles.map((percentile) => percentileMs(endpoint, percentile)), endpoint.maxMs];
  const others = unanswered.filter(([kind]) => endpoint[kind] > 0);
  return [
    markup`<a class="target" href="#${name}"><code>${endpoint.endpoint}</code></a>`,
    verdictBadge(latency.verdict),
    countText(endpoint.requests),
    [
      countText(endpoint.answered),
      others.map(([kind, words]) => quietly(`${countText(endpoint[kind])} ${words}`)),
    ],
    seen === null
      ? '–'
      : [markup`<strong>${percentText(seen)}</strong>`, quietly(interval === null ? '' : rangeOf(interval))],
    ...times.map((ms) => (ms === null ? '–' : milliseconds(ms, latency.limitMs))),
  ];
}

const unanswered = [
  ['failed', 'failed'],
  ['dropped', 'not sent'],
  ['lost', 'lost'],
] as const;

function rangeOf({ lower, upper }: { readonly lower: number; readonly upper: number }): string {
  return `${percentText(lower, 'down')} – ${percentText(upper, 'up')}`;
}

function endpointBlock(endpoint: EndpointResult): Markup {
  const { latency, name } = endpoint;
  return markup`<details class="endpoint" id="${name}" open>
    <summary><h3><code>${endpoint.endpoint}</code></h3>${verdictBadge(latency.verdict)}</summary>
    ${latencyNotes(latency)}
    ${networkNote(endpoint)}
    ${capacityTable(endpoint)}
    <div class="figures">
    ${figures(endpoint)}
    ${readings(latency, name)}</div>
    </details>
    `;
}

/** The latency verdict, its reading, and what weakens it. */
function latencyNotes({ explanation, reading, readingOrigin, conditions }: LatencyResult): Markup {
  const chosen = readingOrigin === 'declared' ? 'declared in the contract' : "the harness's own choice";
  return markup`<p>${prose(explanation)} Read as <strong>${reading}</strong>, ${chosen}.</p>
    ${conditions.length === 0 ? nothing : reasonList(remediesOnce(conditions).map(conditionRow))}
    `;
}

const effects: Readonly<Record<Condition['effect'], Markup>> = {
  'no-pass': badge({ tone: 'unclear', word: 'Prevents a pass' }),
  void: badge({ tone: 'unclear', word: 'Not usable' }),
  warning: badge({ tone: 'plain', word: 'Warning' }),
};

function conditionRow({ effect, reason, remedy }: Condition): ReasonRow {
  return { sign: effects[effect], text: reason, below: remedyLines(remedy) };
}

/** The network's part of the response times. */
function networkNote({ network }: EndpointResult): Markup {
  if (network === undefined) return nothing;
  const { handshakes, medianMs, p99Ms, takenOffMs, serviceP99AtMostMs: atMost } = network;
  const source =
    handshakes > 0 ? `${countText(handshakes)} TCP handshakes under load` : 'handshakes before the load';
  return markup`<p><strong>Network:</strong> a round trip took ${milliseconds(medianMs)} ms at the median and ${milliseconds(p99Ms)} ms at p99 (${source}).
    ${takenOffMs > 0 ? `${milliseconds(takenOffMs)} ms of it is taken off each call.` : ''}
    ${atMost === null ? '' : `The service itself took at most ${milliseconds(atMost)} ms at p99.`}</p>
    `;
}

/** The charts of one endpoint, and where the time went. */
function figures(endpoint: EndpointResult): Part {
  const { limitMs } = endpoint.latency;
  return [
    endpoint.answered === 0 ? nothing : histogramFigure(endpoint, limitMs),
    endpoint.timeline.length === 0 || endpoint.requests === 0 ? nothing : timelineFigure(endpoint, limitMs),
    endpoint.parts.length === 0 ? nothing : partsTable(endpoint),
  ];
}

function histogramFigure({ answered, histogram }: EndpointResult, limitMs: number): Markup {
  const over = histogram.filter(({ upToMs }) => fromMs(upToMs) >= limitMs);
  const slow = countText(sumOf(over, ({ count }) => count));
  const sentence = `${counted(answered, 'answered call')}; ${slow} took ${limitMs} ms or more.`;
  return figure('How long calls took.', sentence, histogramChart(histogram, limitMs));
}

function timelineFigure({ timeline }: EndpointResult, limitMs: number): Markup {
  const failed = sumOf(
    timeline.filter(({ warmUp }) => !warmUp),
    (slice) => slice.failed,
  );
  const sentence = `${countText(failed)} failed in the measured window; the warm-up is shaded and not judged.`;
  return figure('Over time.', sentence, timelineChart(timeline, limitMs));
}

function figure(title: string, sentence: string, chart: Markup): Markup {
  return markup`<figure>
    <figcaption><strong>${title}</strong> ${sentence}</figcaption>
    ${chart}
    </figure>
    `;
}

function partsTable({ parts, name, connections }: EndpointResult): Markup {
  const opened =
    connections === undefined
      ? ''
      : ` ${counted(connections.opened, 'call')} opened a connection, ${countText(connections.reopened)} of them because the service had closed another.`;
  return markup`<details><summary>Where the time went</summary>${table({
    name: `Parts of a call of ${name}`,
    caption: `Parts of a call in milliseconds; blocked, connecting and TLS are not part of the response time.${opened}`,
    titles: ['Part', 'Median', 'p99'],
    figuresFrom: 1,
    rows: parts.map(({ part, medianMs, p99Ms }) => [
      part === 'tls' ? 'TLS' : part,
      milliseconds(medianMs),
      milliseconds(p99Ms),
    ]),
  })}</details>`;
}

/** The result at each rate of a changing load. */
function capacityTable({ capacity, latency: { limitMs }, name }: EndpointResult): Markup {
  if (capacity === undefined) return nothing;
  const confidence = capacity.levels[0]?.share_under_limit_interval?.confidence ?? 0.95;
  const levels = table({
    name: `Rates of ${name}`,
    caption: `Successful calls under ${limitMs} ms at each total rate, with the ${roughPercentText(confidence)} confidence interval. Calls that the service turned away, that failed or that were not sent count as slow.`,
    titles: ['Rate', 'Result', 'Calls', 'Slow', 'Not sent', `Under ${limitMs} ms`],
    figuresFrom: 2,
    rows: capacity.levels.map(levelRow),
  });
  return markup`<p><strong>Capacity:</strong> ${capacityText(capacity, limitMs)}.</p>${levels}`;
}

function levelRow(level: Capacity['levels'][number]): readonly Part[] {
  const { share_under_limit: seen, share_under_limit_interval: interval } = level;
  return [
    `${perSecond(level.rate)}${level.afterPeak ? ', after the peak' : ''}`,
    level.generatorLimited ? 'unknown: the load generator reached its limit' : level.state,
    ...[level.requests, level.slow, level.dropped].map(countText),
    seen === null || interval === null ? '–' : `${percentText(seen)} (${rangeOf(interval)})`,
  ];
}

/** The verdict under every usual reading of the figure, and the evidence behind it. */
function readings(latency: LatencyResult, name: string): Markup {
  const rows = latency.readings.map(({ reading, verdict }) => [
    reading === latency.reading ? markup`<strong>${reading}</strong> (decides)` : reading,
    verdictBadge(verdict),
  ]);
  const { certifiedShare, refutedShare, limitMs, effectiveSamples, designEffect } = latency;
  const independent = `${countText(effectiveSamples)} independent calls (design effect ${designEffect.toFixed(1)})`;
  return markup`<details><summary>Other readings, and what the verdict rests on</summary>
    ${table({ name: `Readings of ${name}`, caption: 'The verdict under every usual reading of the figure', titles: ['Reading', 'Verdict'], figuresFrom: 2, rows })}
    ${definitionList([
      [
        `Under ${limitMs} ms`,
        certifiedShare === null ? null : `at least ${percentText(certifiedShare, 'down')}`,
      ],
      ['Ruled out', refutedShare === null ? null : `more than ${percentText(refutedShare, 'up')}`],
      ['Evidence', independent],
      ['Stalls seen', `up to ${msText(latency.stallResolutionMs)}`],
      ['Guard band', `${msText(latency.guardBandMs)}: ${latency.guardBandSource}`],
    ])}</details>`;
}
