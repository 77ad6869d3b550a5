import { expect, it } from 'vitest';
import { endpointResult } from '../fixtures/endpoint.ts';
import { passingReport, run } from '../fixtures/passing.ts';
import type { Condition, EndpointResult, LatencyResult, Report } from '../report.ts';
import { mergeReports } from './merge.ts';

const fast = endpointResult({ name: 'user', requests: 700, medianMs: 2, spread: 0.1 });
const fewCalls: Condition = { id: 'few-calls', effect: 'no-pass', reason: 'too few', remedy: 'longer' };
const late: Condition = { id: 'late-calls', effect: 'no-pass', reason: 'made late', remedy: 'quieter' };

function partOf(id: string, change: Partial<LatencyResult>, counts: Partial<EndpointResult> = {}): Report {
  const { latency } = fast;
  if (latency === null) throw new Error('The fixture has no latency verdict.');
  const endpoint = { ...fast, ...counts, latency: { ...latency, designEffect: 1, ...change } };
  return passingReport({ run: { ...run, id }, endpoints: [endpoint], findings: passingReport().findings });
}

function mergedLatency(parts: readonly Report[]): LatencyResult {
  const merge = mergeReports(parts);
  if (!merge.ok) throw new Error(merge.problems.join('\n'));
  const latency = merge.report.endpoints[0]?.latency;
  if (latency === undefined || latency === null) throw new Error('no latency verdict');
  return latency;
}

const open = { verdict: 'inconclusive', conditions: [fewCalls] } as const;

it('passes on the merged counts what each part had too few calls for', () => {
  const latency = mergedLatency([partOf('a', open), partOf('b', open)]);
  expect(latency.verdict).toBe('pass');
  expect(latency.explanation).toMatch(/^0 of 1.400 calls of all generators were slow\. At least 99\.\d+ %/);
  expect(latency.certifiedShare).toBeGreaterThan(0.99);
  expect(latency.effectiveSamples).toBe(1400);
});

it('does not pass where the slow calls are too many, or came in bursts', () => {
  const slow = { slow: 14 };
  expect(mergedLatency([partOf('a', open, slow), partOf('b', open, slow)]).verdict).toBe('inconclusive');
  const bursts = { ...open, designEffect: 9 };
  const latency = mergedLatency([partOf('a', bursts), partOf('b', bursts)]);
  expect(latency.verdict).toBe('inconclusive');
  expect(latency.designEffect).toBeCloseTo(17, 9);
});

it('sees in the merged slices a burst that is too thin in each part', () => {
  const timeline = Array.from({ length: 60 }, (_, index) => ({
    ...{ startMs: index * 1000, durationMs: 1000, warmUp: false, p50Ms: 2, p95Ms: 3, p99Ms: 4, failed: 0 },
    ...{ requests: 20, slow: index === 7 ? 2 : 0 },
  }));
  const counts = { requests: 1200, answered: 1200, slow: 2, timeline };
  const parts = ['a', 'b', 'c', 'd'].map((id) => partOf(id, open, counts));
  const { designEffect } = mergedLatency(parts);
  expect(designEffect).toBeGreaterThan(7);
  const [one, ...others] = parts;
  const late = { ...others[0], run: { ...run, id: 'late', durationMs: run.durationMs + 5000 } } as Report;
  const apart = mergedLatency([one as Report, late, ...others.slice(1)]);
  expect(apart.designEffect).toBe(4);
  expect(apart.conditions.at(-1)?.reason).toContain('calls at the same time count as one');
});

it('fails where one part fails', () => {
  expect(mergedLatency([partOf('a', { verdict: 'fail' }), partOf('b', {})]).verdict).toBe('fail');
});

it('keeps what forbids a pass on one machine, and says on how many', () => {
  const part = partOf('b', { verdict: 'inconclusive', conditions: [late] });
  const latency = mergedLatency([partOf('a', {}), part]);
  expect(latency.verdict).toBe('inconclusive');
  expect(latency.certifiedShare).toBeNull();
  expect(latency.conditions[0]).toEqual({ ...late, reason: 'On 1 of 2 generators: made late' });
});

it('leaves an endpoint that may hardly be called unjudged', () => {
  const limited = { verdict: 'not-applicable', conditions: [fewCalls] } as const;
  const counts = { requests: 12, answered: 12 };
  expect(mergedLatency([partOf('a', limited, counts), partOf('b', limited, counts)]).verdict).toBe(
    'not-applicable',
  );
});

it('never passes "every request", nor a reading that it does not know', () => {
  for (const reading of ['every request', 'mean', 'p0']) {
    const part = { reading, conditions: [] };
    expect(mergedLatency([partOf('a', part), partOf('b', part)]).verdict).toBe('inconclusive');
  }
});

it('refutes only what every part refutes', () => {
  const shares = (a: number | null, b: number | null) =>
    mergedLatency([partOf('a', { refutedShare: a }), partOf('b', { refutedShare: b })]).refutedShare;
  expect(shares(0.99, 0.995)).toBe(0.995);
  expect(shares(0.99, null)).toBeNull();
});

it('takes the verdict of the judge that is given', () => {
  const parts = [partOf('a', {}), partOf('b', {})];
  const merge = mergeReports(parts, {
    judge: (merged) =>
      merged.map(() => ({ ...(fast.latency as LatencyResult), verdict: 'fail', explanation: 'No.' })),
  });
  expect(merge.ok && merge.report.verdict).toBe('fail');
  expect(merge.ok && merge.report.reason).toContain('No.');
});
