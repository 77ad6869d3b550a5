import { expect, it } from 'vitest';
import type { Contract } from '../schemas/contract.ts';
import { dueCalls } from '../schemas/load-plan.ts';
import { scenarioNamed } from '../schemas/scenarios.ts';
import { announcementOf, loadPlanned, loadWords, wantConsent } from './announcement.ts';
import { interruptible } from './run-k6.ts';
import type { ScenarioOptions } from './run-scenario.ts';

const here = { baseUrl: 'http://127.0.0.1:8080' };
const elsewhere = { baseUrl: 'https://user:password@service.example/tenant' };

function announced(scenario: string, other: typeof here | null = null, contract = {}, judged = elsewhere) {
  const declared = { version: 1, ...contract } as const;
  const plan = loadPlanned(scenarioNamed(scenario), { profile: 'quick' }, declared, {
    cores: 4,
    baseUrl: judged.baseUrl,
    isCompared: other !== null,
  });
  const [target, counterpart] = [{ ...judged, token: null, note: null }, other && { ...other, note: null }];
  const loaded = { file: null, contract: declared, validators: {}, warnings: [] };
  return announcementOf(
    { target, counterpart, contract: loaded, plan, loadsMost: 1, triesMost: 1 },
    { HTTPS_PROXY: 'http://u:p@proxy:3128' },
  ).map((line) => line.replace(/\u202f|\u00a0/g, ' '));
}

it('says what a gate is about to send, and where', () => {
  expect(announced('gate')).toEqual([
    'This run sends to https://service.example/tenant:',
    '  conformance  about 2 212 requests within 30 s',
    '  warm-up      475 requests/s for at most 3 s',
    '  load         475 requests/s for 13 s, about 6 175 requests',
    '  backups      8 are created',
    '  proxy        http://proxy:3128: its time is part of every response time',
  ]);
});

it('says the highest rate, what the other service gets, and what the contract declares', () => {
  expect(announced('breakpoint')).toContain(
    '  load         up to 3 800 requests/s for 13 s, about 23 466 requests',
  );
  expect(announced('load', here)).toContain(
    '  comparison   356 requests/s for at most 52 s: 2 s to http://127.0.0.1:8080 alone, then to both in turns',
  );
  expect(announced('conformance', null, { backup: { call: false } })).toContain('  backups      none');
  expect(announced('conformance').some((line) => line.includes('load'))).toBe(false);
});

it('says nothing where all stays on this machine', () => {
  expect(announced('load', here, {}, here)).toEqual([]);
  expect(announced('load', elsewhere, {}, here)).not.toEqual([]);
});

it.each([
  ['gate', {}, /^Load: 425 requests\/s for 64 s, about 6800 calls an endpoint\. It can decide p95 and p99/],
  ['gate', { duration: '10s' }, /^Load: 425 requests\/s for 10 s, about 1063 calls an endpoint\.$/],
  ['spike', {}, /^$/],
])('says what %s with %j can decide, unless the operator chose its time', (name, options, words) => {
  const scenario = scenarioNamed(name);
  const machine = { cores: 2, baseUrl: here.baseUrl, isCompared: false };
  const plan = loadPlanned(scenario, options, { version: 1 }, machine);
  expect(loadWords({ scenario, options, plan }).join()).toMatch(words);
});

const interruption = interruptible();
interruption.release();

it.each([
  [{ yes: true }, {}],
  [{}, { CI: 'true' }],
  [{}, { CI: '1' }],
  [{ yes: false }, { CI: 'TRUE' }],
])('%j with %j is consent', async (options, env) => {
  await expect(wantConsent(options, env, interruption)).resolves.toBeUndefined();
});

function planned(
  scenario: string,
  wanted: ScenarioOptions = {},
  contract: Contract = { version: 1 },
  cores = 2,
) {
  const machine = { cores, baseUrl: 'http://127.0.0.1', isCompared: false };
  return loadPlanned(scenarioNamed(scenario), wanted, contract, machine);
}

it('asks no more than the cores can time, unless somebody chose the rate', () => {
  expect(planned('load').cappedRate).toBeNull();
  expect(planned('load', {}, { version: 1 }, 1)).toMatchObject({ cappedRate: 250, load: { rate: 250 } });
  expect(planned('load', { rate: '900' }, { version: 1 }, 1).cappedRate).toBeNull();
  expect(planned('load', {}, { version: 1, rate: 300 }, 1)).toMatchObject({
    cappedRate: null,
    load: { rate: 300 },
  });
});

it('knows what k6 will have to hold in memory', () => {
  const sizes = ['conformance', 'gate', 'soak', 'breakpoint'].map((scenario) => {
    const { load } = planned(scenario);
    return load && Math.round(dueCalls(load));
  });
  expect(sizes).toEqual([null, 27_200, 765_000, 103_366]);
});
