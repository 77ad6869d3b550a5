import { distinct, groupedBy } from '../../checks/add-up.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import {
  counted,
  countText,
  duration,
  milliseconds,
  percentText,
  perSecond,
  roughPercentText,
} from '../../checks/wording.ts';
import { runLine, shareAxis, shareBar } from '../charts/endpoint-charts.ts';
import { type Markup, markup, nothing, type Piece, prose } from '../markup.ts';
import { capacityText, orDash, percentileMs } from '../outcome.ts';
import type { EndpointResult, Report } from '../report.ts';
import { badge, definitionList, quietly, section, table, verdictBadge } from './elements.ts';

/** A row for each endpoint, then what is said once for all of them: how the figure is read, and what stood in the way. */
export function responseTimes(report: Report): Markup {
  const { endpoints, findings } = report;
  const [first] = endpoints;
  if (first === undefined) return nothing;
  const { limitMs } = first.latency;
  const reading = findings.find(({ check }) => check.endsWith('-latency'))?.reading ?? '';
  const p99s = endpoints.flatMap(({ timeline }) => timeline.flatMap(({ p99Ms }) => p99Ms ?? []));
  const ends = [Math.max(0.01, Math.min(...p99s, limitMs)), Math.max(...p99s, limitMs)] as const;
  return section(
    'times',
    `Answers under ${limitMs} ms`,
    markup`<table class="glance">
    <thead><tr><th scope="col">Endpoint<th scope="col" class="number">Under ${limitMs} ms<td class="wide">${shareAxis(first.latency)}<th scope="col" class="number">p50<th scope="col" class="number">p99<th scope="col">p99 over the run
    <tbody>${endpoints.map((endpoint) => endpointRow(endpoint, ends))}</table>
    `,
    quietly(legend(endpoints, first), 'p'),
    conditions(report),
    slowCallsTable(report),
    quietly([loadText(report), reading === '' ? '' : `Read as ${reading}`].join(' '), 'p'),
  );
}

function endpointRow(endpoint: EndpointResult, [lowestMs, highestMs]: readonly [number, number]): Markup {
  const { latency, name, capacity, timeline, share_under_limit: seen } = endpoint;
  const { limitMs, verdict } = latency;
  const state = latencyBadge(latency);
  const isTimed = timeline.some(({ p99Ms }) => p99Ms !== null);
  const ms = (percentile: number) =>
    markup`<td class="number"><span class="label">p${percentile} </span>${orDash(percentileMs(endpoint, percentile), (value) => milliseconds(value, limitMs))}`;
  return markup`<tr><th scope="row"><a class="target" href="#${name}"><code>${endpoint.endpoint}</code></a><br>${verdict === 'inconclusive' ? markup`<a class="target" href="#verdict">${state}</a>` : state}
    ${capacity === undefined ? markup`<td class="number"><strong>${orDash(seen, percentText)}</strong><td class="wide">${seen === null ? nothing : shareBar(endpoint)}` : markup`<td class="wide" colspan="2">${capacityText(capacity, limitMs)}`}
    ${ms(50)}${ms(99)}<td class="wide">${isTimed ? runLine(endpoint, lowestMs, highestMs) : '–'}
    `;
}

export function latencyBadge({ verdict }: EndpointResult['latency']): Markup {
  return verdictBadge(verdict === 'not-applicable' ? 'not-judged' : verdict);
}

function legend(endpoints: readonly EndpointResult[], first: EndpointResult): string {
  const { limitMs, reading } = first.latency;
  const confidence = roughPercentText(first.share_under_limit_interval?.confidence ?? 0.99);
  const slices = endpoints.flatMap(({ timeline }) => timeline);
  const late = slices.some(({ disturbed }) => disturbed === true)
    ? ' and, underlined, where other programs disturbed this machine or calls were sent late'
    : '';
  const failed = slices.some((slice) => slice.failed > 0) ? '; red below: calls failed' : '';
  return `Bar: calls under ${limitMs} ms in percent, with the ${confidence} interval; shaded: what ${reading} requires. Line: dashed at ${limitMs} ms; shaded in the warm-up${late}${failed}.`;
}

function loadText({ endpoints, load, run }: Report): string {
  if (load === null) return '';
  const requests = sumOf(endpoints, (endpoint) => endpoint.requests);
  if (run.completeness !== 'complete')
    return `${counted(requests, 'call')} measured before the run ended, after ${duration(run.durationMs)}.`;
  return `${counted(requests, 'call')} measured in ${duration(load.measuredMs)} at ${perSecond(load.achievedRate)}, after a warm-up of ${duration(load.warmUpMs)}.`;
}

const effects = { 'no-pass': 'Prevents a pass', void: 'Not usable', warning: 'Warning' } as const;

/** What stood in the way: each condition once. The verdict has said the first; what is missing shows only in a run that can be used. */
function conditions({ endpoints, reason, causes }: Report): Piece {
  const found = endpoints.flatMap(({ endpoint, latency: { conditions: all, verdict } }) =>
    all
      .filter(({ effect }) => verdict === 'inconclusive' || effect === 'warning')
      .map((one) => ({ ...one, endpoint })),
  );
  const isVoid = found.some(({ effect }) => effect === 'void');
  const said = new Set([causes[0]?.remedy]);
  const rows = [...groupedBy(found, ({ id }) => id).values()].flatMap(([first, ...others]) => {
    if (first === undefined || reason.includes(first.reason) || (isVoid && first.effect === 'no-pass'))
      return [];
    const remedy = said.has(first.remedy) ? '' : ` → ${first.remedy}`;
    said.add(first.remedy);
    const places = [first, ...others].map(({ endpoint }) => endpoint).join(', ');
    const isSame = others.every((other) => other.reason === first.reason);
    const ofSome = others.length + 1 === endpoints.length ? '' : ` (${places})`;
    const where = isSame ? ofSome : ` (${first.endpoint}; with other figures for ${others.length} more)`;
    const tone = first.effect === 'warning' ? 'plain' : 'unclear';
    const words = prose(`${first.reason}${where}${remedy}`);
    return [[badge({ tone, word: effects[first.effect] }), words] as const];
  });
  return definitionList(rows);
}

/** The calls that count as slow, by what happened to them; left out where all endpoints pass. */
function slowCallsTable({ endpoints }: Report): Piece {
  const latencies = endpoints.map(({ latency }) => latency);
  const kinds = distinct(latencies.flatMap(({ slowCalls }) => slowCalls.map(({ what }) => what)));
  const isOpen = latencies.some(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  if (kinds.length === 0 || !isOpen) return nothing;
  const hasSum = kinds.length > 1;
  const rows = endpoints
    .map((result) => ({ ...result, ...result.latency.quiet }))
    .filter(({ slow }) => slow > 0)
    .map(({ endpoint, requests, slow, latency: { slowCalls } }) => {
      const counts = kinds.map((kind) => slowCalls.find(({ what }) => what === kind)?.count ?? 0);
      return [
        markup`<code>${endpoint}</code>`,
        ...[requests, ...(hasSum ? [slow] : []), ...counts].map(countText),
      ];
    });
  const hasQuiet = latencies.some(({ quiet }) => quiet !== undefined);
  return table({
    name: 'Slow calls by kind',
    caption: hasQuiet ? 'Of the time that other programs did not disturb.' : '',
    titles: ['Endpoint', 'Calls', ...(hasSum ? ['Count as slow'] : []), ...kinds],
    figuresFrom: 1,
    rows,
  });
}
