import { count, milliseconds, ms, share } from '../../format.ts';
import { scrolling, section, verdictWords } from '../../html/elements.ts';
import { type Markup, markup } from '../../markup.ts';
import type { Change, EndpointTrend, Point, Quantile, TrendModel, TrendRun } from '../model.ts';
import { quantileNames } from '../points.ts';
import { endpointChart } from './endpoint-chart.ts';
import { runLink } from './links.ts';

/** A chart for each endpoint, all over the same runs, each with its table. */
export function endpointTrends({ endpoints, runs, changes }: TrendModel): Markup {
  if (endpoints.length === 0)
    return section('endpoints', 'Endpoints', markup`<p>No run put load on the service.</p>`);
  return section(
    'endpoints',
    'Endpoints',
    markup`<p class="intro">Bands and bars show where the true value of a run lies with 99 % confidence. A click on a column opens the report of its run.</p>
    <div class="trends">
    ${endpoints.map((trend) =>
      endpointFigure(
        trend,
        runs,
        changes.filter(({ name }) => name === trend.name),
      ),
    )}</div>
    `,
  );
}

function endpointFigure(trend: EndpointTrend, runs: readonly TrendRun[], changes: readonly Change[]): Markup {
  return markup`<figure id="${trend.name}">
    <figcaption><h3><code>${trend.endpoint}</code></h3>${newestWords(trend)}${changeWords(changes)}</figcaption>
    ${endpointChart(trend, runs, changes)}
    <details class="numbers"><summary>Numbers of ${trend.endpoint}</summary>${scrolling(`Runs, ${trend.endpoint}`, numbers(trend, runs))}</details>
    </figure>
    `;
}

function newestWords({ points, limitMs }: EndpointTrend): string {
  const newest = points.findLast((point) => point !== null);
  if (newest === null || newest === undefined) return '';
  const under = newest.share === null ? '' : `${share(newest.share)} under ${limitMs} ms`;
  const times = quantileNames.flatMap((name) => {
    const quantile = newest.quantiles[name];
    return quantile === null ? [] : `${name}\u00a0${ms(quantile.ms, limitMs)}`;
  });
  return `Newest: ${[under, ...times].filter((text) => text !== '').join(', ')}.`;
}

function changeWords(changes: readonly Change[]): string {
  return changes.length === 0
    ? ''
    : ' A dashed upright marks a change, flat lines the levels before and after it.';
}

function numbers(trend: EndpointTrend, runs: readonly TrendRun[]): Markup {
  return markup`<table class="numeric runs">
    <caption>Shares under ${trend.limitMs} ms, percentiles in milliseconds; in brackets, where the true value lies with 99 % confidence.</caption>
    <thead><tr><th scope="col">Run<th scope="col">Verdict<th scope="col">Calls<th scope="col">Share${quantileNames.map((name) => markup`<th scope="col">${name}`)}
    <tbody>${runs.map((run, index) => row(run, trend.points[index] ?? null, trend.limitMs))}</table>
    `;
}

function row(run: TrendRun, point: Point | null, limitMs: number): Markup {
  const cells = point === null ? ['–', '–', '–', '–', '–', '–'] : cellsOf(point, limitMs);
  return markup`<tr><th>${runLink(run)}${cells.map((cell) => markup`<td>${cell}`)}
    `;
}

function cellsOf(point: Point, limitMs: number): string[] {
  const { share: seen, shareInterval: interval } = point;
  const range =
    interval === null ? '' : ` (${share(interval.lower, 'lower')} – ${share(interval.upper, 'upper')})`;
  return [
    point.verdict === null ? '–' : verdictWords[point.verdict],
    count(point.calls),
    seen === null ? '–' : `${share(seen)}${range}`,
    ...quantileNames.map((name) => quantileWords(point.quantiles[name], limitMs)),
  ];
}

function quantileWords(quantile: Quantile | null, limitMs: number): string {
  if (quantile === null) return '–';
  const [lower, upper] = [quantile.lowerMs, quantile.upperMs].map((value) => milliseconds(value));
  return `${milliseconds(quantile.ms, limitMs)} (${lower} – ${upper})`;
}
