import { describe, expect, test } from 'vitest';
import { gateEndpoint } from '../fixtures/gate.ts';
import { chartWidth } from './drawing.ts';
import { histogramChart, placeOf, withoutGaps } from './histogram.ts';
import { timelineChart } from './timeline.ts';

const fast = gateEndpoint('user');
const slow = gateEndpoint('encrypt', { medianMs: { encrypt: 19 }, bursts: { encrypt: ['HTTP 503', 13] } });
const stalled = fast.timeline.map((slice) => ({ ...slice, p99Ms: 4200 }));
const bucketsOf = (endpoint: typeof fast) => withoutGaps(endpoint.histogram, 20);

/** The data of every path of a kind. */
function paths(svg: string, kind: string): string {
  return [...svg.matchAll(new RegExp(`<path class="${kind}" d="([^"]*)"`, 'g'))].map(([, d]) => d).join('');
}

function limitLabel(svg: string): string | undefined {
  return /<text ([^>]*class="limit-label"[^>]*)>20 ms</.exec(svg)?.[1];
}

const charts = {
  histogram: histogramChart(bucketsOf(slow), 20).markup,
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
    expect(Math.max(...across)).toBeLessThanOrEqual(chartWidth);
  });
});

describe('histogram', () => {
  test('has a bar for each used bucket, those from the limit on in another colour', () => {
    const buckets = bucketsOf(slow);
    const used = buckets.filter(({ count }) => count > 0);
    const below = used.filter(({ upToMs }) => upToMs !== null && upToMs <= 20);
    expect(paths(charts.histogram, 'under').match(/z/g)).toHaveLength(below.length);
    expect(paths(charts.histogram, 'over').match(/z/g)).toHaveLength(used.length - below.length);
  });

  test('has no bar beyond the limit where no call was slow', () => {
    expect(paths(histogramChart(bucketsOf(fast), 20).markup, 'over')).toBe('');
  });

  test('a time has its place within its bucket', () => {
    const buckets = [10, 20, 40, null].map((upToMs) => ({ upToMs, count: 1 }));
    expect([0, 5, 10, 20, 30, 900].map((ms) => placeOf(ms, buckets))).toEqual([0, 0.5, 1, 2, 2.5, 3]);
  });
});

test('the limit is labelled beside every curve', () => {
  for (const name of ['histogram', 'timeline'] as const) expect(limitLabel(charts[name])).toBeDefined();
});

describe('the buckets of a histogram', () => {
  const edge = (step: number) => 20 * 1.1 ** step;

  test('left out for having no calls are put in again, from one below the first to one beyond the limit', () => {
    const sparse = [
      { upToMs: edge(-5), count: 7 },
      { upToMs: edge(-2), count: 1 },
    ];
    const all = withoutGaps(sparse, 20);
    expect(all.map(({ count }) => count)).toEqual([0, 7, 0, 0, 1, 0, 0, 0]);
    expect(all.map(({ upToMs }) => Number(upToMs?.toFixed(5)))).toEqual(
      [-6, -5, -4, -3, -2, -1, 0, 1].map((step) => Number(edge(step).toFixed(5))),
    );
    expect(all[6]?.upToMs).toBe(20);
  });

  test('end with the one that has no upper edge', () => {
    const last = { upToMs: null, count: 2 };
    expect(withoutGaps([{ upToMs: 22, count: 1 }, last], 20).at(-1)).toEqual(last);
  });

  test('are none where there were no calls', () => {
    expect(withoutGaps([], 20)).toEqual([]);
  });
});

describe('timeline', () => {
  test('shades the warm-up as far as it goes', () => {
    expect(paths(charts.timeline, 'warm-up')).toMatch(/^M46 22h19v/);
    expect(paths(charts['one slice'], 'warm-up')).toBe('');
  });

  test('leaves a gap where a percentile is not known', () => {
    const gap = slow.timeline.map((slice, index) => (index === 10 ? { ...slice, p50Ms: null } : slice));
    const strokes = (svg: string) => paths(svg, 'line').match(/M/g)?.length ?? 0;
    expect(strokes(timelineChart(gap, 20).markup)).toBe(strokes(charts.timeline) + 1);
  });
});
