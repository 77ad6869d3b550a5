import { sumOf } from '../../checks/statistics/samples.ts';
import { counted, countText, milliseconds, perSecond, roughPercentText } from '../../checks/wording.ts';
import { histogramChart, timelineChart } from '../charts/endpoint-charts.ts';
import { type Markup, markup, nothing, type Part } from '../markup.ts';
import { comparedTexts, verdictLooks } from '../outcome.ts';
import type { ComparedEndpoint, EndpointResult, Report } from '../report.ts';
import { badge, capitalised, quietly, section, table } from './elements.ts';

/** The charts of one endpoint, and where the time went. */
export function figures(endpoint: EndpointResult): Part {
  const { limitMs } = endpoint.latency;
  return [
    endpoint.answered === 0 ? nothing : histogramFigure(endpoint, limitMs),
    endpoint.timeline.length === 0 || endpoint.requests === 0 ? nothing : timelineFigure(endpoint, limitMs),
    endpoint.parts.length === 0 ? nothing : partsTable(endpoint),
  ];
}

function histogramFigure(
  { answered, slow, failed, dropped, histogram }: EndpointResult,
  limitMs: number,
): Markup {
  const slowAnswers = countText(Math.max(slow - failed - dropped, 0));
  const sentence = `${counted(answered, 'answered call')}; ${slowAnswers} took ${limitMs} ms or more.`;
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
