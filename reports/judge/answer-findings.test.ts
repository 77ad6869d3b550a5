import { describe, expect, it } from 'vitest';
import { type Calls, noCalls } from '../../checks/calls/calls.ts';
import type { Evidence, Verdict } from '../../checks/findings.ts';
import { emptyTally } from '../../checks/tally.ts';
import type { Contract } from '../../schemas/contract.ts';
import { type Endpoint, endpointNames } from '../../schemas/endpoints.ts';
import { conformanceFacts, loadCalls, loadFacts } from '../facts-fixture.ts';
import { buildReport } from './build-report.ts';

const contract: Contract = {
  version: 1,
  refusal: { statuses: [401], schema: true },
  token: { required: ['user'], notRequired: ['sync'] },
  encrypt: { algorithms: ['NAME'] },
};

/** The verdict on a check that failed with this cause, or passed without one, given how valid calls of its endpoint ended. */
function verdictOf(
  check: string,
  cause: string,
  endpoint: Endpoint,
  ended: Ended,
  fails = 40,
  statuses: readonly number[] = [],
) {
  const { plan, before } = conformanceFacts();
  if (before === null) throw new Error('no facts');
  const judged = {
    ...emptyTally(),
    outcomes: { pass: 400 - fails, contested: 0, undecided: 0, fail: cause === '' ? 0 : fails },
    causes:
      cause === ''
        ? {}
        : { [cause]: { count: fails, expected: 'a', actual: 'b', evidence: statuses.map(evidence) } },
  };
  const calls: Calls = noCalls();
  for (const name of endpointNames) calls[name].results.succeeded = 1500;
  calls[endpoint].results.succeeded = ended.succeeded;
  Object.assign(calls[endpoint].outcomes, ended.outcomes);
  calls[endpoint].results.refused = ended.refused ?? 0;
  const tally = { ...before.tally, [check]: judged };
  const facts = conformanceFacts({
    plan: { ...plan, contract },
    before: { ...before, tally, calls },
  });
  return buildReport(facts).findings.find((finding) => finding.check === check)?.verdict;
}

it('names the kinds of made-up tokens, wherever the right one stood besides', () => {
  const { before, ...others } = conformanceFacts();
  if (before === null) throw new Error('no facts');
  const ways = { word: 3, JWT: 2, cut: 1, 'cut, with the token as id in a cookie': 1 };
  const { tokenProbes } = buildReport({
    ...others,
    before: { ...before, tokenProbes: { ways, places: {} } },
  });
  expect(tokenProbes).toMatchObject({ ways: 4, kinds: ['word', 'JWT', 'cut'] });
});

it('needs more answers of an endpoint that needs the token than there are calls without a header', () => {
  const { plan, before } = conformanceFacts();
  if (before === null) throw new Error('no facts');
  const verdictWith = (pass: number) => {
    const judged = { ...emptyTally(), outcomes: { pass, contested: 0, undecided: 0, fail: 0 } };
    const tally = { ...before.tally, 'user-token-required': judged };
    const { findings } = buildReport(
      conformanceFacts({ plan: { ...plan, contract }, before: { ...before, tally } }),
    );
    return findings.find(({ check }) => check === 'user-token-required')?.verdict;
  };
  expect([59, 60].map(verdictWith)).toEqual(['inconclusive', 'pass']);
});

function evidence(status: number): Evidence {
  const words = { variety: '', expected: 'a', actual: 'b', excerpt: '', curl: '' };
  return {
    phase: 'conformance',
    sequence: 1,
    connection: 'used',
    status,
    durationMs: 1,
    resent: null,
    ...words,
  };
}

interface Ended {
  readonly succeeded: number;
  readonly refused?: number;
  readonly outcomes?: Record<string, number>;
}

const none: Ended = { succeeded: 0, refused: 50, outcomes: { 'HTTP 404': 50 } };
const all: Ended = { succeeded: 1500 };

it.each<[string, string, string, Endpoint, Ended, Verdict]>([
  ['no call of the endpoint succeeds', 'refusal-status', 'HTTP 404', 'encrypt', none, 'inconclusive'],
  ['calls of another do', 'refusal-status', 'HTTP 404', 'sync', none, 'fail'],
  ['all succeed', 'refusal-status', 'HTTP 404', 'encrypt', all, 'fail'],
  ['none succeeds', 'encrypt-algorithms-accepted', 'algorithm NAME', 'encrypt', none, 'inconclusive'],
  ['all succeed', 'encrypt-algorithms-accepted', 'algorithm NAME', 'encrypt', all, 'fail'],
  ['none succeeds', 'sync-token-not-required', 'HTTP 301', 'sync', none, 'inconclusive'],
  ['all succeed', 'sync-token-not-required', 'HTTP 401', 'sync', all, 'fail'],
  [
    'some end in the same way',
    'sync-token-not-required',
    'HTTP 409',
    'sync',
    { succeeded: 20, refused: 10, outcomes: { 'HTTP 409': 10 } },
    'inconclusive',
  ],
  [
    'some end in another way',
    'sync-token-not-required',
    'HTTP 401',
    'sync',
    { succeeded: 20, refused: 10, outcomes: { 'HTTP 409': 10 } },
    'fail',
  ],
  [
    'some are unauthorised, too',
    'sync-token-not-required',
    'HTTP 401',
    'sync',
    { succeeded: 20, refused: 10, outcomes: { 'HTTP 401': 10 } },
    'fail',
  ],
  ['none succeeds', 'auth-absent-refused', '', 'encrypt', none, 'inconclusive'],
  ['all succeed', 'auth-absent-refused', '', 'encrypt', all, 'pass'],
  ['none succeeds', 'user-token-required', '', 'user', none, 'inconclusive'],
  ['none was made', 'user-token-required', '', 'user', { succeeded: 0 }, 'pass'],
  ['some succeed', 'user-token-required', '', 'user', { succeeded: 1, refused: 9 }, 'pass'],
  ['none succeeds with it', 'user-token-required', 'no header', 'user', none, 'fail'],
  ['none succeeds', 'user-id-prefix', 'prefix', 'user', none, 'fail'],
])('where %s, %s of %s (%s)', (_, check, cause, endpoint, ended, verdict) => {
  expect(verdictOf(check, cause, endpoint, ended)).toBe(verdict);
});

const some = (status: string): Ended => ({ succeeded: 1485, refused: 15, outcomes: { [status]: 15 } });

it.each<[string, number, number[], string, Ended, Verdict]>([
  ['refusal-status', 2, [500], 'HTTP 500', all, 'inconclusive'],
  ['refusal-status', 40, [500], 'HTTP 500', all, 'fail'],
  ['refusal-status', 2, [403], 'HTTP 403', all, 'fail'],
  ['refusal-status', 2, [500, 403], 'under load', all, 'fail'],
  ['refusal-schema', 2, [500], 'empty body', all, 'inconclusive'],
  ['refusal-status', 2, [], 'under load', all, 'fail'],
  ['encrypt-algorithms-accepted', 1, [408], 'algorithm NAME, HTTP 408', all, 'inconclusive'],
  ['encrypt-algorithms-accepted', 1, [404], 'algorithm NAME, HTTP 404', all, 'fail'],
  ['encrypt-algorithms-accepted', 1, [404], 'algorithm NAME, HTTP 404', some('HTTP 404'), 'inconclusive'],
  ['encrypt-algorithms-accepted', 400, [404], 'algorithm NAME, HTTP 404', some('HTTP 404'), 'fail'],
  ['encrypt-algorithms-accepted', 1, [404], 'algorithm NAME, HTTP 404', some('HTTP 409'), 'fail'],
])(
  'of %s, %i of 400 answers with %j (%s), beside valid calls %j: %s',
  (check, fails, statuses, cause, ended, verdict) => {
    expect(verdictOf(check, cause, 'encrypt', ended, fails, statuses)).toBe(verdict);
  },
);

describe('a load without answers to wrong credentials', () => {
  const facts = loadFacts(loadCalls(() => 2));
  const judgedWith = (count: number) => {
    const metrics = { ...facts.metrics, probes_judged: { count } };
    return buildReport({ ...facts, metrics }).findings.filter(({ verdict }) => verdict === 'inconclusive');
  };

  it('does not pass: a guard may open when the service is busy', () => {
    const [finding, ...others] = judgedWith(0);
    expect([finding?.check, others]).toEqual(['auth-absent-refused', []]);
    expect(finding?.explanation).toMatch(/^Under load 0 answers to wrong credentials could be judged; 9 are/);
  });

  it('passes with as many as a load makes where refusals take long', () => {
    expect(judgedWith(9)).toEqual([]);
  });
});
