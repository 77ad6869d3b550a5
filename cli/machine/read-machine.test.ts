import { describe, expect, it } from 'vitest';
import type { MachineSlice } from '../../dist/facts-types.ts';
import { unknownSlice } from '../../schemas/machine.ts';
import {
  addLooks,
  type Reading,
  readBoxTicks,
  readProcessTicks,
  readResidentBytes,
  readThrottledPeriods,
  readWaitedMs,
  sliceBetween,
  throttleFiles,
  usageBetween,
  watchMachine,
} from './read-machine.ts';

describe('readBoxTicks', () => {
  it('counts all CPUs together, with guests only once', () => {
    const stat = [
      'cpu  100 20 30 4000 50 6 7 80 9 1',
      'cpu0 50 10 15 2000 25 3 3 40 4 1',
      'intr 520073 0 0',
    ].join('\n');
    expect(readBoxTicks(stat)).toEqual({ busy: 163, stolen: 80, total: 4293, used: 150 });
  });

  it('reads the four columns of an old kernel', () => {
    expect(readBoxTicks('cpu  1 2 3 4\ncpu0 1 2 3 4\n')).toEqual({ busy: 6, stolen: 0, total: 10, used: 6 });
  });

  it.each(['', 'cpu0 1 2 3 4\n', 'cpu  1 2\n', 'no such file'])('finds nothing in %j', (stat) => {
    expect(readBoxTicks(stat)).toEqual({ busy: NaN, stolen: NaN, total: NaN, used: NaN });
  });
});

describe('readProcessTicks', () => {
  const rest = 'S 1 1 1 0 -1 4194304 101 0 0 0 250 31 7 8 20 0 1 0 136855 3133440 406';

  it.each(['k6', 'a b', 'x) R 9 9 (y'])('adds user and kernel ticks of the program named %j', (name) => {
    expect(readProcessTicks(`4242 (${name}) ${rest}\n`)).toBe(281);
  });

  it.each(['', '4242 (k6) S 1 1'])('finds nothing in %j', (stat) => {
    expect(readProcessTicks(stat)).toBeNaN();
  });
});

describe('readThrottledPeriods', () => {
  it('reads version 2', () => {
    expect(readThrottledPeriods('usage_usec 7\nnr_periods 90\nnr_throttled 12\nthrottled_usec 3\n')).toBe(12);
  });

  it('reads version 1', () => {
    expect(readThrottledPeriods('nr_periods 0\nnr_throttled 0\nthrottled_time 0\n')).toBe(0);
  });

  it('finds nothing where no quota can be set', () => {
    expect(readThrottledPeriods('usage_usec 7\nuser_usec 5\n')).toBeNaN();
  });
});

describe('throttleFiles', () => {
  it('takes the group and its ancestors under version 2', () => {
    expect(throttleFiles('0::/system.slice/ci.service\n')).toEqual([
      '/sys/fs/cgroup/system.slice/ci.service/cpu.stat',
      '/sys/fs/cgroup/system.slice/cpu.stat',
      '/sys/fs/cgroup/cpu.stat',
    ]);
  });

  it('takes the controller of the CPU under version 1, and no other', () => {
    const cgroup = '5:devices:/a\n4:memory:/b\n3:cpuset:/c\n2:cpu,cpuacct:/docker/7f\n1:name=systemd:/d\n';
    expect(throttleFiles(cgroup)).toEqual([
      '/sys/fs/cgroup/cpu/docker/7f/cpu.stat',
      '/sys/fs/cgroup/cpu/docker/cpu.stat',
      '/sys/fs/cgroup/cpu/cpu.stat',
    ]);
  });

  it('finds nothing where there are no groups', () => {
    expect(throttleFiles('')).toEqual([]);
  });
});

it('readResidentBytes reads the memory of a process that runs', () => {
  expect(readResidentBytes('VmPeak:\t  2000 kB\nVmRSS:\t  1500 kB\nRssAnon:\t   7 kB\n')).toBe(1_536_000);
  expect(readResidentBytes('Name:\tk6\nState:\tZ (zombie)\n')).toBeNaN();
  expect(readResidentBytes('')).toBeNaN();
});

/** Counters of two cores at 100 ticks a second. */
function reading(atMs: number, change: Partial<Reading> = {}): Reading {
  const ticks = { busy: 0, used: 0, stolen: 0, k6: 0, ours: 0, total: atMs / 5 };
  return { atMs, ...ticks, waitedMs: 0, throttledPeriods: 0, ...change };
}

const nothing = { boxBusyShare: null, generatorBusyShare: null, stolenShare: null, throttledPeriods: null };

describe('usageBetween', () => {
  it('gives shares of all cores', () => {
    const first = reading(0, { k6: 7, throttledPeriods: 40 });
    const last = reading(10_000, { busy: 500, k6: 207, throttledPeriods: 43, stolen: 20 });
    expect(usageBetween(first, last)).toEqual({
      boxBusyShare: 0.25,
      generatorBusyShare: 0.1,
      stolenShare: 0.01,
      throttledPeriods: 3,
    });
  });

  it('knows nothing where one of the readings tells nothing', () => {
    const blind = reading(0, { busy: NaN, k6: NaN, stolen: NaN, total: NaN, throttledPeriods: NaN });
    const seeing = reading(5000);
    expect(usageBetween(blind, seeing)).toEqual(nothing);
    expect(usageBetween(seeing, blind)).toEqual(nothing);
    expect(usageBetween(seeing, seeing)).toEqual({ ...nothing, throttledPeriods: 0 });
  });

  it('never leaves 0 to 1, though the counters are read one after the other', () => {
    const { boxBusyShare, generatorBusyShare } = usageBetween(
      reading(0, { busy: 100 }),
      reading(1000, { busy: 99, k6: 201 }),
    );
    expect([boxBusyShare, generatorBusyShare]).toEqual([0, 1]);
  });
});

describe('what happened between two readings', () => {
  it('is the work of others alone, in processors', () => {
    const { othersCores, stolenCores, waitedMs } = sliceBetween(
      reading(1000, { used: 50, ours: 10, stolen: 1, waitedMs: 5 }),
      reading(1200, { used: 80, ours: 20, stolen: 11, waitedMs: 15 }),
    );
    expect([othersCores, stolenCores, waitedMs]).toEqual([1, 0.5, 50]);
  });

  it('is never less than nothing, although the kernel counts our work more exactly than all work', () => {
    expect(sliceBetween(reading(0), reading(200, { used: 9, ours: 10 })).othersCores).toBe(0);
  });

  it('is unknown where a figure is', () => {
    const none = { othersCores: null, stolenCores: null, waitedMs: null, throttledPeriods: null };
    const unknown = reading(0, { used: NaN, stolen: NaN, waitedMs: NaN, throttledPeriods: NaN });
    expect(sliceBetween(unknown, reading(200))).toEqual(none);
    expect(sliceBetween(reading(0, { ours: NaN }), reading(200)).othersCores).toBeNull();
  });
});

it('counts for every slice that it touches, and the worst stays', () => {
  const seen: MachineSlice[] = [];
  const slices = { startMs: 1000, sliceMs: 300, count: 3 };
  addLooks(seen, reading(900), reading(1100, { used: 2 }), slices);
  addLooks(seen, reading(1100), reading(1350, { used: 25 }), slices);
  addLooks(seen, reading(1350), reading(1500, { used: 1.5 }), slices);
  addLooks(seen, reading(1800), reading(2100, { used: 3 }), slices);
  expect(seen.map(({ othersCores }) => othersCores)).toEqual([1, 1, 0.1]);
  addLooks(seen, reading(2000), reading(2600, { used: 60 }), slices);
  expect(seen).toHaveLength(3);
});

it('knows nothing of slices that were over before it looked', () => {
  const seen: MachineSlice[] = [];
  addLooks(seen, reading(1650), reading(1850, { used: 2 }), { startMs: 1000, sliceMs: 300, count: 3 });
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

/** Keeps this process busy until the kernel has counted this much processor time. */
function burn(cpuMs: number): void {
  const from = process.cpuUsage();
  while (process.cpuUsage(from).user / 1000 < cpuMs) Math.hypot(1, 2);
}

describe('watchMachine', () => {
  it.runIf(process.platform === 'linux')('counts the time of the process until it is closed', () => {
    const watch = watchMachine(process.pid);
    burn(60);
    const closed = watch.close().machine;
    expect(closed.generatorBusyShare).toBeGreaterThan(0);
    expect(closed.boxBusyShare).toBeGreaterThan(0);
    expect(closed.clockDriftMs).toBe(0);
    burn(60);
    expect(watch.close().machine).toEqual(closed);
  });

  it('knows nothing of a process that is not there', () => {
    const { machine } = watchMachine(2 ** 31 - 1).close();
    expect(machine).toMatchObject({ generatorBusyShare: null, throttledPeriods: null });
  });
});
