import { capacityWords } from '../capacity-words.ts';
import { chosenShare, count, perSecond, share } from '../format.ts';
import { type Markup, markup, nothing, type Part } from '../markup.ts';
import type { Capacity, EndpointResult } from '../report.ts';
import { type Column, table } from './elements.ts';

/** What the endpoint kept at each rate of a changing load; nothing where the rate did not change. */
export function capacityTable({ capacity, latency }: EndpointResult): Markup {
  if (capacity === undefined) return nothing;
  const limitMs = latency?.limitMs ?? 20;
  const confidence = capacity.levels[0]?.share_under_limit_interval?.confidence ?? 0.95;
  const caption = `Successful calls under ${limitMs} ms at each total rate, with the ${chosenShare(confidence)} confidence interval. Calls that the service turned away, that failed or that were never made count as slow.`;
  const columns: readonly Column[] = [
    { title: 'Rate' },
    { title: 'Result' },
    ...['Calls', 'Slow', 'Never made', `Under ${limitMs} ms`].map((title) => ({ title, isNumber: true })),
  ];
  return markup`<p><strong>Capacity:</strong> ${limitMs} ms ${capacityWords(capacity)}.</p>
    ${table(caption, columns, capacity.levels.map(row))}`;
}

type Level = Capacity['levels'][number];

function row(level: Level): readonly Part[] {
  const { rate, afterPeak, requests, slow, dropped } = level;
  return [
    `${perSecond(rate)}${afterPeak ? ', after the peak' : ''}`,
    level.generatorLimited ? 'unknown: the load generator reached its limit' : level.state,
    count(requests),
    count(slow),
    count(dropped),
    shareOf(level),
  ];
}

function shareOf({ share_under_limit: seen, share_under_limit_interval: interval }: Level): Part {
  if (seen === null || interval === null) return '–';
  return `${share(seen)} (${share(interval.lower, 'lower')} – ${share(interval.upper, 'upper')})`;
}
