import { expect, it, onTestFinished } from 'vitest';
import { recordHealth } from './generator-health.ts';

function recorder() {
  const health = recordHealth();
  onTestFinished(() => health.stop());
  return health;
}

/** Keeps this process busy until the kernel has counted so much of its time. */
function burn(cpuMs: number): void {
  const from = process.cpuUsage();
  while (process.cpuUsage(from).user / 1000 < cpuMs) Math.hypot(1, 2);
}

it.runIf(process.platform === 'linux')('counts the time of the watched process', () => {
  const health = recorder();
  health.watch(process.pid);
  burn(60);
  const { generatorBusyShare, boxBusyShare } = health.read();
  expect(generatorBusyShare).toBeGreaterThan(0);
  expect(boxBusyShare).toBeGreaterThan(0);
});

it.runIf(process.platform === 'linux')('counts the measured time alone', () => {
  const health = recorder();
  health.watch(process.pid);
  health.mark('measure-start');
  health.mark('measure-end');
  const measured = health.read();
  burn(60);
  health.mark('measure-end');
  const { loadAverage, ...after } = health.read();
  expect(measured).toMatchObject(after);
});

it('knows nothing of a process that is not there', () => {
  const health = recorder();
  health.watch(2 ** 31 - 1);
  expect(health.read()).toMatchObject({ generatorBusyShare: null, generatorBusiestShare: null });
});

it('sees no step of a clock that had no time for one', () => {
  expect(recorder().read().clockDriftMs).toBe(0);
});
