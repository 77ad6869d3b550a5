import { describe, expect, test } from 'vitest';
import { bucketOf, upperEdgeMs } from '../../schemas/histogram-grid.ts';
import { gateEndpoint } from '../gate-fixture.ts';
import { fromMs, histogramChart, timelineChart } from './endpoint-charts.ts';

const fast = gateEndpoint('user');
const slow = gateEndpoint('encrypt', { medianMs: { encrypt: 19 }, bursts: { encrypt: ['HTTP 503', 13] } });
const stalled = fast.timeline.map((slice) => ({ ...slice, p99Ms: 4200 }));

/** The data of every path of a kind. */
function paths(svg: string, kind: string): string {
  return [...svg.matchAll(new RegExp(`<path class="${kind}" [^>]*d="([^"]*)"`, 'g'))]
    .map(([, d]) => d)
    .join('');
}

function limitLabel(svg: string): string | undefined {
  return /font-weight="600"><text ([^>]*)>20 ms</.exec(svg)?.[1];
}

const charts = {
  histogram: histogramChart(slow.histogram, 20).markup,
  timeline: timelineChart(slow.timeline, 20).markup,
  'timeline with a stall': timelineChart(stalled, 20).markup,
  'one slice': timelineChart(slow.timeline.slice(-1), 20).markup,
};

describe.each(Object.entries(charts))('the chart of %s', (_, svg) => {
  test('has nothing that is no number', () => {
    expect(svg).not.toMatch(/NaN|Infinity|undefined|null/);
  });

  test('stays within its width', () => {
    const across = [...svg.matchAll(/ x="(-?[\d.]+)"|[MLH](-?[\d.]+)/g)].map(([, x, moved]) =>
      Number(x ?? moved),
    );
    expect(Math.min(...across)).toBeGreaterThanOrEqual(0);
    const [, width] = /viewBox="0 0 (\d+) /.exec(svg) ?? [];
    expect(Math.max(...across)).toBeLessThanOrEqual(Number(width));
  });
});

describe('histogram', () => {
  test('has a bar for each used bucket, those from the limit on in another colour', () => {
    const used = slow.histogram;
    const below = used.filter(({ upToMs }) => upToMs !== null && upToMs <= 20);
    expect(paths(charts.histogram, 'under').match(/z/g)).toHaveLength(below.length);
    expect(paths(charts.histogram, 'over').match(/z/g)).toHaveLength(used.length - below.length);
  });

  test('has no bar beyond the limit where no call was slow', () => {
    expect(paths(histogramChart(fast.histogram, 20).markup, 'over')).toBe('');
  });

  test('begins every bucket where the one below it ends, also the last, which has no end', () => {
    const [step = 0, last = 0] = [bucketOf(20), bucketOf(1e9)];
    expect(fromMs(upperEdgeMs(step + 1))).toBe(20);
    expect(fromMs(upperEdgeMs(last))).toBe(upperEdgeMs(last - 1));
  });
});

test('the limit is labelled beside every curve', () => {
  for (const name of ['histogram', 'timeline'] as const) expect(limitLabel(charts[name])).toBeDefined();
});

describe('timeline', () => {
  test('leaves a gap where a percentile is not known', () => {
    const gap = slow.timeline.map((slice, index) => (index === 10 ? { ...slice, p50Ms: null } : slice));
    const strokes = (svg: string) => paths(svg, 'p50').match(/M/g)?.length ?? 0;
    expect(strokes(timelineChart(gap, 20).markup)).toBe(strokes(charts.timeline) + 1);
  });
});
