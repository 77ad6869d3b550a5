import { describe, expect, it } from 'vitest';
import { availabilityCheck } from '../checks/run-checks.ts';
import { lineOf } from './after/ledger/line.ts';
import { mergeProblems } from './after/merge-problems.ts';
import { addFacts } from './after/merged-facts.ts';
import type { Facts } from './facts.ts';
import { type Call, conformanceFacts, load, loadCalls, loadFacts } from './facts-fixture.ts';
import { buildReport } from './judge/build-report.ts';

const mostly = (ms: number) => (_: string, index: number) => (index % 40 === 7 ? ms : 2);

/** Divides calls among four generators in turn. */
function quarters(calls: readonly Call[]): [Facts, ...Facts[]] {
  const part = (number: number) => {
    const facts = loadFacts(
      calls.filter((_, index) => index % 4 === number),
      0.25,
    );
    return { ...facts, run: { ...facts.run, id: `run-${number}` } };
  };
  return [part(0), part(1), part(2), part(3)];
}

describe.each([
  ['fast', loadCalls(() => 2)],
  ['slow', loadCalls(() => 60)],
  ['in its tail too slow', loadCalls(mostly(80))],
  ['near the limit', loadCalls((_, index) => (index % 100 === 7 ? 21 : 19.5))],
])('a service that is %s', (_, calls) => {
  const alone = buildReport(loadFacts(calls));
  const merged = buildReport(addFacts(quarters(calls)));

  it('is judged alike by one generator and by four', () => {
    const verdicts = ({ findings }: typeof alone) => findings.map(({ check, verdict }) => [check, verdict]);
    expect(verdicts(merged)).toEqual(verdicts(alone));
    expect(merged.verdict).toBe(alone.verdict);
  });

  it('has the same calls and histograms', () => {
    const counts = ({ endpoints }: typeof alone) =>
      endpoints.map(({ requests, slow, failed, histogram, timeline }) => ({
        requests,
        slow,
        failed,
        histogram,
        perSlice: timeline.map((slice) => slice.requests),
      }));
    expect(counts(merged)).toEqual(counts(alone));
    expect(merged.load?.offeredRate).toBeCloseTo(alone.load?.offeredRate ?? 0, 9);
  });
});

it('adds what was seen before the load', () => {
  const one = conformanceFacts();
  const other = { ...one, run: { ...one.run, id: 'run-2' } };
  const sum = buildReport(addFacts([one, other]));
  const samples = (check: string) => sum.findings.find((finding) => finding.check === check)?.samples;
  expect(samples('user-id-prefix')).toBe(800);
  expect(sum.run.id).toBe('run-1 + run-2');
  expect(sum.contract.settings.at(-1)).toMatchObject({ name: 'Generators' });
});

const fast = loadFacts(
  loadCalls(() => 2),
  0.5,
);

/** Two halves of a load, the second of which began four seconds later. */
function unaligned(one: Facts, other: Facts): Facts {
  const run = { ...other.run, id: 'run-2' };
  const before = other.before && { ...other.before, endedAtMs: other.before.endedAtMs + 4000 };
  return addFacts([one, { ...other, run, before }]);
}

it('takes slow calls as one burst where the generators did not measure at the same time', () => {
  const sum = unaligned(loadFacts(loadCalls(mostly(80)), 0.5), fast);
  expect(sum.isAligned).toBe(false);
  const [user] = buildReport(sum).endpoints;
  expect(user?.timeline).toEqual([]);
  expect(user?.latency?.verdict).toBe('inconclusive');
});

it('judges a declared availability by the calls of generators that did not measure at the same time', () => {
  const judged = (meaning: 'requests' | 'seconds') => {
    const contract = { version: 1 as const, availability: { meaning, targetPercent: 90 } };
    const facts = unaligned(fast, fast);
    const report = buildReport({ ...facts, plan: { ...facts.plan, contract } });
    const { verdict, explanation } =
      report.findings.find(({ check }) => check === availabilityCheck.id) ?? {};
    return { verdict, explanation, seconds: lineOf(report, null).time.seconds };
  };
  expect(judged('requests')).toMatchObject({
    verdict: 'not-applicable',
    explanation: expect.stringMatching(/^0 of 9\s264 calls were bad/),
  });
  expect(judged('seconds')).toMatchObject({
    explanation: expect.stringContaining(`0 of ${load.measureMs / 1000} seconds were bad`),
    seconds: load.measureMs / 1000,
  });
});

describe('runs that are no parts of one', () => {
  const halfOf = (facts: Facts, segment: string): Facts => ({
    ...facts,
    plan: { ...facts.plan, segment, loadShare: 0.5 },
  });
  const one = fast;
  const other = { ...one, run: { ...one.run, id: 'run-2' } };
  it.each<readonly [string, readonly Facts[], RegExp | null]>([
    ['two halves', [one, other], null],
    ['one alone', [one], /at least two/],
    ['the same twice', [one, one], /same run/],
    [
      'another target',
      [one, { ...other, run: { ...other.run, target: 'http://b.test' } }],
      /the service is http/,
    ],
    [
      'another way to the target',
      [one, { ...other, run: { ...other.run, transport: { proxy: 'http://proxy:3128' } } }],
      /transport\.proxy is/,
    ],
    ['another scenario', [one, { ...other, plan: { ...other.plan, scenario: 'load' } }], /scenario is load/],
    [
      'another contract',
      [one, { ...other, plan: { ...other.plan, contract: { version: 1, rate: 5 } } }],
      /contract.rate is 5/,
    ],
    ['another harness', [one, { ...other, tool: { name: 'x', version: '9' } }], /harness is 9/],
    ['one interrupted', [one, { ...other, before: null }], /interrupted/],
    [
      'loads after each other',
      [
        one,
        { ...other, before: other.before && { ...other.before, endedAtMs: other.before.endedAtMs + 15_000 } },
      ],
      /not made at the same time/,
    ],
    ['the same half by two names', [halfOf(one, '0:1/2'), halfOf(other, '0:50%')], /overlap/],
    ['halves that overlap', [halfOf(one, '0:1/2'), halfOf(other, '1/4:3/4')], /overlap/],
    ['halves that make a whole', [halfOf(one, '0:1/2'), halfOf(other, '1/2:1')], null],
    [
      'one without companion',
      [one, { ...other, plan: { ...other.plan, hasCompanion: false } }],
      /hasCompanion is false, there true/,
    ],
  ])('%s', (_, facts, wanted) => {
    const said = mergeProblems(facts, ['a', 'b']).join('\n');
    if (wanted === null) expect(said).toBe('');
    else expect(said).toMatch(wanted);
  });

  it('are refused with the settings that differ, and both values', () => {
    const { load, ...plan } = other.plan;
    const faster = { ...other, plan: { ...plan, load: load && { ...load, rate: 100, backups: 5 } } };
    const declared = { version: 1, latency: { percentile: 95 } } as const;
    const otherwise = { ...faster, plan: { ...faster.plan, contract: declared } };
    expect(mergeProblems([one, otherwise], ['a', 'b'])).toEqual([
      'b was not made like a: contract.latency.percentile is 95, there not set; load.rate is 100, there 475; load.backups is 5, there 6.',
    ]);
    const [through, loadless] = [{ proxy: 'http://proxy:3128' }, { ...other.plan, load: null }];
    const elsewhere = { ...other, run: { ...other.run, transport: through }, plan: loadless };
    const said = mergeProblems([one, elsewhere], ['a', 'b']).join(' ');
    expect(said).toContain('transport.proxy is http://proxy:3128, there not set;');
    const asking = { ...other.plan, conformance: { ...other.plan.conformance, madeUp: 7 } };
    expect(mergeProblems([one, { ...other, plan: asking }], ['a', 'b'])).toEqual([
      `b was not made like a: conformance.madeUp is 7, there ${one.plan.conformance.madeUp}.`,
    ]);
    expect(said).toContain('load.rate is not set, there 475; ');
  });
});

it('takes the network of the farthest generator', () => {
  const near = loadFacts(
    loadCalls(() => 2),
    0.5,
  );
  const far = loadFacts(
    loadCalls(() => 45),
    0.5,
  );
  const away = far.before && { ...far.before, roundTrip: { floorMs: 40, p95Ms: 41 } };
  const sum = addFacts([near, { ...far, before: away, run: { ...far.run, id: 'run-2' } }]);
  expect(buildReport(sum).verdict).not.toBe('fail');
});

it('gives one verdict whatever the order of the parts', () => {
  const part = (id: string, day: string) => {
    const facts = conformanceFacts();
    const waivers = [{ check: 'user-id-prefix', reason: 'x', expires: '2026-01-02' }];
    const plan = { ...facts.plan, contract: { version: 1 as const, waivers }, startedAtMs: Date.parse(day) };
    return { ...facts, plan, run: { ...facts.run, id } };
  };
  const [one, other] = [part('a', '2026-01-02T23:59:59Z'), part('b', '2026-01-03T00:00:01Z')];
  expect(buildReport(addFacts([one, other])).reason).toBe(buildReport(addFacts([other, one])).reason);
});

it('knows nothing of the time of further loads', () => {
  const part = (made: number): Facts => {
    const facts = loadFacts([], 0.5);
    return { ...facts, plan: { ...facts.plan, loads: { most: 4, made } } };
  };
  expect(addFacts([part(1), part(1)]).isAligned).toBe(true);
  expect(addFacts([part(2), part(2)]).isAligned).toBe(false);
});

it('says how to make the run again: the loads at the same time, then the merge, also of what was merged', () => {
  const part = (id: string, more: Partial<Facts['run']> = {}) => ({
    ...fast,
    run: { ...fast.run, id, ...more },
  });
  const parts = [
    part('a', { reproduce: 'gate --seed 1' }),
    part('b', { reproduce: 'gate --seed 2' }),
  ] as const;
  const wanted = [
    '# all loads, started at the same time:',
    'gate --seed 1',
    'gate --seed 2',
    '# then:',
    'node cli/bin.mjs merge <run folders or logs>',
  ];
  const merged = addFacts(parts, 'node cli/bin.mjs');
  expect(merged.run.reproduce.split('\n')).toEqual(wanted);
  expect(addFacts([merged, parts[0]], 'node cli/bin.mjs').run.reproduce.split('\n')).toEqual(wanted);
});
