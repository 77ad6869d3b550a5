import { fromMs, histogramChart, histogramSentence } from '../charts/histogram.ts';
import { percentileChart } from '../charts/percentile-curve.ts';
import { partWords, timePartsChart } from '../charts/time-parts.ts';
import { timelineChart } from '../charts/timeline.ts';
import { count, milliseconds } from '../format.ts';
import { type Markup, markup, nothing, type Part } from '../markup.ts';
import type { EndpointResult, TimeSlice } from '../report.ts';
import { numbersTable, scrolling } from './elements.ts';

/** The charts of one endpoint, each with its table behind it. */
export function figures(endpoint: EndpointResult): Part {
  const limitMs = endpoint.latency?.limitMs ?? 20;
  return [
    endpoint.answered === 0 ? nothing : histogramFigure(endpoint, limitMs),
    endpoint.percentiles.length < 2 ? nothing : percentileFigure(endpoint, limitMs),
    endpoint.timeline.length === 0 || endpoint.requests === 0 ? nothing : timelineFigure(endpoint, limitMs),
    endpoint.parts.length === 0 ? nothing : partsFigure(endpoint),
  ];
}

/** A chart with what it says in words, and its numbers in a table behind it. */
function figure(title: string, sentence: string, chart: Markup, numbers: Markup): Markup {
  return markup`<figure>
    <figcaption><strong>${title}</strong> ${sentence}</figcaption>
    ${chart}
    <details class="numbers"><summary>Numbers</summary>${numbers}</details>
    </figure>
    `;
}

function histogramFigure(endpoint: EndpointResult, limitMs: number): Markup {
  const { histogram } = endpoint;
  const sentence = histogramSentence(endpoint, limitMs);
  const rows = histogram.map(({ upToMs, count: calls }, index) => [
    upToMs === null
      ? `over ${edge(fromMs(histogram, index))}`
      : `${edge(fromMs(histogram, index))} – ${edge(upToMs)}`,
    count(calls),
  ]);
  return figure(
    'How long calls took.',
    sentence,
    histogramChart(histogram, limitMs),
    numbersTable(
      'Answered calls by response time: above the first number, up to the second',
      ['Milliseconds', 'Calls'],
      rows,
    ),
  );
}

function edge(ms: number): string {
  return String(Number(ms.toPrecision(3)));
}

function percentileFigure(endpoint: EndpointResult, limitMs: number): Markup {
  const { percentiles } = endpoint;
  const last = percentiles.at(-1);
  const sentence =
    last === undefined
      ? ''
      : `Up to p${last.percentile}, the highest percentile that ${count(endpoint.answered)} calls support.`;
  return figure(
    'Percentiles.',
    sentence,
    percentileChart(percentiles, limitMs),
    numbersTable(
      'Percentiles of answered calls',
      ['Percentile', 'Milliseconds'],
      percentiles.map(({ percentile, ms }) => [`p${percentile}`, milliseconds(ms, limitMs)]),
    ),
  );
}

function timelineFigure(endpoint: EndpointResult, limitMs: number): Markup {
  const { timeline } = endpoint;
  const measured = timeline.filter(({ warmUp }) => !warmUp);
  const failed = measured.reduce((sum, slice) => sum + slice.failed, 0);
  const sentence = `${count(failed)} failed in the measured window; the warm-up is shaded and not judged.`;
  return figure(
    'Over time.',
    sentence,
    timelineChart(timeline, limitMs),
    scrolling(
      `Figures over time, ${endpoint.endpoint}`,
      numbersTable(
        'Time from the start of the warm-up; response times in milliseconds. Merged slices show their highest percentile.',
        ['From, s', 'Calls', 'Slow', 'Failed', 'p50', 'p95', 'p99'],
        timeline.map((slice) => sliceRow(slice, limitMs)),
      ),
    ),
  );
}

function sliceRow(slice: TimeSlice, limitMs: number): readonly string[] {
  const times = [slice.p50Ms, slice.p95Ms, slice.p99Ms].map((value) =>
    value === null ? '–' : milliseconds(value, limitMs),
  );
  const from = `${slice.startMs / 1000}${slice.warmUp ? ' (warm-up)' : ''}`;
  return [from, count(slice.requests), count(slice.slow), count(slice.failed), ...times];
}

function partsFigure({ parts }: EndpointResult): Markup {
  const longest = parts.toSorted((a, b) => b.medianMs - a.medianMs)[0];
  const sentence = longest === undefined ? '' : `Largest part: ${partWords[longest.part]}.`;
  return figure(
    'Where the time went.',
    sentence,
    timePartsChart(parts),
    numbersTable(
      'Parts of a call in milliseconds; blocked, connecting and TLS are not part of the response time',
      ['Part', 'Median', 'p99'],
      parts.map(({ part, medianMs, p99Ms }) => [
        partWords[part],
        milliseconds(medianMs),
        milliseconds(p99Ms),
      ]),
    ),
  );
}
