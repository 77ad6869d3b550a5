import { describe, expect, it } from 'vitest';
import {
  readBoxTicks,
  readProcessTicks,
  readResidentBytes,
  readThrottledPeriods,
  throttleFiles,
} from './proc.ts';

describe('readBoxTicks', () => {
  it('counts all CPUs together, with guests only once', () => {
    const stat = [
      'cpu  100 20 30 4000 50 6 7 80 9 1',
      'cpu0 50 10 15 2000 25 3 3 40 4 1',
      'intr 520073 0 0',
    ].join('\n');
    expect(readBoxTicks(stat)).toEqual({ busy: 163, stolen: 80, total: 4293 });
  });

  it('reads the four columns of an old kernel', () => {
    expect(readBoxTicks('cpu  1 2 3 4\ncpu0 1 2 3 4\n')).toEqual({ busy: 6, stolen: 0, total: 10 });
  });

  it.each(['', 'cpu0 1 2 3 4\n', 'cpu  1 2\n', 'no such file'])('finds nothing in %j', (stat) => {
    expect(readBoxTicks(stat)).toBeNull();
  });
});

describe('readProcessTicks', () => {
  const rest = 'S 1 1 1 0 -1 4194304 101 0 0 0 250 31 7 8 20 0 1 0 136855 3133440 406';

  it.each(['k6', 'a b', 'x) R 9 9 (y'])('adds user and kernel ticks of the program named %j', (name) => {
    expect(readProcessTicks(`4242 (${name}) ${rest}\n`)).toBe(281);
  });

  it.each(['', '4242 (k6) S 1 1'])('finds nothing in %j', (stat) => {
    expect(readProcessTicks(stat)).toBeNull();
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
    expect(readThrottledPeriods('usage_usec 7\nuser_usec 5\n')).toBeNull();
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
  expect(readResidentBytes('Name:\tk6\nState:\tZ (zombie)\n')).toBeNull();
  expect(readResidentBytes('')).toBeNull();
});
