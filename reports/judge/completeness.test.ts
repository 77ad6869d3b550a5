import { describe, expect, it } from 'vitest';
import { noCalls } from '../../checks/calls/calls.ts';
import { countText } from '../../checks/wording.ts';
import { dueCalls, type LoadShape } from '../../schemas/load-plan.ts';
import { type Facts, nothingToLoad } from '../facts.ts';
import { conformanceFacts, load, loadCalls, loadFacts } from '../facts-fixture.ts';
import { buildReport } from './build-report.ts';
import { endOf } from './completeness.ts';

function cutShort(facts: Facts): Facts {
  return { ...facts, run: { ...facts.run, durationMs: 1 } };
}

function completeness(shape: LoadShape, madeShare: number, droppedShare = 0) {
  const facts = loadFacts([]);
  const load = facts.plan.load === null ? null : { ...facts.plan.load, shape };
  const due = load === null ? 0 : dueCalls(load);
  const metrics = {
    made_calls: { count: due * madeShare },
    dropped_calls: { count: due * droppedShare },
  };
  return endOf({ ...cutShort(facts), plan: { ...facts.plan, load }, metrics }).completeness;
}

describe.each(['steady', 'ramp', 'spike', 'climb'] as const)('a %s load', (shape) => {
  it('is complete where its calls came due, made or dropped', () => {
    expect(completeness(shape, 1)).toBe('complete');
    expect(completeness(shape, 0.6, 0.4)).toBe('complete');
  });

  it('is interrupted where they did not, or where none was made', () => {
    expect(completeness(shape, 0.9)).toBe('interrupted');
    expect(completeness(shape, 0)).toBe('interrupted');
    expect(completeness(shape, 0, 1)).toBe('interrupted');
  });
});

it('says how many calls of an interrupted load came due', () => {
  const facts = loadFacts([]);
  const due = dueCalls(facts.plan.load as NonNullable<typeof facts.plan.load>);
  const metrics = { made_calls: { count: due / 2 } };
  expect(endOf({ ...cutShort(facts), metrics }).causes.map(({ reason }) => reason)).toEqual([
    `The run was interrupted after ${countText(due / 2)} of ${countText(due)} planned calls.`,
  ]);
});

it('is complete where k6 took its time and could not make them, and says so', () => {
  const facts = loadFacts([]);
  const load = facts.plan.load as NonNullable<typeof facts.plan.load>;
  const { before, plan, run } = facts;
  const metrics = { made_calls: { count: dueCalls(load) / 2 } };
  const endsAtMs = (before?.endedAtMs ?? 0) + load.warmUpMs + load.measureMs;
  const ended = (atMs: number) => ({
    ...facts,
    metrics,
    run: { ...run, durationMs: atMs - plan.startedAtMs },
  });
  expect(endOf(ended(endsAtMs)).completeness).toBe('complete');
  expect(endOf(ended(endsAtMs)).causes[0]?.reason).toMatch(
    /^The load generator could not keep up: it reached only/,
  );
  const allDropped = { ...ended(endsAtMs), metrics: { dropped_calls: { count: dueCalls(load) } } };
  expect(endOf(allDropped)).toMatchObject({
    completeness: 'complete',
    causes: [
      { reason: expect.stringMatching(/^The load generator could not keep up: it reached only 0 of/) },
    ],
  });
  expect(buildReport(allDropped).verdict).toBe('inconclusive');
  expect(endOf(ended(endsAtMs - 0.3 * load.measureMs)).completeness).toBe('interrupted');
  expect(endOf({ ...ended(endsAtMs), generators: 2 }).completeness).toBe('interrupted');
});

it('blames no generator for a load that was left out because the service refused every call before it', () => {
  const facts = loadFacts([]);
  const refused = { ...facts, before: { ...facts.before, calls: noCalls() } } as Facts;
  expect(nothingToLoad(refused.before as NonNullable<Facts['before']>)).toBe(true);
  expect(endOf({ ...refused, metrics: {} }).causes).toEqual([]);
});

it('makes no load where encrypt refuses the token, whatever else succeeds', () => {
  const calls = noCalls();
  calls.user.results.succeeded = 20;
  calls.encrypt.results.unauthorised = 20;
  expect(nothingToLoad({ reachable: true, calls })).toBe(true);
  calls.encrypt.results.failed = 1;
  expect(nothingToLoad({ reachable: true, calls })).toBe(false);
});

describe('a run without load', () => {
  it.each([
    ['complete', {}],
    ['interrupted', { before: null }],
    ['interrupted', { metrics: {} }],
    ['broken', { problems: ['BASE_URL is unset.'] }],
    ['broken', { metrics: { iterations: { count: 1 }, exceptions: { count: 1 } } }],
    ['broken', { withdrawn: { completeness: 'broken', reason: 'k6 was killed.' } }],
  ] as const)('is %s with %j', (wanted, overrides) => {
    expect(endOf(conformanceFacts(overrides)).completeness).toBe(wanted);
  });
});

it.each([
  [
    'unreachable',
    'dial: connection refused',
    'Check that the service is running and that the base URL is right.',
  ],
  [
    'unreachable',
    'lookup: no such host',
    'Check the host in the base URL, and that this machine can resolve its name.',
  ],
  ['unreachable', 'x509: unknown authority', '--cacert'],
  ['reset', 'remote error: tls: certificate required', '--cert and --key'],
  ['reset', 'connection reset by peer', 'whether HTTP or HTTPS is spoken there'],
  ['undecodable body', 'gzip: invalid header', 'Content-Encoding'],
])('says what helps where a service is %s: %s', (outcome, example, remedy) => {
  const facts = conformanceFacts({});
  const errors = { ...facts.before?.errors, user: { [outcome]: { count: 1, example } } };
  const before = facts.before === null ? null : { ...facts.before, reachable: false, errors };
  const [found] = endOf({ ...facts, before } as typeof facts).causes;
  expect(found?.reason).toContain(example);
  expect(found?.reason.includes('at service.test port 80')).toBe(outcome === 'unreachable');
  expect(found?.remedy).toContain(remedy);
});

it('an interrupted load is not measured against the time that was planned for it', () => {
  const facts = loadFacts(loadCalls(() => 2).filter((_, index) => index % 4 === 0));
  const made = (share: number) => ({ count: dueCalls(load) * share });
  const run = { ...facts.run, durationMs: 1 };
  const cut = (share: number) =>
    buildReport({ ...facts, run, metrics: { ...facts.metrics, made_calls: made(share) } });
  const { load: result, endpoints, run: ended } = cut(0.25);
  expect(ended.completeness).toBe('interrupted');
  expect(result?.measuredMs).toBe(load.measureMs / 4);
  expect(result?.achievedRate).toBeCloseTo(result?.offeredRate ?? 0, 6);
  const ids = endpoints.flatMap(({ latency }) => latency.conditions.map(({ id }) => id));
  expect(ids.filter((id) => ['rate-missed', 'rate-too-high'].includes(id))).toEqual([]);
  expect(cut(0)).toMatchObject({ load: null, endpoints: [], run: { completeness: 'interrupted' } });
});
