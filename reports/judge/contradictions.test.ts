import { describe, expect, it } from 'vitest';
import { emptyTally } from '../../checks/tally.ts';
import type { Facts } from '../facts.ts';
import { loadCalls, loadFacts } from '../facts-fixture.ts';
import { keyOf } from '../read-metrics.ts';
import { buildReport } from './build-report.ts';
import { contradictions } from './contradictions.ts';

/** One call in 50 takes this long, and one in six fails. */
const factsWith = (slowMs: number) =>
  loadFacts(
    loadCalls((_, index) => (index % 50 === 7 ? slowMs : 2)).map((call, index) =>
      index % 6 === 1 ? { ...call, outcome: 'HTTP 503' } : call,
    ),
  );
const facts = factsWith(30);

function without(key: string, { metrics }: Facts = facts): Facts {
  return {
    ...facts,
    metrics: Object.fromEntries(Object.entries(metrics).filter(([name]) => !name.startsWith(key))),
  };
}

function counting(key: string, count: number, of = facts): Facts {
  return { ...of, metrics: { ...of.metrics, [key]: { count } } };
}

const judgedOtherwise = keyOf('judged_otherwise', { check: 'user-body-json', outcome: 'fail' });

describe('the counters of a run', () => {
  it.each([
    ['slow calls', without('slow'), /0 were counted as slow, but \d+ as over the limit/],
    [
      'slow calls beside a histogram',
      without('over_limit', without('slow')),
      /0 were counted as slow, but \d+ are beyond the limit in the histogram/,
    ],
    [
      'failed calls of any kind',
      without('failed_calls', without('calls{endpoint:user,result:failed}')),
      /^Of .* 0 were counted without success, but \d+ by how they ended/,
    ],
    ['failed calls by time', without('failed_calls'), /as failed, but 0 by time/],
    [
      'failed calls',
      without('calls{endpoint:sync,result:failed}'),
      /0 were counted as failed, but \d+ by time/,
    ],
    [
      'calls of a slice for its slow ones',
      counting(keyOf('slow', { endpoint: 'user', slice: '3', why: 'duration' }), 1e6),
      /were counted by time, but 1\D000\D\d+ as slow/,
    ],
    [
      'judged answers',
      counting(judgedOtherwise, 40),
      /^Of the answers for the check user-body-json, 0 were counted as judged, but 40 as judged otherwise/,
    ],
  ])('contradict each other where there are no %s', (_, broken, words) => {
    expect(contradictions(broken).join()).toMatch(words);
    expect(buildReport(broken)).toMatchObject({ verdict: 'inconclusive', run: { completeness: 'broken' } });
  });

  it('agree, also in old facts that lack some of them', () => {
    const judged = counting(keyOf('judged', { subject: 'user-answer' }), 40, counting(judgedOtherwise, 40));
    for (const whole of [facts, factsWith(20), judged, without('outcomes'), without('over_limit')])
      expect(contradictions(whole)).toEqual([]);
  });

  it('agree with the tally of the calls before the load', () => {
    const cause = { count: 5, expected: 'a success', actual: 'HTTP 500', evidence: [] };
    const tally = { 'user-body-json': { ...emptyTally(), causes: { 'no JSON': cause } } };
    const edited = { ...facts, before: facts.before && { ...facts.before, tally } };
    expect(contradictions(edited)).toEqual([
      'Of the answers for the check user-body-json, 0 were counted as failed, but 5 by what was wrong.',
    ]);
  });

  it('agree where the run was stopped between two counts', () => {
    const slow = keyOf('slow', { endpoint: 'user', slice: '3', why: 'duration' });
    const more = counting(slow, (facts.metrics[slow]?.['count'] ?? 0) + 1);
    expect(contradictions(more)).toEqual([]);
    const failed = keyOf('calls', { endpoint: 'user', result: 'failed' });
    const uncounted = (calls: number, finished: number) =>
      contradictions(
        counting('iterations', finished, counting(failed, (facts.metrics[failed]?.['count'] ?? 0) + calls)),
      );
    expect(uncounted(100, 15)).toEqual([]);
    expect(uncounted(101, 15)).toHaveLength(1);
    expect(uncounted(1, 16)).toHaveLength(1);
  });

  it('agree where the limit applies beyond what was taken off', () => {
    const slow = { ...without('slow'), metrics: without('over_limit', without('slow')).metrics };
    const before = slow.before && { ...slow.before, networkTakenOffMs: 12 };
    expect(contradictions(slow)).not.toEqual([]);
    expect(contradictions({ ...slow, before })).toEqual([]);
  });

  it('agree where late calls count as slow', () => {
    const late = keyOf('slow', { endpoint: 'user', slice: '3', why: 'late' });
    expect(contradictions(counting(late, 900))).toEqual([]);
  });
});
