import { bytes, count, milliseconds, share } from '../format.ts';
import { type Markup, markup, nothing, type Part } from '../markup.ts';
import type { EndpointResult, Report } from '../report.ts';
import { type Column, scrolling, table, verdictBadge } from './elements.ts';

const shownPercentiles = [50, 95, 99, 99.9];

/** One row for each endpoint: how many calls, how many under the limit, how long they took. */
export function endpointsTable({ endpoints }: Report): Markup {
  const caption = `Answered calls in milliseconds. Failed and dropped calls count as slow; lost calls (refused or turned away) do not count. A percentile is left out if there are too few samples for it.`;
  const limitMs = endpoints.find(({ latency }) => latency !== null)?.latency?.limitMs ?? 20;
  return scrolling('Endpoint table', table(caption, columns(limitMs), endpoints.map(row)));
}

function columns(limitMs: number): readonly Column[] {
  const numbers = [
    'Calls',
    'Answered',
    `Under ${limitMs} ms`,
    ...shownPercentiles.map((percentile) => `p${percentile}`),
    'Max',
    'Body',
  ];
  return [
    { title: 'Endpoint' },
    { title: 'Verdict' },
    ...numbers.map((title) => ({ title, isNumber: true })),
  ];
}

function row(endpoint: EndpointResult): readonly Part[] {
  const limitMs = endpoint.latency?.limitMs;
  const time = (value: number | null | undefined) =>
    value === null || value === undefined ? absent() : milliseconds(value, limitMs);
  return [
    markup`<a class="target" href="#${endpoint.name}"><code>${endpoint.endpoint}</code></a>`,
    endpoint.latency === null ? absent() : verdictBadge(endpoint.latency.verdict),
    count(endpoint.requests),
    [count(endpoint.answered), notAnswered(endpoint)],
    shareUnder(endpoint),
    ...shownPercentiles.map((wanted) =>
      time(endpoint.percentiles.find(({ percentile }) => percentile === wanted)?.ms),
    ),
    time(endpoint.maxMs),
    endpoint.bodyBytes === null ? absent() : bytes(endpoint.bodyBytes.median),
  ];
}

function shareUnder({ share_under_limit, share_under_limit_interval: interval }: EndpointResult): Part {
  if (share_under_limit === null) return absent();
  const range =
    interval === null
      ? nothing
      : markup`<span class="quiet">${share(interval.lower, 'lower')} – ${share(interval.upper, 'upper')}</span>`;
  return [markup`<strong>${share(share_under_limit)}</strong>`, range];
}

function notAnswered({ failed, dropped, lost }: EndpointResult): Part {
  const parts = [
    failed > 0 ? `${count(failed)} failed` : '',
    dropped > 0 ? `${count(dropped)} dropped` : '',
    lost > 0 ? `${count(lost)} lost` : '',
  ].filter((part) => part !== '');
  return parts.map((part) => markup`<span class="quiet">${part}</span>`);
}

function absent(): Markup {
  return markup`<span aria-hidden="true">–</span><span class="unseen">none</span>`;
}
