import { describe, expect, it, test } from 'vitest';
import { gateEndpoint } from '../../gate-fixture.ts';
import { passingReport, run } from '../../passing-fixture.ts';
import type { Report } from '../../report.ts';
import { ledgerLine } from './ledger-fixture.ts';
import { ledgerOf } from './ledger-sum.ts';
import { lineOf, onlyNew, readLedger } from './line.ts';

const standing = (overrides: Partial<Report>) => {
  const { standing, reason } = lineOf(passingReport(overrides), null);
  return `${standing}: ${reason}`;
};
const user = gateEndpoint('user', { bursts: { user: ['HTTP 503', 2] } });
const withCondition = (id: string) => {
  const condition = { id, effect: 'void', reason: `because of ${id}`, remedy: '' } as const;
  return { endpoints: [{ ...user, latency: { ...user.latency, conditions: [condition] } }] };
};
const error = (cause: string) => ({ endpoint: 'GET /api/v1/user', cause, count: 9, example: '', curl: '' });

describe('a line of the ledger', () => {
  it('holds what the run counted under load', () => {
    const line = lineOf(passingReport({ endpoints: [{ ...user, dropped: 10 }] }), '1.4.2');
    expect(line).toMatchObject({
      run: run.id,
      startedAt: run.startedAt,
      target: 'http://127.0.0.1:8080',
      build: '1.4.2',
      scenario: 'gate',
      profile: 'quick',
      standing: 'counts',
      calls: { n: 1544, failures: 6 },
    });
    expect(line.time).toMatchObject({ seconds: 13, leastBadSeconds: 3, mostBadSeconds: 13 });
    expect(line.calls.designEffect).toBeGreaterThan(1.5);
  });

  it('takes failures as one burst where the run does not tell when they were', () => {
    expect(lineOf(passingReport({ endpoints: [{ ...user, timeline: [] }] }), null)).toMatchObject({
      calls: { designEffect: 6 },
      time: { seconds: 13, leastBadSeconds: 1, mostBadSeconds: 6, meanEpisodeSeconds: 6 },
    });
    const dead = { ...user, answered: 0, failed: 3000 };
    expect(lineOf(passingReport({ endpoints: [dead] }), null).calls.designEffect).toBe(3000);
  });

  it('is named after the service, not after the port of the embedded one', () => {
    const embedded = passingReport({ run: { ...run, embeddedService: true } });
    expect(lineOf(embedded, null).target).toBe('the embedded reference service');
  });
});

describe('whether a run counts', () => {
  it('does, whatever its verdict', () => {
    expect(standing({ verdict: 'inconclusive' })).toBe('counts: ');
    expect(standing({ verdict: 'fail', run: { ...run, scenario: 'soak' } })).toBe('counts: ');
  });

  it('does with all calls of an outage that the virtual users could not make, or that were turned away', () => {
    const unknown = (change: Partial<typeof user>, errors: Report['errors'] = []) =>
      lineOf(passingReport({ endpoints: [{ ...user, ...change }], errors }), null).calls.neverMade;
    expect(unknown({ failed: 0, dropped: 10 })).toBeUndefined();
    expect(unknown({ failed: 1, dropped: 10 })).toBe(10);
    const maintenance = { ...error('HTTP 503'), count: 400 };
    expect(unknown({ lost: 400 }, [maintenance])).toBe(400);
    expect(standing({ endpoints: [{ ...user, lost: 400 }], errors: [maintenance] })).toBe('counts: ');
  });

  it.each(['HTTP 401', 'HTTP 302', 'HTTP 429'])('does not where many calls ended in %s', (cause) => {
    const endpoints = [{ ...user, lost: 400 }];
    expect(standing({ endpoints, errors: [{ ...error(cause), count: 400 }] })).toMatch(/^left-out: too many/);
    expect(standing({ endpoints, errors: [error(cause)] })).toBe('counts: ');
  });

  it('does not where it says nothing of availability', () => {
    expect(standing({ run: { ...run, completeness: 'interrupted' } })).toBe('left-out: interrupted');
    expect(standing({ run: { ...run, completeness: 'broken' } })).toBe('left-out: the harness failed');
    expect(standing({ run: { ...run, scenario: 'spike' } })).toBe(
      'left-out: spike does not measure a steady load',
    );
    expect(standing({ run: { ...run, scenario: 'smoke' } })).toBe(
      'left-out: smoke does not measure a steady load',
    );
    expect(standing(withCondition('clock-step'))).toBe(
      'left-out: measurement not usable: because of clock-step',
    );
    const dropped = { ...user, answered: 0, failed: 0, dropped: 3000 };
    expect(standing({ endpoints: [dropped] })).toBe('left-out: no valid call under load');
  });

  it('is down where nobody was there, or everything failed', () => {
    const unreachable = { ...run, completeness: 'unreachable' } as const;
    expect(standing({ run: unreachable, endpoints: [], load: null })).toMatch(
      /^down: the service could not be reached/,
    );
    expect(standing({ run: { ...unreachable, scenario: 'smoke' }, endpoints: [] })).toMatch(/^left-out/);
    const unsent = { run: unreachable, endpoints: [], load: null, errors: [error('not sent')] };
    expect(standing(unsent)).toBe('left-out: no call left this machine or its proxy');
    expect(standing({ ...unsent, errors: [error('not sent'), error('unreachable')] })).toMatch(/^down/);
    const nothing = { endpoints: [], load: null };
    expect(standing({ ...nothing, errors: [error('HTTP 503'), error('timeout')] })).toMatch(/^down: no call/);
    expect(standing({ ...nothing, errors: [error('HTTP 503'), error('HTTP 401')] })).toMatch(/^left-out/);
    expect(standing({ ...nothing, errors: [] })).toMatch(/^left-out/);
  });

  it('counts a service that went away under load, though its latency is void', () => {
    expect(standing(withCondition('no-service'))).toBe('counts: ');
  });
});

it('calls that a hanging service kept from being made are not taken as good', () => {
  const hung = gateEndpoint('user', { bursts: { user: ['HTTP 503', 5] }, dropped: 0.25, times: 18 });
  const lines = Array.from({ length: 8 }, (_, index) => {
    const startedAt = new Date(Date.UTC(2026, 2, 1 + index)).toISOString();
    return lineOf(passingReport({ run: { ...run, id: `run-${index}`, startedAt }, endpoints: [hung] }), 'b1');
  });
  expect(lines[0]?.calls).toMatchObject({ n: 20_844, failures: 270, neverMade: 6948 });
  const model = ledgerOf(lines, { declared: { meaning: 'requests', targetPercent: 95 } });
  expect(model?.figures[0]?.verdict).toBe('open');
});

const text = (...runs: string[]) => runs.map((run) => `${JSON.stringify(ledgerLine({ run }))}\n`).join('');
const ids = (lines: readonly { run: string }[]) => lines.map(({ run }) => run);

it('reads every run once', () => {
  expect(ids(readLedger(text('a', 'b', 'a')))).toEqual(['a', 'b']);
  expect(readLedger('')).toEqual([]);
  expect(ids(readLedger(`\n${text('a')}\n\r\n${text('b').trimEnd()}`))).toEqual(['a', 'b']);
});

it('knows a run again as part of a merged one', () => {
  const [merged] = readLedger(text('a + b'));
  const lines = readLedger(text('b', 'c'));
  expect(ids(onlyNew(merged === undefined ? [] : [merged], lines))).toEqual(['c']);
});

test.each([
  ['{"run": 1', /^line 2 is not JSON: /],
  ['null', /^line 2 does not match its schema at the top: must be an object\.$/],
  ['{"schemaVersion": 2}', 'line 2 has schemaVersion 2, but this harness reads 1: use a newer harness.'],
  [
    JSON.stringify({ ...ledgerLine(), extra: 1 }),
    'line 2 does not match its schema at extra: there is no such field.',
  ],
  [JSON.stringify(ledgerLine({ startedAt: 'today' })), /^line 2 does not match its schema at startedAt: /],
])('refuses %s', (line, reason) => {
  expect(() => readLedger(`${text('a')}${line}\n${text('b')}`)).toThrow(reason);
});
