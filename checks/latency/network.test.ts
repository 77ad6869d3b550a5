import { describe, expect, it } from 'vitest';
import { bucketOf, upperEdgeMs } from '../../schemas/histogram-grid.ts';
import type { LimitAt } from './expectation.ts';
import { judgeLatency } from './judge-latency.ts';
import { measured, quiet, standard, waits } from './latency-fixture.ts';
import type { GeneratorFacts, Handshakes, LatencyMeasurement } from './measurement.ts';
import {
  assumedNetworkMs,
  freshCallProblem,
  leastNetworkMs,
  mostBytesOver,
  packetPairsFor,
  roundTripsFor,
} from './network.ts';

/** A network that takes 10 ms, 12 ms for one call in a hundred, and loses one packet in five hundred. */
const handshakes: Handshakes = [
  { upToMs: 10.3, count: 2000 },
  { upToMs: 11.3, count: 470 },
  { upToMs: 12.4, count: 25 },
  { upToMs: 240, count: 5 },
];
const roundTrip = { floorMs: 10, p95Ms: 10.8 };
const far: GeneratorFacts = { ...quiet, roundTrip, handshakes };
const unmeasured: GeneratorFacts = { ...quiet, roundTrip };

function verdictOf(
  waitsMs: readonly number[],
  generator: GeneratorFacts,
  limitAt: LimitAt = null,
  changes: Partial<LatencyMeasurement> = {},
) {
  const takenOffMs = limitAt === 'service' ? 9 : 0;
  const measurement = measured(waitsMs, { takenOffMs, ...changes });
  return judgeLatency(measurement, generator, { ...standard, limitAt }).verdict;
}

describe('from afar, with nobody saying where the limit holds', () => {
  it('a pass holds for the caller, and a fail at the service', () => {
    expect(verdictOf(waits(5400, 13), far)).toBe('pass');
    expect(verdictOf(waits(5400, 25), far)).toBe('inconclusive');
    expect(verdictOf(waits(5400, 29), far)).toBe('inconclusive');
    expect(verdictOf(waits(5400, 37), far)).toBe('fail');
  });

  it('a tail fails where it is longer and more frequent than that of the network', () => {
    expect(verdictOf(waits(5400, 12, 60, 10), far)).toBe('fail');
    expect(verdictOf(waits(5400, 12, 240, 500), far)).toBe('pass');
    expect(verdictOf(waits(5400, 12, 31, 10), far)).toBe('inconclusive');
  });

  it('goes on where more calls would show that the service is slow', () => {
    const loads = { most: 8, made: 1 };
    const idsOf = (slowMs: number) => {
      const found = judgeLatency(measured(waits(900, 12, slowMs, 36)), far, { ...standard, loads });
      const blocking = found.conditions.filter(({ effect }) => effect !== 'warning');
      return [...new Set(blocking.map(({ id }) => id))];
    };
    expect(idsOf(240)).not.toContain('far-away');
    expect(idsOf(31)).toContain('far-away');
  });

  it('is the cause of slowness, rather than a service whose share of slow calls changes', () => {
    const { cause } = judgeLatency(measured([...waits(2700, 12), ...waits(2700, 25)]), far, standard);
    expect(cause).toBe('far-away');
    expect(judgeLatency(measured(waits(5400, 12, 60, 115)), far, standard).cause).toBe('undecided-share');
  });

  it('a call has more packets to lose than a handshake', () => {
    const lossy = {
      ...far,
      handshakes: [
        { upToMs: 10.3, count: 58_800 },
        { upToMs: 1096, count: 1200 },
      ],
    };
    expect(verdictOf(waits(54_000, 12, 240, 23), lossy)).toBe('inconclusive');
    expect(verdictOf(waits(54_000, 12, 240, 12), lossy)).toBe('fail');
  });

  it('what no handshake measured under load can be anything', () => {
    expect(verdictOf(waits(5400, 12, 240, 4), unmeasured)).toBe('inconclusive');
    expect(verdictOf(waits(5400, 12, 240, 4), { ...far, roundTrip: null })).toBe('inconclusive');
    expect(verdictOf(waits(5400, 500), { ...far, roundTrip: null })).toBe('inconclusive');
    expect(verdictOf(waits(5400, 500), { ...far, roundTrip: null }, 'client')).toBe('fail');
    expect(verdictOf(waits(5400, 60), unmeasured)).toBe('fail');
    const within = (floorMs: number) => ({ ...quiet, roundTrip: { floorMs, p95Ms: 1 } });
    expect(verdictOf(waits(5400, 12, 240, 4), within(0.51))).toBe('inconclusive');
    expect(verdictOf(waits(5400, 12, 240, 4), within(0.5))).toBe('fail');
  });

  it('no distance explains calls without an answer', () => {
    const failed = { valid: 6000, failed: 600, slices: failing };
    expect(verdictOf(waits(5400, 12), far, null, { ...failed, unanswered: 600 })).toBe('fail');
    const varying = { ...quiet, roundTrip: { floorMs: 10, p95Ms: 40 } };
    expect(verdictOf(waits(5400, 12), varying, null, { ...failed, unanswered: 600 })).toBe('fail');
    expect(verdictOf(waits(5400, 12), far, null, failed)).toBe('inconclusive');
  });

  it('a large answer may need several round trips', () => {
    expect(verdictOf(waits(5400, 37), far, null, { answerBytes: 24_001 })).toBe('inconclusive');
    expect([0, 8_000, 8_001, 24_000, 24_001].map(roundTripsFor)).toEqual([1, 1, 2, 2, 3]);
    expect(mostBytesOver({ floorMs: 0.1, p95Ms: 0.3 })).toBe(65_536);
    expect([roundTrip, null].map(mostBytesOver)).toEqual([8000, 8000]);
    expect(assumedNetworkMs(roundTrip, null)).toBe(2 * roundTrip.p95Ms);
    expect(assumedNetworkMs(roundTrip, 'client')).toBe(0);
  });

  it('an answer of many packets loses one of them more often than a handshake does', () => {
    const lossy = [...handshakes.slice(0, 3), { upToMs: 1100, count: 50 }];
    const calls = waits(5400, 13, 240, 8);
    expect(verdictOf(calls, { ...far, handshakes: lossy })).toBe('fail');
    expect(verdictOf(calls, { ...far, handshakes: lossy }, null, { answerBytes: 11_500 })).toBe(
      'inconclusive',
    );
    expect([0, 1400, 1401, 11_500].map(packetPairsFor)).toEqual([1, 1, 2, 5]);
  });

  it('says what the network takes and what can be done', () => {
    const { explanation, conditions } = judgeLatency(measured(waits(5400, 25)), far, standard);
    expect(explanation).toContain('The network takes 10.3\u00a0ms of the 20 ms (p99 12.4\u00a0ms), and');
    expect(conditions.at(-1)?.remedy).toContain('latency.at');
    const failed = judgeLatency(measured(waits(5400, 60)), far, standard);
    expect(failed.explanation).toMatch(/and the possible network time/);
  });
});

const failing = Array.from({ length: 60 }, () => ({
  n: 100,
  slow: 0,
  failed: 10,
  late: 0,
  repeated: 0,
  setUp: 0,
  isDisturbed: false,
}));

describe('from nearby', () => {
  const near = { ...quiet, roundTrip: { floorMs: 0.2, p95Ms: 0.4 } };
  const losing = (lost: number) => ({
    ...near,
    handshakes: [
      { upToMs: 0.5, count: 3000 - lost },
      { upToMs: 1096, count: lost },
    ],
  });

  it('lost packets explain as many slow calls', () => {
    const calls = waits(5400, 2, 240, 25);
    expect(verdictOf(calls, losing(0))).toBe('fail');
    expect(verdictOf(calls, losing(120))).toBe('inconclusive');
    expect(verdictOf(calls, losing(120), 'client')).toBe('fail');
    expect(verdictOf(calls, { ...losing(120), isOnThisMachine: true })).toBe('fail');
    expect(verdictOf(waits(5400, 25), losing(120))).toBe('fail');
  });

  it('the report says so', () => {
    const { explanation, conditions } = judgeLatency(
      measured(waits(5400, 2, 240, 25)),
      losing(120),
      standard,
    );
    expect(explanation).toContain('The network takes');
    expect(conditions[0]?.remedy).toContain('Measure from a machine closer');
  });
});

describe('from afar, where the limit is declared to hold', () => {
  it('for the client, the network is its time too', () => {
    expect(verdictOf(waits(5400, 13), far, 'client')).toBe('pass');
    expect(verdictOf(waits(5400, 25), far, 'client')).toBe('fail');
    expect(verdictOf(waits(5400, 25), { ...far, roundTrip: { floorMs: 21, p95Ms: 22 } }, 'client')).toBe(
      'fail',
    );
  });

  it('at the service, what the network takes at least is taken off for a pass', () => {
    expect(verdictOf(waits(5400, 25), far, 'service')).toBe('pass');
    expect(verdictOf(waits(5400, 30), far, 'service')).toBe('inconclusive');
    const { remedy } = judgeLatency(measured(waits(5400, 30)), far, { ...standard, limitAt: 'service' });
    expect(remedy).toMatch(/^Measure from a machine closer to the service\.$/);
    expect(verdictOf(waits(5400, 37), far, 'service')).toBe('fail');
  });

  it('at the service, a network that was sometimes faster proves less', () => {
    const faster = [{ upToMs: 3, count: 100 }, ...handshakes];
    expect(verdictOf(waits(5400, 25), { ...far, handshakes: faster }, 'service')).toBe('inconclusive');
    expect(verdictOf(waits(5400, 15), { ...far, handshakes: faster }, 'service')).toBe('pass');
  });

  it.each([2, 10, 24, 100, 218.8])(
    'at the service, a handshake faster than what is taken off of %d ms shows',
    (floorMs) => {
      const takenOffMs = leastNetworkMs({ floorMs, p95Ms: floorMs }, 'service');
      expect(takenOffMs).toBeGreaterThan(0.8 * floorMs);
      expect(takenOffMs).toBeLessThanOrEqual(0.9 * floorMs);
      const timed = (ms: number) => ({
        ...far,
        handshakes: [{ upToMs: upperEdgeMs(bucketOf(ms)), count: 600 }],
      });
      const calls = waits(5400, takenOffMs + 19);
      expect(verdictOf(calls, timed(floorMs), 'service', { takenOffMs })).toBe('pass');
      expect(verdictOf(calls, timed(takenOffMs - 0.01), 'service', { takenOffMs })).toBe('inconclusive');
    },
  );

  it('takes off no more than the fastest of many handshakes, where they vary', () => {
    // Two delays of 0 to 5 ms plus at least 5 ms: of 24 handshakes the fastest took 6.4 ms, the second slowest 13.4 ms.
    expect(leastNetworkMs({ floorMs: 6.4, p95Ms: 13.4 }, 'service')).toBeLessThan(5);
    expect(leastNetworkMs({ floorMs: 6.4, p95Ms: 13.4 }, 'service')).toBeGreaterThan(3);
    expect(leastNetworkMs({ floorMs: 2, p95Ms: 12 }, 'service')).toBe(0);
  });

  it('says so, where the network may have taken less than was taken off', () => {
    const faster = { ...far, handshakes: [{ upToMs: 8.9, count: 60 }, ...handshakes] };
    const measurement = measured(waits(5400, 25), { takenOffMs: 9, takenOffMostMs: 9 });
    const [condition] = judgeLatency(measurement, faster, { ...standard, limitAt: 'service' }).conditions;
    expect(condition?.reason).toMatch(/For up to 3\.\d+\s% the network may have taken less than the 9\sms/);
    expect(condition?.remedy).toMatch(/closer to the service/);
  });

  it('at the service, more handshakes may show that the network was never faster', () => {
    const few = { ...far, handshakes: [{ upToMs: 10.3, count: 400 }] };
    const measurement = measured(waits(5400, 25), { takenOffMs: 9, takenOffMostMs: 9 });
    const { cause } = judgeLatency(measurement, few, { ...standard, limitAt: 'service' });
    expect(cause).toBe('undecided-share');
  });

  it('at the service, nothing shows what the network took where no handshake was timed', () => {
    expect(verdictOf(waits(5400, 25), unmeasured, 'service')).toBe('inconclusive');
  });
});

it.each([
  [0, 0, false],
  [1, 1, false],
  [150, 1, false],
  [150, 2, true],
  [2000, 2, false],
  [2000, 3, true],
])('%i calls, %i failures', (calls, failures, isProblem) => {
  expect(freshCallProblem(calls, failures) !== null).toBe(isProblem);
});

it('says what was seen', () => {
  expect(freshCallProblem(680, 7)?.reason).toMatch(
    /^7 of 680 calls on a fresh connection got no whole answer \(1\.03\s%\)/,
  );
});
