import { describe, expect, it, test } from 'vitest';
import { documentChecks } from '../../checks/catalogue.ts';
import { emptyTally } from '../../checks/tally.ts';
import { withoutBackups } from '../../schemas/load-plan.ts';
import { preflightPlan } from '../../schemas/profiles.ts';
import { type Facts, readFacts } from '../facts.ts';
import { conformanceFacts, loadCalls, loadFacts } from '../facts-fixture.ts';
import { gateFacts } from '../gate-fixture.ts';
import { keyOf } from '../read-metrics.ts';
import { readReport } from '../report.ts';
import { buildReport } from './build-report.ts';

const fast = () => 2;
const verdictOf = (facts: Facts, check: string) =>
  buildReport(facts).findings.find((finding) => finding.check === check)?.verdict;

describe('the facts of a service that kept the document', () => {
  it('make a report that passes and keeps its schema', () => {
    for (const facts of [conformanceFacts(), loadFacts(loadCalls(fast))]) {
      const report = buildReport(facts);
      expect(report.reason).toMatch(/passed and none failed/);
      expect(report.verdict).toBe('pass');
      expect(readReport(JSON.stringify(report))).toEqual(report);
      expect(readFacts(JSON.stringify(facts))).toEqual(facts);
    }
  });
});

test('large counts are grouped in every sentence', () => {
  const sentences = (facts: Facts) => {
    const { reason, causes, findings } = buildReport(facts);
    return [
      reason,
      ...causes.filter(({ check }) => check !== 'error-budget').map(({ text }) => text),
      // The error budget's finding has words of its own.
      ...findings
        .filter(({ check }) => check !== 'error-budget')
        .flatMap(({ title, explanation, causes: seen }) => [
          title,
          explanation,
          ...seen.map(({ actual }) => actual),
        ]),
    ];
  };
  const facts = gateFacts({ times: 216, medianMs: { encrypt: 12.8 }, bursts: { encrypt: ['HTTP 503', 8] } });
  const lost = {
    ...facts,
    metrics: { ...facts.metrics, [keyOf('calls', { endpoint: 'sync', result: 'succeeded' })]: { count: 1 } },
  };
  const thrown = { ...facts, metrics: { ...facts.metrics, exceptions: { count: 1234 } } };
  for (const seen of [facts, lost, thrown])
    expect(sentences(seen).filter((text) => /(?<!RFC |ISO )\d{4}/.test(text))).toEqual([]);
});

describe('a fact that is taken away or made worse', () => {
  const of = (before: Partial<NonNullable<Facts['before']>>, facts = conformanceFacts()): Facts => ({
    ...facts,
    before: facts.before && { ...facts.before, ...before },
  });
  const tallyWith = (check: string, outcomes: Partial<Record<'pass' | 'undecided' | 'fail', number>>) => ({
    ...conformanceFacts().before?.tally,
    [check]: { ...emptyTally(), outcomes: { ...emptyTally().outcomes, ...outcomes } },
  });
  const loaded = loadFacts(loadCalls(fast));
  const without = (key: string) => ({
    ...loaded,
    metrics: Object.fromEntries(Object.entries(loaded.metrics).filter(([name]) => !name.startsWith(key))),
  });

  it.each<readonly [string, Facts, 'fail' | 'inconclusive']>([
    ['one answer fails', of({ tally: tallyWith('user-id-prefix', { pass: 400, fail: 1 }) }), 'fail'],
    [
      'one is undecided',
      of({ tally: tallyWith('auth-absent-refused', { pass: 400, undecided: 1 }) }),
      'inconclusive',
    ],
    ['a check saw nothing', of({ tally: tallyWith('auth-made-up-refused', {}) }), 'inconclusive'],
    ['a class of data is refused', of({ refusedClasses: ['digits'] }), 'inconclusive'],
    ['setup() did not end', conformanceFacts({ before: null }), 'inconclusive'],
    ['the service was not reached', of({ reachable: false }), 'inconclusive'],
    ['a setting was wrong', conformanceFacts({ problems: ['RATE: a number.'] }), 'inconclusive'],
    [
      'the run was withdrawn',
      conformanceFacts({ withdrawn: { completeness: 'broken', reason: 'x' } }),
      'inconclusive',
    ],
    ['no call was counted', without('calls'), 'inconclusive'],
    ['no call was timed', without('latency{'), 'inconclusive'],
    ['the histogram is lost', without('latency_bucket'), 'inconclusive'],
    ['no control was asked', without('control_'), 'inconclusive'],
    ['lateness is unknown', without('lateness'), 'inconclusive'],
    [
      'the clock is unknown',
      { ...loaded, machine: { ...loaded.machine, clockDriftMs: null } },
      'inconclusive',
    ],
    ['the machine is unknown', { ...loaded, machine: { ...loaded.machine, cores: null } }, 'inconclusive'],
    [
      'plain k6 crossed a threshold',
      { ...loaded, plan: { ...loaded.plan, hasCompanion: false }, crossed: ['slow count<=5'] },
      'inconclusive',
    ],
  ])('%s: no pass', (_, facts, verdict) => {
    expect(buildReport(facts).verdict).toBe(verdict);
  });

  it.each(documentChecks.map(({ id }) => id))(
    '%s without a judged answer is never a pass that counts',
    (id) => {
      const verdict = verdictOf(of({ tally: tallyWith(id, {}) }), id);
      expect(['inconclusive', 'not-applicable']).toContain(verdict);
    },
  );
});

describe('the response time', () => {
  it('fails where one endpoint is slow, and says nothing of the others', () => {
    const report = buildReport(loadFacts(loadCalls((endpoint) => (endpoint === 'sync' ? 45 : 2))));
    expect(report.verdict).toBe('fail');
    const verdicts = report.endpoints.map(({ name, latency }) => [name, latency?.verdict]);
    expect(verdicts.slice(0, 3)).toEqual([
      ['user', 'pass'],
      ['encrypt', 'pass'],
      ['sync', 'fail'],
    ]);
  });

  it('of a load that changes is shown and does not decide', () => {
    const facts = loadFacts(loadCalls(() => 45));
    const load = facts.plan.load && { ...facts.plan.load, shape: 'climb' as const, rate: 1 };
    const report = buildReport({
      ...facts,
      plan: { ...facts.plan, scenario: 'breakpoint', load, latencyDecides: false },
    });
    expect(report.findings.filter(({ check }) => check.endsWith('-latency'))).toEqual([]);
    expect(report.endpoints.every(({ capacity, name }) => name === 'backup' || capacity !== undefined)).toBe(
      true,
    );
  });
});

it('a part of the load passes nothing, and can still fail', () => {
  const half = (ms: number) =>
    buildReport(
      loadFacts(
        loadCalls(() => ms).filter((_, index) => index % 2 === 0),
        0.5,
      ),
    );
  expect(half(2).verdict).toBe('inconclusive');
  expect(half(2).reason).toContain('Only 50 % of the planned load');
  expect(half(60).verdict).toBe('fail');
});

it.each([
  ['recorded only', { observeOnly: ['user-body-utf8'] }],
  ['waived', { waivers: [{ check: 'user-body-utf8', reason: 'x', expires: '2026-12-31' }] }],
])('a failure that is %s hides no other check', (_, declared) => {
  const facts = conformanceFacts();
  const none = emptyTally();
  const ofUser = documentChecks.filter(({ id }) => id.startsWith('user-')).map(({ id }) => [id, none]);
  const tally = {
    ...facts.before?.tally,
    ...Object.fromEntries(ofUser),
    'user-body-utf8': { ...none, outcomes: { ...none.outcomes, fail: 400 } },
  };
  const before = facts.before && { ...facts.before, tally };
  const plan = { ...facts.plan, contract: { version: 1 as const, ...declared } };
  expect(buildReport({ ...facts, before, plan }).verdict).toBe('inconclusive');
  expect(buildReport({ ...facts, before }).verdict).toBe('fail');
});

it('judges what was counted of a declared schema, which is not compiled where facts are judged', () => {
  const facts = conformanceFacts();
  const contract = { version: 1 as const, answers: { encrypt: { schema: { type: 'object' } } } };
  const fail = { ...emptyTally(), outcomes: { ...emptyTally().outcomes, pass: 399, fail: 1 } };
  const before = facts.before && {
    ...facts.before,
    tally: { ...facts.before.tally, 'encrypt-answer-schema': fail },
  };
  const broken = { ...facts, before, plan: { ...facts.plan, contract } };
  expect(verdictOf(broken, 'encrypt-answer-schema')).toBe('fail');
  expect(buildReport(broken).verdict).toBe('fail');
});

it('a cap on the number of backups keeps no gate from a pass', () => {
  const facts = loadFacts(loadCalls(fast));
  const load = facts.plan.load && { ...facts.plan.load, backups: 0 };
  const capped = { version: 1 as const, backup: { calls: 2 } };
  expect(buildReport({ ...facts, plan: { ...facts.plan, load, contract: capped } }).verdict).toBe('pass');
});

it('a service that nobody finds under load does not fail for its error budget', () => {
  const contract = { version: 1 as const, errorBudget: 0.01 };
  const allEnd = (outcome: string) => {
    const facts = loadFacts(loadCalls(fast).map((call) => ({ ...call, outcome })));
    return { ...facts, plan: { ...facts.plan, contract } };
  };
  expect(buildReport(allEnd('unreachable')).verdict).toBe('inconclusive');
  expect(verdictOf(allEnd('reset'), 'error-budget')).toBe('fail');
});

it('a further load, which makes no backups, leaves nothing open about them', () => {
  const facts = conformanceFacts();
  const contract = withoutBackups({ version: 1, token: { required: ['backup', 'user'] } });
  const plan = { ...facts.plan, contract, conformance: { ...preflightPlan, backup: 0 } };
  const checks = buildReport({ ...facts, plan }).findings.map(({ check }) => check);
  expect(checks).toContain('user-token-required');
  expect(checks).not.toContain('backup-token-required');
});
