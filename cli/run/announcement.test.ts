import { expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { profiles, standardProfile } from '../../schemas/profiles.ts';
import { scenarioNamed } from '../../schemas/scenarios.ts';
import { callerOf } from '../caller.ts';
import { keptIo } from '../io-fixture.ts';
import { serviceAt } from '../target.ts';
import { announcementOf, loadWords, wantConsent } from './announcement.ts';
import { interruptible } from './interruption.ts';
import { plannedLoad } from './wanted-run.ts';

const here = 'http://127.0.0.1:8080';
const elsewhere = 'https://user:password@service.example/tenant';

function settled(contract: Omit<Contract, 'version'>) {
  return { file: null, contract: { version: 1, ...contract } as const, validators: {}, warnings: [] };
}

const [quick = standardProfile] = profiles;
const onePass = { withinMs: 0, loadsMost: 1 };

function announced(
  scenario: string,
  other: string | null = null,
  declared = {},
  judged = elsewhere,
  times = onePass,
) {
  const contract = settled(declared);
  const machine = { cores: 4, isCompared: other !== null };
  const plan = plannedLoad(scenarioNamed(scenario), { profile: quick }, contract.contract, machine);
  const target = { ...serviceAt(judged, 'BASE_URL'), token: null };
  const counterpart = other === null ? null : serviceAt(other, 'COMPARE_URL');
  return announcementOf(
    { target, counterpart, contract, plan, ...times },
    { HTTPS_PROXY: 'http://u:p@proxy:3128' },
  ).map(withPlainSpaces);
}

const withPlainSpaces = (line: string) => line.replace(/\u202f|\u00a0/g, ' ');

it('says what a gate is about to send, and where', () => {
  expect(announced('gate')).toEqual([
    'This run sends to https://service.example/tenant:',
    '  conformance  about 2 573 requests within 60 s, as fast as the service answers',
    '  warm-up      475 requests/s for at most 3 s',
    '  load         475 requests/s for 13 s, about 6 175 requests',
    '  backups      8 are created',
    '  proxy        http://proxy:3128: its time is part of every response time',
    '  time         at most 1 min 22 s',
  ]);
  expect(announced('gate', null, {}, elsewhere, { withinMs: 360_000, loadsMost: 6 }).slice(-2)).toEqual([
    '  more load    up to 5 more times, only while evidence is missing',
    '  time         at most 6 min 0 s',
  ]);
});

it('says the highest rate, what the other service gets, and what the contract declares', () => {
  expect(
    announced('conformance', null, { token: { required: ['user', 'backup'], notRequired: ['sync'] } }),
  ).toEqual(
    expect.arrayContaining([
      '  conformance  about 2 753 requests within 60 s, as fast as the service answers',
      '  backups      32 are created',
    ]),
  );
  expect(announced('breakpoint')).toContain(
    '  load         up to 3 800 requests/s for 13 s, about 23 465 requests',
  );
  expect(announced('load', here)).toContain(
    '  comparison   356 requests/s for at most 52 s: 2 s to http://127.0.0.1:8080 alone, then to both in turns',
  );
  expect(announced('conformance', null, { backup: { call: false } })).toContain('  backups      none');
  expect(announced('conformance', null, { backup: { calls: 1 } })).toContain('  backups      1 is created');
  expect(announced('conformance').some((line) => line.includes('load'))).toBe(false);
});

it('says nothing where all stays on this machine', () => {
  expect(announced('load', here, {}, here)).toEqual([]);
  expect(announced('load', elsewhere, {}, here)).not.toEqual([]);
});

it('names the proxy of each service, also of one that only a resolver takes for this machine', () => {
  const proxyLine = '  proxy        http://proxy:3128: its time is part of every response time';
  const proxyLines = (other: string | null, judged: string) =>
    announced('load', other, {}, judged).filter((line) => line.includes('proxy'));
  expect(proxyLines(null, 'https://127.1')).toEqual([proxyLine]);
  expect(proxyLines(elsewhere, here)).toEqual([proxyLine]);
  expect(proxyLines(elsewhere, elsewhere)).toEqual([proxyLine]);
  expect(announced('load', null, {}, 'https://LOCALHOST')).toEqual([]);
});

it.each<[string, object, Omit<Contract, 'version'>, number, string]>([
  ['gate', {}, {}, 4, ''],
  [
    'gate',
    { profile: quick, rate: 20 },
    {},
    4,
    'This run may fail but cannot pass: 504 calls are too few for p99: 706 are needed. Run the test',
  ],
  ['load', { durationMs: 11_000 }, {}, 1, ''],
  [
    'load',
    { durationMs: 10_000 },
    {},
    1,
    'This run may fail but cannot pass: This run would have shown only stalls of up to 18.87 ms',
  ],
  ['load', { rate: 20, durationMs: 30_000 }, { latency: { percentile: 95 } }, 1, ''],
  [
    'load',
    {},
    { latency: { percentile: 'every' } },
    1,
    'This run may fail but cannot pass: No number of requests',
  ],
  ['spike', {}, {}, 1, ''],
])(
  'says of %s with %j and %j whether its calls can be enough',
  (name, options, declared, loadsMost, words) => {
    const scenario = scenarioNamed(name);
    const contract = settled(declared);
    const plan = plannedLoad(scenario, options, contract.contract, { cores: 2, isCompared: false });
    const said = loadWords({ scenario, contract, plan, loadsMost });
    expect(withPlainSpaces(said ?? '').slice(0, words.length || undefined)).toBe(words);
  },
);

const interruption = interruptible();
interruption.release();

function consentTo(scenario: string, options: object, env: NodeJS.ProcessEnv) {
  const plan = plannedLoad(scenarioNamed(scenario), {}, { version: 1 }, { cores: 4, isCompared: false });
  return wantConsent({ options, plan }, callerOf(env, keptIo()), interruption);
}

it.each([
  [{ yes: true }, {}],
  [{}, { CI: 'true' }],
  [{}, { CI: '1' }],
  [{ yes: false }, { CI: 'TRUE' }],
])('%j with %j is consent', async (options, env) => {
  await expect(consentTo('load', options, env)).resolves.toBeUndefined();
});

it('a run without a load goes on where nobody can be asked', async () => {
  await expect(consentTo('conformance', {}, {})).resolves.toBeUndefined();
  await expect(consentTo('load', {}, {})).rejects.toThrow('needs your consent');
});
