import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Look,
  readBoxTicks,
  readProcessTicks,
  readResidentBytes,
  readThrottledPeriods,
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

/** Counters of two cores at 100 ticks a second after `seconds`, with the given ticks of each kind. */
function look(seconds: number, busy: number, { stolen = 0, ...rest }: Partial<Look> = {}): Look {
  const box = { busy: 500 + busy, stolen: 10 + stolen, total: 9000 + seconds * 200, used: NaN };
  return { ...box, watched: NaN, throttledPeriods: NaN, ...rest };
}

const nothing = { boxBusyShare: null, generatorBusyShare: null, stolenShare: null, throttledPeriods: null };

describe('usageBetween', () => {
  it('gives shares of all cores', () => {
    const first = look(0, 0, { watched: 7, throttledPeriods: 40 });
    const last = look(10, 500, { watched: 207, throttledPeriods: 43, stolen: 20 });
    expect(usageBetween(first, last)).toEqual({
      boxBusyShare: 0.25,
      generatorBusyShare: 0.1,
      stolenShare: 0.01,
      throttledPeriods: 3,
    });
  });

  it('knows nothing where one of the looks tells nothing', () => {
    const blind = { ...look(0, 0), busy: NaN, stolen: NaN, total: NaN };
    const seeing = look(5, 5, { watched: 5, throttledPeriods: 5 });
    expect(usageBetween(blind, seeing)).toEqual(nothing);
    expect(usageBetween(seeing, blind)).toEqual(nothing);
    expect(usageBetween(look(1, 5), look(1, 5))).toEqual(nothing);
  });

  it('never leaves 0 to 1, though the counters are read one after the other', () => {
    const { boxBusyShare, generatorBusyShare } = usageBetween(
      look(0, 100, { watched: 0 }),
      look(1, 99, { watched: 201 }),
    );
    expect([boxBusyShare, generatorBusyShare]).toEqual([0, 1]);
  });
});

function watched(pid: number) {
  const watch = watchMachine(pid);
  onTestFinished(() => watch.close());
  return watch;
}

/** Keeps this process busy until the kernel has counted this much processor time. */
function burn(cpuMs: number): void {
  const from = process.cpuUsage();
  while (process.cpuUsage(from).user / 1000 < cpuMs) Math.hypot(1, 2);
}

describe('watchMachine', () => {
  it.runIf(process.platform === 'linux')('counts the time of the process until it is closed', () => {
    const watch = watched(process.pid);
    burn(60);
    watch.close();
    const closed = watch.read();
    expect(closed.generatorBusyShare).toBeGreaterThan(0);
    expect(closed.boxBusyShare).toBeGreaterThan(0);
    expect(closed.clockDriftMs).toBe(0);
    burn(60);
    watch.close();
    expect(watch.read()).toEqual(closed);
  });

  it('knows nothing of a process that is not there', () => {
    expect(watched(2 ** 31 - 1).read()).toMatchObject({ generatorBusyShare: null, throttledPeriods: null });
  });
});
