import { sumOf } from '../../checks/statistics/samples.ts';
import { counted, countText, milliseconds, perSecond, roughPercentText } from '../../checks/wording.ts';
import { fromMs, histogramChart } from '../charts/histogram.ts';
import { timelineChart } from '../charts/timeline.ts';
import { type Markup, markup, nothing, type Part } from '../markup.ts';
import { comparedTexts, verdictLooks } from '../outcome.ts';
import type { ComparedEndpoint, EndpointResult, Report, TimeSlice } from '../report.ts';
import { badge, capitalised, quietly, section, type Table, table } from './elements.ts';

/** The charts of one endpoint, each with a table of its numbers, and where the time went. */
export function figures(endpoint: EndpointResult): Part {
  const { limitMs } = endpoint.latency;
  return [
    endpoint.answered === 0 ? nothing : histogramFigure(endpoint, limitMs),
    endpoint.timeline.length === 0 || endpoint.requests === 0 ? nothing : timelineFigure(endpoint, limitMs),
    endpoint.parts.length === 0 ? nothing : partsTable(endpoint),
  ];
}

/** A chart with a sentence and a folded table of its numbers. */
function figure(title: string, sentence: string, chart: Markup, numbers: Omit<Table, 'figuresFrom'>): Markup {
  return markup`<figure>
    <figcaption><strong>${title}</strong> ${sentence}</figcaption>
    ${chart}
    <details class="numbers"><summary>Numbers</summary>${table({ ...numbers, figuresFrom: 1 })}</details>
    </figure>
    `;
}

function histogramFigure(endpoint: EndpointResult, limitMs: number): Markup {
  const { answered, slow, failed, dropped, histogram } = endpoint;
  const slowAnswers = countText(Math.max(slow - failed - dropped, 0));
  return figure(
    'How long calls took.',
    `${counted(answered, 'answered call')}; ${slowAnswers} took ${limitMs} ms or more.`,
    histogramChart(histogram, limitMs),
    {
      name: `Response times of ${endpoint.name}`,
      caption: 'Answered calls by response time: above the first number, up to the second',
      titles: ['Milliseconds', 'Calls'],
      rows: histogram.map(({ upToMs, count }) => {
        const from = edge(fromMs(upToMs));
        return [upToMs === null ? `over ${from}` : `${from} – ${edge(upToMs)}`, countText(count)];
      }),
    },
  );
}

function edge(ms: number): string {
  return String(Number(ms.toPrecision(3)));
}

function timelineFigure({ timeline, name }: EndpointResult, limitMs: number): Markup {
  const measured = timeline.filter(({ warmUp }) => !warmUp);
  const failed = sumOf(measured, (slice) => slice.failed);
  return figure(
    'Over time.',
    `${countText(failed)} failed in the measured window; the warm-up is shaded and not judged.`,
    timelineChart(timeline, limitMs),
    {
      name: `Figures of ${name} over time`,
      caption: 'Time from the start of the warm-up; response times in milliseconds.',
      titles: ['From, s', 'Calls', 'Slow', 'Failed', 'p50', 'p95', 'p99'],
      rows: timeline.map((slice) => sliceRow(slice, limitMs)),
    },
  );
}

function sliceRow(slice: TimeSlice, limitMs: number): readonly string[] {
  const times = [slice.p50Ms, slice.p95Ms, slice.p99Ms].map((value) =>
    value === null ? '–' : milliseconds(value, limitMs),
  );
  const from = `${(slice.startMs / 1000).toFixed(2)}${slice.warmUp ? ' (warm-up)' : ''}`;
  return [from, countText(slice.requests), countText(slice.slow), countText(slice.failed), ...times];
}

function partsTable({ parts, name }: EndpointResult): Markup {
  return markup`<details class="numbers"><summary>Where the time went</summary>${table({
    name: `Parts of a call of ${name}`,
    caption: 'Parts of a call in milliseconds; blocked, connecting and TLS are not part of the response time',
    titles: ['Part', 'Median', 'p99'],
    figuresFrom: 1,
    rows: parts.map(({ part, medianMs, p99Ms }) => [
      part === 'tls' ? 'TLS' : part,
      milliseconds(medianMs),
      milliseconds(p99Ms),
    ]),
  })}</details>`;
}

/** The service beside another one that was called in turns with it. */
export function comparisonSection({ comparison: compared }: Report): Markup {
  if (compared === undefined) return nothing;
  const { counterpart, rate, blockMs, confidence, endpoints } = compared;
  const caption = `Medians in milliseconds, and how much slower they are than those of the counterpart; ± is the ${roughPercentText(Number(confidence.toFixed(4)))} confidence interval. p90 decides only where it is clearly slower.`;
  return section(
    'comparison',
    'Comparison with the counterpart',
    markup`<p>After the measured load, the harness called <code>${counterpart}</code> and the judged service in turns: blocks of ${milliseconds(blockMs)} ms at ${perSecond(rate)}, in the order ABBA BAAB.</p>`,
    table({
      name: 'Comparison',
      caption,
      titles: ['Endpoint', 'Result', 'Median', 'Counterpart', 'Median', 'p90', 'Rounds', 'Calls'],
      figuresFrom: 2,
      rows: endpoints.map(row),
    }),
  );
}

function row(compared: ComparedEndpoint): readonly Part[] {
  const { endpoint, outcome, verdict, rounds, calls } = compared;
  return [
    markup`<code>${endpoint}</code>`,
    badge({ ...verdictLooks[verdict], word: capitalised(outcome) }),
    ...comparedTexts(compared),
    countText(rounds),
    [countText(calls.candidate.made + calls.counterpart.made), withoutSuccess(calls)],
  ];
}

function withoutSuccess({ candidate, counterpart }: ComparedEndpoint['calls']): readonly Markup[] {
  const [own, others] = [candidate.made - candidate.succeeded, counterpart.made - counterpart.succeeded];
  return [
    quietly(own > 0 ? `${countText(own)} without success` : ''),
    quietly(others > 0 ? `${counted(others, 'call')} to the counterpart` : ''),
  ];
}
