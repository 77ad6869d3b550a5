import { describe, expect, it, onTestFinished } from 'vitest';
import { type Look, usageBetween, watchMachine } from './watch.ts';

/** Two cores at 100 ticks a second: after `seconds`, so many ticks of each kind. */
function look(
  seconds: number,
  busy: number,
  { stolen = 0, ...rest }: Partial<Look> & { stolen?: number } = {},
): Look {
  const box = { busy: 500 + busy, stolen: 10 + stolen, total: 9000 + seconds * 200 };
  return { box, generatorTicks: null, throttledPeriods: null, ...rest };
}

const nothing = { boxBusyShare: null, generatorBusyShare: null, stolenShare: null, throttledPeriods: null };

describe('usageBetween', () => {
  it('gives shares of all cores', () => {
    const first = look(0, 0, { generatorTicks: 7, throttledPeriods: 40 });
    const last = look(10, 500, { generatorTicks: 207, throttledPeriods: 43, stolen: 20 });
    expect(usageBetween(first, last)).toEqual({
      boxBusyShare: 0.25,
      generatorBusyShare: 0.1,
      stolenShare: 0.01,
      throttledPeriods: 3,
    });
  });

  it('knows nothing where one of the looks tells nothing', () => {
    const blind = { box: null, generatorTicks: null, throttledPeriods: null };
    const seeing = look(5, 5, { generatorTicks: 5, throttledPeriods: 5 });
    expect(usageBetween(blind, seeing)).toEqual(nothing);
    expect(usageBetween(seeing, blind)).toEqual(nothing);
    expect(usageBetween(look(1, 5), look(1, 5))).toEqual(nothing);
  });

  it('never leaves 0 to 1, though the counters are read one after the other', () => {
    const { boxBusyShare, generatorBusyShare } = usageBetween(
      look(0, 100, { generatorTicks: 0 }),
      look(1, 99, { generatorTicks: 201 }),
    );
    expect([boxBusyShare, generatorBusyShare]).toEqual([0, 1]);
  });
});

function watched(pid: number) {
  const watch = watchMachine(pid);
  onTestFinished(() => watch.close());
  return watch;
}

/** Keeps this process busy until the kernel has counted so much of its time. */
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
