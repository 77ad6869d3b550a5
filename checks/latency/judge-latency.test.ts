import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Percentile } from './expectation.ts';
import { judgeLatency } from './judge-latency.ts';
import { measured, plain, quiet, slowBounds, standard, waits } from './latency-fixture.ts';
import { overGridMs } from './measurement.ts';

/** From the loosest to the strictest. */
const usualPercentiles: readonly Percentile[] = [50, 90, 95, 99, 99.9, 'every'];

const idsOf = (finding: ReturnType<typeof judgeLatency>) => finding.conditions.map(({ id }) => id);
const judge = (waitsMs: readonly number[], generator = quiet, expectation = standard) =>
  judgeLatency(measured(waitsMs), generator, expectation);

describe('on a quiet machine with a control', () => {
  it('passes a fast service', () => {
    const finding = judge(waits(5400, 2));
    expect(finding).toMatchObject({ verdict: 'pass', counts: { slow: 0 }, conditions: [] });
    expect(1 - slowBounds(measured(waits(5400, 2))).upper).toBeCloseTo(0.99902, 5);
    expect(finding.explanation).toMatch(/for stalls up to 10\.19\Dms/);
  });

  it.each([
    ['19 ms with a few in a thousand over it', waits(5400, 19.2, 20.2, 400), 'pass'],
    ['0.5 % at 25 ms', waits(5400, 2, 25, 200), 'pass'],
    ['2 % at 25 ms', waits(5400, 2, 25, 50), 'fail'],
    ['5 % at 25 ms', waits(5400, 2, 25, 20), 'fail'],
    ['20.5 ms throughout', waits(5400, 20.5), 'fail'],
    ['30 ms throughout', waits(5400, 30), 'fail'],
    ['1 % at 25 ms', waits(5400, 2, 25, 100), 'inconclusive'],
    ['a third of the run slow', [...waits(3600, 2), ...waits(1800, 30)], 'fail'],
    ['one stall of a second', [...waits(2600, 2), ...waits(100, 500), ...waits(2700, 2)], 'inconclusive'],
  ])('%s', (_, waitsMs, verdict) => {
    expect(judge(waitsMs).verdict).toBe(verdict);
  });

  it('takes 20.000 ms as slow', () => {
    const atLimit = judgeLatency(measured(waits(5400, 20), {}, 0), quiet, standard);
    expect(atLimit.counts.share_under_limit).toBe(0);
    expect(atLimit.verdict).not.toBe('pass');
  });

  it('fails nothing that the error of measurement explains', () => {
    expect(judge(waits(5400, 19.95)).verdict).toBe('inconclusive');
  });

  it('gives the verdict under every usual reading', () => {
    const judgedBy = (percentile: Percentile) =>
      judge(waits(5400, 2, 25, 25), quiet, { ...standard, percentile });
    const found = usualPercentiles.map(judgedBy);
    expect(Object.fromEntries(found.map(({ reading, verdict }) => [reading, verdict]))).toEqual({
      median: 'pass',
      p90: 'pass',
      p95: 'pass',
      p99: 'fail',
      'p99.9': 'fail',
      'every request': 'fail',
    });
  });

  it('never certifies every request', () => {
    const finding = judgeLatency(measured(waits(5400, 2)), quiet, { ...standard, percentile: 'every' });
    expect(finding).toMatchObject({ verdict: 'inconclusive', reading: 'every request' });
  });
});

describe('what did not answer', () => {
  const failing = (failed: number) => {
    const good = measured(waits(5400 - failed, 2));
    const slices = good.slices.map((slice, index) => {
      const more = Math.floor(((index + 1) * failed) / 60) - Math.floor((index * failed) / 60);
      return { ...slice, n: slice.n + more, failed: more };
    });
    return { ...good, valid: 5400, failed, unanswered: failed, slices };
  };

  it('counts calls without an answer as slow, and says so', () => {
    const finding = judgeLatency(failing(5400), quiet, standard);
    expect(finding).toMatchObject({
      verdict: 'fail',
      counts: { slow: 5400, failed: 5400, share_under_limit: 0 },
    });
    expect(finding.slowCalls).toEqual([{ what: 'not answered', count: 5400 }]);
    expect(judgeLatency(failing(200), quiet, standard).verdict).toBe('fail');
    const far = { ...quiet, roundTrip: { floorMs: 10.4, p95Ms: 10.8 } };
    expect(judgeLatency(failing(200), far, standard).verdict).toBe('fail');
  });

  it.each([54, 200, 5400])('lets %i errors in time forbid a pass but not make a fail', (errors) => {
    const calls = { ...failing(errors), unanswered: 0 };
    const finding = judgeLatency(calls, quiet, standard);
    expect(finding).toMatchObject({ verdict: 'inconclusive', counts: { slow: errors, failed: errors } });
    expect(slowBounds(calls).lower).toBe(0);
    expect(idsOf(finding)).toEqual([errors > 54 ? 'error-answers' : 'share-too-close']);
    expect(finding.explanation).toMatch(/^0 of 5\D400 calls took 20 ms or longer; p99 allows 1\s%\./);
    expect(finding.slowCalls).toEqual([{ what: 'error in time', count: errors }]);
  });

  it('fails errors that came too late, by as much as slow successes', () => {
    const late = (overMs: number) => {
      const overLimit = overGridMs.map((step) => (overMs >= step ? 300 : 0));
      const calls = { ...failing(300), unanswered: 0, lateErrors: 300, overLimit };
      const { verdict, explanation } = judgeLatency(calls, quiet, standard);
      expect(explanation).toMatch(
        /^300 of 5\D400 calls took 20 ms or longer; .* 1\s%\. (After|More calls were slow)/,
      );
      return verdict;
    };
    expect([late(30), late(0)]).toEqual(['fail', 'inconclusive']);
  });

  it('says nothing of errors where slow calls alone are too many', () => {
    const { overLimit } = measured(waits(300, 60));
    const calls = { ...failing(300), unanswered: 0, slow: 300, overLimit };
    expect(idsOf(judgeLatency(calls, quiet, standard))).not.toContain('error-answers');
  });

  it('does not judge a service that nobody reached', () => {
    const finding = judgeLatency({ ...failing(5400), unreachable: 5400 }, quiet, standard);
    expect(finding.verdict).toBe('inconclusive');
    expect(idsOf(finding)).toContain('no-service');
  });

  it('lets dropped calls forbid a pass but not make a fail', () => {
    const finding = judgeLatency(measured(waits(5000, 2), { dropped: 400 }), quiet, standard);
    expect(finding.explanation).toMatch(/^400 of 5\D400 calls count as slow; p99 allows 1\s%\./);
    expect(finding.slowCalls).toEqual([{ what: 'not sent', count: 400 }]);
    expect(finding).toMatchObject({
      verdict: 'inconclusive',
      counts: { slow: 400, dropped: 400, requests: 5400 },
    });
    expect(finding.counts.share_under_limit).toBeCloseTo(5000 / 5400);
    expect(idsOf(finding)).toContain('many-dropped');
  });

  it('says nothing of an endpoint that was never asked', () => {
    const finding = judgeLatency(measured([]), quiet, standard);
    expect(finding).toMatchObject({ verdict: 'inconclusive', counts: { share_under_limit: null } });
    expect(slowBounds(measured([])).upper).toBe(1);
    expect(idsOf(finding)).toEqual(['no-calls']);
    for (const percentile of usualPercentiles) {
      const { verdict } = judgeLatency(measured([]), quiet, { ...standard, percentile });
      expect(verdict).toBe('inconclusive');
    }
    expect(judgeLatency(measured([]), plain, standard).verdict).toBe('inconclusive');
  });

  it('does not pass on the few calls that were let through', () => {
    const finding = judgeLatency(measured(waits(5400, 2), { lost: 2000 }), quiet, standard);
    expect(finding.verdict).toBe('inconclusive');
    expect(idsOf(finding)).toContain('lost-calls');
    // It may have refused them, or answered with other data.
    expect(finding.explanation).toMatch(/2\D000 of 7\D400 calls were answered without a success, so/);
    expect(judgeLatency(measured(waits(5400, 2), { lost: 50 }), quiet, standard).verdict).toBe('pass');
  });
});

describe('without a control', () => {
  it('passes a fast service and fails a slow one', () => {
    expect(judge(waits(5400, 2), plain)).toMatchObject({ verdict: 'pass', guardBandMs: 8 });
    expect(judge(waits(5400, 30), plain).verdict).toBe('fail');
    expect(judge(waits(5400, 20.5), plain).verdict).toBe('inconclusive');
  });

  it('passes no more slow calls than any clustering allows', () => {
    expect(judge(waits(5400, 2, 25, 800), plain).verdict).toBe('pass');
    expect(judge(waits(5400, 2, 25, 600), plain).verdict).toBe('inconclusive');
  });

  it('takes the machine for a noisy one', () => {
    expect(judge(waits(5400, 23), plain).verdict).toBe('inconclusive');
    expect(judge(waits(5400, 30), plain).verdict).toBe('fail');
  });
});

describe('in general', () => {
  const anyWaits = fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }), fc.boolean())
    .map(([slow, every, together]) =>
      together
        ? [...waits(5400 - slow, 2), ...waits(slow, 30)]
        : waits(5400, 2, 30, every === 0 ? undefined : every),
    );

  it('a certificate never contradicts a refutation', () => {
    fc.assert(
      fc.property(anyWaits, (waitsMs) => {
        const { lower, upper } = slowBounds(measured(waitsMs));
        const under = judge(waitsMs).counts.share_under_limit ?? Number.NaN;
        expect(1 - upper).toBeLessThanOrEqual(under);
        expect(1 - lower).toBeGreaterThanOrEqual(under);
      }),
      { numRuns: 60 },
    );
  });

  it('a stricter reading never passes where a looser one does not', () => {
    fc.assert(
      fc.property(anyWaits, (waitsMs) => {
        const rank = usualPercentiles.map((percentile) =>
          ['pass', 'inconclusive', 'fail'].indexOf(
            judge(waitsMs, quiet, { ...standard, percentile }).verdict,
          ),
        );
        expect(rank).toEqual(rank.toSorted((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });
});
