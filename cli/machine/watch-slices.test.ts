import { describe, expect, it } from 'vitest';
import { type MachineSlice, unknownSlice } from '../../schemas/machine.ts';
import { addLooks, readWaitedMs, type SliceLook, sliceBetween } from './watch-slices.ts';

const look = (atMs: number, change: Partial<SliceLook> = {}): SliceLook => ({
  atMs,
  busy: 0,
  used: 0,
  watched: 0,
  stolen: 0,
  total: 0,
  waitedMs: 0,
  throttledPeriods: 0,
  ...change,
});

describe('what happened between two looks', () => {
  it('is the work of others alone, in processors', () => {
    const { othersCores, stolenCores, waitedMs } = sliceBetween(
      look(1000, { used: 50, watched: 10, stolen: 1, waitedMs: 5 }),
      look(1200, { used: 80, watched: 20, stolen: 11, waitedMs: 15 }),
    );
    expect([othersCores, stolenCores, waitedMs]).toEqual([1, 0.5, 50]);
  });

  it('is never less than nothing, although the kernel counts our work more exactly than all work', () => {
    expect(sliceBetween(look(0), look(200, { used: 9, watched: 10 })).othersCores).toBe(0);
  });

  it('is unknown where a figure is', () => {
    const none = { othersCores: null, stolenCores: null, waitedMs: null, throttledPeriods: null };
    const unknown = look(0, { used: NaN, stolen: NaN, waitedMs: NaN, throttledPeriods: NaN });
    expect(sliceBetween(unknown, look(200))).toEqual(none);
    expect(sliceBetween(look(0, { watched: NaN }), look(200)).othersCores).toBeNull();
  });
});

it('counts for every slice that it touches, and the worst stays', () => {
  const seen: MachineSlice[] = [];
  const slices = { startMs: 1000, sliceMs: 300, count: 3 };
  addLooks(seen, look(900), look(1100, { used: 2 }), slices);
  addLooks(seen, look(1100), look(1350, { used: 25 }), slices);
  addLooks(seen, look(1350), look(1500, { used: 1.5 }), slices);
  addLooks(seen, look(1800), look(2100, { used: 3 }), slices);
  expect(seen.map(({ othersCores }) => othersCores)).toEqual([1, 1, 0.1]);
  addLooks(seen, look(2000), look(2600, { used: 60 }), slices);
  expect(seen).toHaveLength(3);
});

it('knows nothing of slices that were over before it looked', () => {
  const seen: MachineSlice[] = [];
  addLooks(seen, look(1650), look(1850, { used: 2 }), { startMs: 1000, sliceMs: 300, count: 3 });
  expect(JSON.parse(JSON.stringify(seen))).toEqual([
    unknownSlice,
    unknownSlice,
    expect.objectContaining({ othersCores: 0.1 }),
  ]);
});

it('reads how long a thread waited', () => {
  expect(readWaitedMs('81203453 1500000 97\n')).toBe(1.5);
  expect(readWaitedMs('')).toBeNaN();
});
