import { expect, it } from 'vitest';
import { announcementOf } from './announcement.ts';
import { loadPlanned } from './planned-load.ts';

const here = { baseUrl: 'http://127.0.0.1:8080' };
const elsewhere = { baseUrl: 'https://user:password@service.example/tenant' };

function announced(scenario: string, other: typeof here | null = null, contract = {}, judged = elsewhere) {
  const declared = { version: 1, ...contract } as const;
  const plan = loadPlanned(scenario, { profile: 'quick' }, declared, 4);
  return announcementOf(plan, declared, judged, other, {
    HTTPS_PROXY: 'http://u:p@proxy:3128',
  }).map((line) => line.replace(/\u202f|\u00a0/g, ' '));
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
    '  load         up to 3 800 requests/s for 13 s, about 23 465 requests',
  );
  expect(announced('load', here)).toContain(
    '  comparison   356 requests/s for at most 34 s, half of them to http://127.0.0.1:8080',
  );
  expect(announced('conformance', null, { backup: { call: false } })).toContain('  backups      none');
  expect(announced('conformance').some((line) => line.includes('load'))).toBe(false);
});

it('says nothing where all stays on this machine', () => {
  expect(announced('load', here, {}, here)).toEqual([]);
  expect(announced('load', elsewhere, {}, here)).not.toEqual([]);
});
