import { expect, it } from 'vitest';
import { slowShare } from '../../checks/latency/slow-share.ts';
import type { Facts } from '../facts.ts';
import { load, loadCalls, loadFacts } from '../facts-fixture.ts';
import { keyOf } from '../read-metrics.ts';
import { buildReport } from './build-report.ts';
import { figuresOf } from './endpoint-figures.ts';
import { generatorFacts, measurementOf } from './latency-measurement.ts';

/** Share of calls with faster network: 19.8 ms under a limit of 19.5 ms at the service, with handshakes often faster than the time taken off. */
function fasterNetworkOf(facts: Facts): number {
  if (facts.before === null) throw new Error('nothing was seen before the load');
  const before = { ...facts.before, networkTakenOffMs: 9 };
  const contract = { version: 1, latency: { limitMs: 19.5 } } as const;
  const seen = { ...facts, before, load, plan: { ...facts.plan, contract } };
  const measurement = measurementOf(seen, 'user', figuresOf(seen, 'user'), null);
  const generator = { ...generatorFacts(seen, null), handshakes: [{ upToMs: 3, count: 300 }] };
  return slowShare(measurement, generator, { percentile: 99, loads: { most: 1, made: 1 } }).fasterNetwork;
}

it('calls of several generators beyond the limit may all have had a faster network', () => {
  const facts = (ms: number) =>
    loadFacts(
      loadCalls(() => ms),
      1,
      { generators: 2 },
    );
  expect(fasterNetworkOf(facts(19.8))).toBe(1);
  expect(fasterNetworkOf(facts(17))).toBeLessThanOrEqual(0.01);
});

it('whether the service is on this machine was settled before the target was redacted', () => {
  const facts = loadFacts(loadCalls(() => 2));
  if (facts.before === null) throw new Error('nothing was seen before the load');
  const { before } = facts;
  const said = (run: Partial<Facts['run']>) =>
    generatorFacts({ ...facts, before, load, run: { ...facts.run, ...run } }, null).isOnThisMachine;
  const target = 'http://[ACCESS_TOKEN]:8080';
  expect(said({ target, isOnThisMachine: true })).toBe(true);
  expect(said({ target: 'http://127.0.0.1:8080', isOnThisMachine: false })).toBe(false);
});

/** Every tenth call to user ends like this; `late` of them were answered 30 ms over the limit. */
function tenthEnding(outcome: string, late = 0): Facts {
  const facts = loadFacts(
    loadCalls(() => 2).map((call, index) =>
      call.endpoint === 'user' && index % 10 === 0 ? { ...call, outcome } : call,
    ),
  );
  const key = keyOf('failed_over', { endpoint: 'user', over: '30' });
  return { ...facts, metrics: { ...facts.metrics, [key]: { count: late } } };
}

it.each([
  ['HTTP 500', 0, 'inconclusive'],
  ['HTTP 504', 150, 'fail'],
  ['undecodable body', 0, 'inconclusive'],
  ['reset', 0, 'fail'],
  ['timeout', 0, 'fail'],
])(
  'a failed call is held against a service by the time of its answer: %s, %i late',
  (outcome, late, verdict) => {
    const { findings } = buildReport(tenthEnding(outcome, late));
    const latency = findings.find(({ check }) => check === 'user-latency');
    expect(latency?.verdict).toBe(verdict);
    expect(findings.find(({ check }) => check === 'user-offered')?.verdict).toBe('inconclusive');
  },
);
