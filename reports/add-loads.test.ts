import { describe, expect, it } from 'vitest';
import { timesToDecide } from '../checks/latency/judge-latency.ts';
import type { LoadsMade } from '../dist/facts-types.ts';
import { bucketOf } from '../schemas/histogram-grid.ts';
import { addLoads, shouldGoOn, whyNoMore } from './add-loads.ts';
import { loadWith, most } from './add-loads-fixture.ts';
import type { Facts } from './facts.ts';
import { backupCalls, load, loadCalls, loadFacts } from './facts-fixture.ts';
import { buildReport } from './judge/build-report.ts';
import { keyOf } from './read-metrics.ts';

/** Verdicts after each load while the run goes on. */
function verdictsOf(load: (made: number) => Facts): string[] {
  const loads: [Facts, ...Facts[]] = [load(1)];
  let report = buildReport(loads[0]);
  const verdicts: string[] = [report.verdict];
  while (shouldGoOn(report, { most, made: loads.length })) {
    loads.push(load(loads.length + 1));
    report = buildReport(addLoads(loads));
    verdicts.push(report.verdict);
  }
  return verdicts;
}

describe('a load goes on', () => {
  it('until few slow calls are shown to be few, or too many to be too many', () => {
    expect(verdictsOf((made) => loadWith(200, made))).toEqual(['inconclusive', 'inconclusive', 'pass']);
    expect(verdictsOf((made) => loadWith(49, made))).toEqual(['inconclusive', 'fail']);
  });

  it('to the fail of one endpoint, whatever keeps the run from a pass', () => {
    const slowUser = (made: number): Facts => {
      const calls = loadCalls((endpoint, index) =>
        (index + 13 * made) % (endpoint === 'user' ? 49 : 105) === 0 ? 60 : 2,
      );
      const facts = loadFacts(calls);
      const stall = facts.plan.load && { ...facts.plan.load, maxStallMs: 25 };
      return { ...facts, plan: { ...facts.plan, load: stall, loads: { most, made } } };
    };
    expect(verdictsOf(slowUser)).toEqual(['inconclusive', 'fail']);
  });

  it('not at all where one is enough', () => {
    expect(verdictsOf((made) => loadWith(1000, made))).toEqual(['pass']);
    expect(verdictsOf((made) => loadWith(10, made))).toEqual(['fail']);
  });

  it('once more where chance may have made a share look too close to the allowed one', () => {
    expect(verdictsOf((made) => loadWith(105, made))).toEqual(['inconclusive', 'inconclusive']);
    expect(verdictsOf((made) => loadWith(made === 1 ? 101 : 400, made))).toEqual([
      'inconclusive',
      'inconclusive',
      'pass',
    ]);
  });

  it('not for what more calls cannot mend', () => {
    const open = loadWith(200);
    const goesOn = (facts: Facts) => shouldGoOn(buildReport(facts), { most, made: 1 });
    expect(goesOn(open)).toBe(true);
    expect(goesOn({ ...open, machine: { ...open.machine, clockDriftMs: 40 } })).toBe(false);
    expect(goesOn({ ...open, before: open.before && { ...open.before, refusedClasses: ['digits'] } })).toBe(
      false,
    );
    expect(goesOn({ ...open, problems: ['K6_HOSTS is set.'] })).toBe(false);
    expect(goesOn({ ...open, before: null })).toBe(false);
    expect(goesOn({ ...open, before: open.before && { ...open.before, tally: {} } })).toBe(false);
    expect(shouldGoOn(buildReport(open), { most: 1, made: 1 })).toBe(false);
  });

  it('for a quieter time, however noisy the load was', () => {
    const open = loadWith(60);
    const late = {
      ...open,
      metrics: { ...open.metrics, [keyOf('late_calls', { endpoint: 'user', over: '0' })]: { count: 400 } },
    };
    const report = buildReport(late);
    const ids = report.endpoints.flatMap(({ latency }) => latency.conditions.map(({ id }) => id));
    expect(ids).toContain('late-calls');
    expect(shouldGoOn(report, { most, made: 1 })).toBe(true);
    expect(report.reason).toMatch(/this machine was busy/);
    expect(shouldGoOn(report, { most, made: most })).toBe(false);
  });

  it('for a quieter time that may show one endpoint too slow, although backups stay open', () => {
    const slowBackups = backupCalls(12, 26).map((call) => ({ ...call, ms: 26 }));
    const facts = loadWith(1, 1, 26, slowBackups);
    const noisy = (count: number) => {
      const late = Object.fromEntries(
        ['user', 'encrypt', 'sync', 'backup'].map((endpoint) => [
          keyOf('late_calls', { endpoint, over: '5' }),
          { count: endpoint === 'backup' ? Math.min(count, 12) : count },
        ]),
      );
      return buildReport({ ...facts, metrics: { ...facts.metrics, ...late } });
    };
    const report = noisy(900);
    const open = report.endpoints.filter(({ latency }) => latency.verdict === 'inconclusive');
    expect(open.map(({ name }) => name)).toEqual(['user', 'encrypt', 'sync', 'backup']);
    expect(shouldGoOn(report, { most, made: 1 })).toBe(true);
    expect(shouldGoOn(noisy(0), { most, made: 1 })).toBe(false);
  });

  it('for a quieter time where noise makes calls look far away, and for nothing where they are', () => {
    const far = { id: 'far-away', effect: 'no-pass', reason: '', remedy: '' } as const;
    const busy = { id: 'busy-machine', effect: 'warning', reason: '', remedy: '' } as const;
    expect(timesToDecide([far])).toBe(Number.POSITIVE_INFINITY);
    expect(timesToDecide([far, busy])).toBe(1);
  });

  it('for a load without what disturbed this one', () => {
    const facts = loadFacts(loadCalls(() => 2));
    const contract = { version: 1 as const, latency: { percentile: 99.95 } };
    const report = buildReport({ ...facts, plan: { ...facts.plan, contract, loads: { most, made: 1 } } });
    const quiet = { ...report.endpoints[0]?.latency.quiet, seconds: 1, leftOut: { seconds: 9 } };
    const disturbed = {
      ...report,
      endpoints: report.endpoints.map((one) => ({ ...one, latency: { ...one.latency, quiet } })),
    } as unknown as typeof report;
    expect(shouldGoOn(report, { most, made: 1 })).toBe(false);
    expect(shouldGoOn(disturbed, { most, made: 1 })).toBe(true);
  });

  it('for a declared error budget that no load of one length can show', () => {
    const withBudget = (errorBudget: number) => {
      const facts = loadWith(1000);
      return { ...facts, plan: { ...facts.plan, contract: { version: 1 as const, errorBudget } } };
    };
    const goesOn = (facts: Facts) => shouldGoOn(buildReport(facts), { most, made: 1 });
    const { endpoints } = buildReport(withBudget(0.001));
    const calls = endpoints.reduce((sum, { requests }) => sum + requests, 0);
    expect(goesOn(withBudget(2 / calls))).toBe(true);
    expect(goesOn(withBudget(0.1 / calls))).toBe(false);
  });

  it('or says why not, unless it is decided or one load was wanted', () => {
    const why = (every: number, loads: LoadsMade, noRoom: string | null = 'no load fits') =>
      whyNoMore(buildReport(loadWith(every)), loads, noRoom);
    expect(why(105, { most, made: 3 })).toMatch(/would probably not settle it/);
    for (const loads of [
      { most, made: most },
      { most: 1, made: 1 },
    ])
      expect(why(105, loads)).toBe('The run ends here: no load fits.');
    expect(why(200, { most, made: 1 })).toBe('The run ends here: no load fits.');
    expect([why(1000, { most, made: 1 }), why(10, { most, made: 1 })]).toEqual([null, null]);
    expect(why(105, { most: 1, made: 1 }, null)).toBeNull();
  });
});

describe('the facts of several loads', () => {
  const one = loadWith(200);
  const two = addLoads([one, loadWith(200, 2)]);
  const [before, after] = [buildReport(one), buildReport(two)];

  it('are those of one run with twice the time and the calls', () => {
    expect(after.load?.measuredMs).toBe(2 * (before.load?.measuredMs ?? 0));
    expect(after.load?.achievedRate).toBeCloseTo(before.load?.achievedRate ?? 0, 6);
    expect(after.run.id).toBe(before.run.id);
    expect(after.run.durationMs).toBe(2 * before.run.durationMs);
    expect(after.endpoints.map(({ requests }) => requests)).toEqual(
      before.endpoints.map(({ requests }) => 2 * requests),
    );
    const slices = (report: typeof after) => report.endpoints[0]?.timeline ?? [];
    expect(slices(after).map(({ requests }) => requests)).toHaveLength(2 * slices(before).length);
    expect(slices(after).reduce((sum, { requests }) => sum + requests, 0)).toBe(after.endpoints[0]?.requests);
  });

  it('keep the length of each', () => {
    const longer = loadWith(200, 2);
    const twice = longer.plan.load && { ...longer.plan.load, measureMs: 2 * load.measureMs };
    const all = addLoads([one, { ...longer, plan: { ...longer.plan, load: twice } }]);
    const slices = buildReport(all).endpoints[0]?.timeline ?? [];
    const lengths = slices.map(({ durationMs }) => durationMs);
    expect([lengths[0], lengths.at(-1)]).toEqual([load.sliceMs, 2 * load.sliceMs]);
    const [first, last] = [slices[0], slices.at(-1)];
    const endMs = (last?.startMs ?? 0) + (last?.durationMs ?? 0);
    expect(endMs - (first?.startMs ?? 0)).toBeCloseTo(3 * load.measureMs, 6);
    expect(all.plan.load?.measureMs).toBe(3 * load.measureMs);
  });

  it('say how many there were', () => {
    expect(after.contract.settings.find(({ name }) => name === 'Loads')?.value).toMatch(
      /^2 one after the other/,
    );
    expect(before.contract.settings.find(({ name }) => name === 'Loads')).toBeUndefined();
  });
});

/** A load with the limit at the service. A handshake took `floorMs` before it, and 1 ms during it. */
function fromAfar(made: number, floorMs: number, every: number): Facts {
  const facts = loadWith(every, made);
  const [takenOffMs, bucket] = [0.9 * floorMs, String(bucketOf(1.05))];
  return {
    ...facts,
    plan: { ...facts.plan, contract: { version: 1, latency: { at: 'service' } } },
    before: facts.before && {
      ...facts.before,
      roundTrip: { floorMs, p95Ms: floorMs },
      networkTakenOffMs: takenOffMs,
    },
    metrics: { ...facts.metrics, [keyOf('handshakes', { bucket })]: { count: 5000 } },
  };
}

it('no load passes for what another one took off for the network', () => {
  const [open, tooMuch] = [fromAfar(1, 1, 200), fromAfar(2, 31, 1e6)];
  expect(buildReport(tooMuch).verdict).toBe('inconclusive');
  expect(buildReport(addLoads([open, tooMuch])).verdict).toBe('inconclusive');
  expect(buildReport(addLoads([open, fromAfar(2, 1, 1e6)])).verdict).toBe('pass');
});

it('a load does not go on where the network became faster than what was taken off', () => {
  expect(shouldGoOn(buildReport(fromAfar(1, 31, 200)), { most, made: 1 })).toBe(false);
  expect(shouldGoOn(buildReport(fromAfar(1, 1, 200)), { most, made: 1 })).toBe(true);
});

/** A first load with backups, all of them fast, when the contract wants every call to be fast. */
function withBackups(every: number, calls: number, planned = calls): Facts {
  const facts = loadWith(every, 1, 60, backupCalls(calls, 2));
  const contract = { version: 1, backup: { calls } } as const;
  return { ...facts, plan: { ...facts.plan, contract, load: { ...load, backups: planned } } };
}

describe('backups, which a further load does not make', () => {
  it('are no reason to go on', () => {
    const report = buildReport(withBackups(1e6, 240, 600));
    expect(report.causes.map(({ check }) => check)).toEqual(['backup-latency']);
    expect(shouldGoOn(report, { most, made: 1 })).toBe(false);
  });

  it('stay proven when the load goes on', () => {
    const loads = [withBackups(200, 1200), loadWith(200, 2), loadWith(200, 3)] as const;
    expect(buildReport(addLoads(loads)).verdict).toBe('pass');
  });
});

it('a load does not go on where no finding is open', () => {
  const facts = loadFacts(loadCalls(() => 2));
  const waivers = [{ check: 'backup-latency', reason: 'x', expires: '2099-12-31' }];
  const report = buildReport({ ...facts, plan: { ...facts.plan, contract: { version: 1, waivers } } });
  expect(report.verdict).toBe('inconclusive');
  expect(shouldGoOn(report, { most: 4, made: 1 })).toBe(false);
});
