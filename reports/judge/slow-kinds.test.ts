import { describe, expect, it } from 'vitest';
import type { Facts } from '../facts.ts';
import { callsEach, loadCalls, loadFacts } from '../facts-fixture.ts';
import { renderHtml } from '../html/html.ts';
import { keyOf, type Metrics, type Tags } from '../read-metrics.ts';
import { buildReport } from './build-report.ts';

const slowEach = Math.ceil(callsEach / 10);

/** Facts in which one encrypt call in ten takes 60 ms, plus further counters. */
function factsWith(counted: Metrics = {}, slow = (index: number) => index % 10 === 0) {
  const facts = loadFacts(loadCalls((endpoint, index) => (endpoint === 'encrypt' && slow(index) ? 60 : 2)));
  return { ...facts, metrics: { ...facts.metrics, ...counted } };
}

const of = (name: 'slow_cases' | 'sizes' | 'slow' | 'fresh_calls', tags: Tags, count: number): Metrics => ({
  [keyOf(name, { endpoint: 'encrypt', ...tags })]: { count },
});

/** For each size of body, the number of calls and of slow ones. */
const bySize = (sizes: Readonly<Record<string, readonly [n: number, slow: number]>>): Metrics =>
  Object.assign(
    {},
    ...Object.entries(sizes).map(([size, [n, slow]]) => ({
      ...of('sizes', { size }, n),
      ...of('slow_cases', { size }, slow),
    })),
  );
const long = bySize({
  8: [callsEach - slowEach - 20, 3],
  14: [60, slowEach - 63],
  16: [slowEach - 40, 60],
});

function findingOf(facts: Facts) {
  const found = buildReport(facts).findings.find(({ check }) => check === 'encrypt-latency');
  if (found === undefined) throw new Error('encrypt was not judged');
  return found;
}

const sentence = 'Most slow calls have a body of 16\u202f384 characters or more';

describe('a finding about response time says what most slow calls have in common', () => {
  it('behind how many they are', () => {
    const { verdict, explanation } = findingOf(factsWith(long));
    expect(verdict).toBe('fail');
    const counts = `${slowEach - 3} of ${slowEach + 20} such calls, and 3 of ${callsEach - slowEach - 20} others`;
    expect(explanation.replaceAll('\u202f', '')).toMatch(
      new RegExp(`^.*; p99 allows 1.%\\. ${sentence.replace('\u202f', '')}: ${counts}\\. After subtracting`),
    );
  });

  it('where the page shows it', () => {
    const report = buildReport(factsWith(long));
    expect(report.verdict).toBe('fail');
    const [, findings = ''] = renderHtml(report).split('id="findings"');
    expect(findings.replaceAll('\u202f', ' ')).toContain(sentence.replace('\u202f', ' '));
  });

  it('by the connections, where the others had enough of them', () => {
    const fresh = of('fresh_calls', { result: 'succeeded' }, 200);
    // The second virtual user closes its connections.
    const counted = { ...fresh, ...of('slow', { user: '1' }, slowEach) };
    expect(findingOf(factsWith(counted)).explanation).toContain(
      `Most slow calls were the first on their connection: ${slowEach} of 200 such calls, and 0 of`,
    );
  });
});

it('a finding says nothing in common of slow calls that are as many among all', () => {
  const spread = bySize({ 8: [callsEach / 2, slowEach / 2], 14: [callsEach / 2, slowEach / 2] });
  for (const facts of [factsWith(), factsWith(spread)])
    expect(findingOf(facts)).toMatchObject({
      causes: [],
      explanation: expect.not.stringContaining('Most slow'),
    });
});

it('what slow calls have in common changes no verdict, and a pass has none', () => {
  const few = (index: number) => index % 700 === 50;
  for (const slow of [few, (index: number) => index < 12, (index: number) => index % 10 === 0]) {
    const [plain, told] = [{}, long].map((counted) => buildReport(factsWith(counted, slow)));
    const verdicts = (report = plain) => report?.findings.map(({ check, verdict }) => [check, verdict]);
    expect(verdicts(told)).toEqual(verdicts(plain));
  }
  const passed = findingOf(factsWith(long, few));
  expect([passed.verdict, passed.causes]).toEqual(['pass', []]);
  expect(passed.explanation).not.toContain('Most slow');
});
