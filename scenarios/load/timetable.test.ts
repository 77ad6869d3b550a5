import { describe, expect, it } from 'vitest';
import { nodeHashes } from '../../cli/commands/token-command.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { bucketOf, upperEdgeMs } from '../../schemas/histogram-grid.ts';
import { standardProfile } from '../../schemas/profiles.ts';
import { askedWith } from '../../tests/asked.ts';
import { conformanceSchedule } from '../conformance/schedule.ts';
import { loadRequests } from '../planned-request.ts';
import { probeMaker } from '../space/circumstances.ts';
import { numberInTurn, slotsOf, timetable } from './timetable.ts';

const token = 'eyJhbGciOi.token-with-Case.0123456789';
const schedule = conformanceSchedule(standardProfile.conformance, askedWith(token, 1));

describe('the load', () => {
  const slotsOfCalls = (calls: number, backups: number, refusalDelayMs = 0) => {
    const load = { hasControl: true, shape: 'steady', rate: 100, measureMs: calls * 10, backups } as const;
    const slotAt = slotsOf(load, { seed: 1, refusalDelayMs, succeeding: endpointNames });
    return Array.from({ length: calls }, (_, index) => slotAt({ phase: 'measure', index }));
  };

  it('shares the rate out and spreads the backups', () => {
    const slots = slotsOfCalls(20_000, 16);
    const count = (slot: string) => slots.filter((one) => one === slot).length;
    expect(count('backup')).toBe(16);
    expect(count('user') / 20_000).toBeCloseTo(0.25, 1);
    expect(count('control') / 20_000).toBeCloseTo(0.15, 1);
  });

  it.each([
    [4, 0.1],
    [5, 0.1 / 16],
  ])('if a refusal takes %d ms longer than an admitted call, the share of probes is %d', (delayMs, share) => {
    const slots = slotsOfCalls(20_000, 0, delayMs);
    const probes = slots.filter((slot) => slot === 'probe').length / 20_000;
    expect(Math.abs(probes / share - 1)).toBeLessThan(0.3);
    expect(slots.filter((slot) => slot === 'user').length / 20_000).toBeCloseTo(0.25, 1);
  });

  it('calls only what has succeeded, and makes no backups in the warm-up', () => {
    const load = { hasControl: false, shape: 'steady', rate: 100, measureMs: 2000, backups: 20 } as const;
    const slotAt = slotsOf(load, { seed: 1, refusalDelayMs: 0, succeeding: ['sync', 'backup'] });
    const slots = (phase: 'warm-up' | 'measure') =>
      new Set(Array.from({ length: 200 }, (_, index) => slotAt({ phase, index })));
    expect(slots('warm-up')).toEqual(new Set(['sync', 'probe', null]));
    expect(slots('measure')).toEqual(new Set(['sync', 'probe', 'backup', null]));
  });

  const asked = (slot: 'encrypt' | 'probe', floorMs = 0.1) => {
    const data = { refusedClasses: [], seed: 1, roundTrip: { floorMs, p95Ms: floorMs } };
    const requestFor = loadRequests(token, data, { version: 1 }, () => probeMaker(token, 1, nodeHashes, {}));
    return slotsOfCalls(30_000, 0).flatMap((one, index) =>
      one === slot ? [requestFor(slot, index).body ?? ''] : [],
    );
  };

  const lengthsOf = (bodies: readonly string[]) =>
    bodies.map((body) => Buffer.byteLength(JSON.parse(body).data));

  it.each(['encrypt', 'probe'] as const)('sends a distant service little data in %s calls', (slot) => {
    const lengths = lengthsOf(asked(slot, 10));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(8000);
    expect(lengths.filter((bytes) => bytes > 4096).length).toBeGreaterThan(lengths.length / 50);
  });

  it.each([
    ['encrypt', 1],
    ['probe', 0.5],
  ] as const)('sends data of every size in %s calls', (slot, share) => {
    const lengths = lengthsOf(asked(slot));
    const shareOf = (from: number, to: number) =>
      lengths.filter((bytes) => bytes >= from && bytes <= to).length / lengths.length / share;
    expect(shareOf(0, 0)).toBeCloseTo(0.04, 1);
    expect(shareOf(1024, 65_536)).toBeGreaterThan(0.25);
    expect(shareOf(16_384, 65_536)).toBeGreaterThan(0.08);
    expect(shareOf(65_536, 65_536)).toBeGreaterThan(0.035);
    expect(shareOf(65_537, Infinity)).toBe(0);
  });

  it('repeats bodies that came with the token before in half of the probes', () => {
    const before = new Set(
      schedule.flatMap(({ request }) => (request.twin === undefined ? [request.body] : [])),
    );
    const probes = asked('probe');
    const repeated = probes.filter((body) => before.has(body)).length;
    expect(repeated / probes.length).toBeGreaterThan(0.45);
    expect(new Set(probes).size).toBeGreaterThan(probes.length / 3);
  });

  it('has the limit as an edge of its histogram', () => {
    expect(upperEdgeMs(0)).toBe(20);
    expect([bucketOf(20) + 0, bucketOf(20.01), bucketOf(19.99) + 0, bucketOf(0), bucketOf(1e9)]).toEqual([
      0, 1, 0, -48, 66,
    ]);
  });

  it('is shared out in turns: each call to one virtual user, and no user has a fixed place', () => {
    const users = 16;
    const turns = Array.from({ length: 500 }, (_, turn) => turn);
    const numbersOf = (user: number) => turns.map((turn) => numberInTurn(turn, user, users, 7));
    const all = Array.from({ length: users }, (_, user) => numbersOf(user)).flat();
    expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 * users }, (_, number) => number));
    const places = numbersOf(3).map((number) => number % users);
    for (let place = 0; place < users; place += 1)
      expect(places.filter((one) => one === place).length).toBeGreaterThan(10);
  });

  it('comes due at its rate, after the warm-up, and at that of each level where it changes', () => {
    const steady = timetable({ shape: 'steady', rate: 50, warmUpMs: 1000, measureMs: 1000 });
    expect(steady.calls).toBe(100);
    expect(steady.at(49)).toEqual({ phase: 'warm-up', number: 49, index: 49, dueMs: 980 });
    expect(steady.at(51)).toEqual({ phase: 'measure', number: 51, index: 1, dueMs: 1020 });
    const spike = timetable({ shape: 'spike', rate: 100, warmUpMs: 0, measureMs: 6000 });
    const dueMs = (number: number) => spike.at(number).dueMs;
    expect([0, 50, 100, 104, 500, 501].map(dueMs)).toEqual([0, 1000, 2000, 2010, 3000, 3020]);
    expect(dueMs(spike.calls - 1)).toBe(5980);
  });
});
