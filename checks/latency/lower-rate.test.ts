import { expect, it } from 'vitest';
import { judgeLatency } from './judge-latency.ts';
import { measured, quiet, standard, waits } from './latency-fixture.ts';

/** The rates of successive runs, each as the one before it advises. `others`: their share of the machine. */
function advisedRates(others: number, cpuMsOfCall: number, isOnThisMachine: boolean): number[] {
  const rates: number[] = [];
  for (let rate = 425; rates.length < 10; ) {
    rates.push(rate);
    const generatorBusyShare = 0.02 + 0.0008 * rate;
    const service = isOnThisMachine ? (rate * cpuMsOfCall) / 2000 : 0;
    const boxBusyShare = Math.min(1, others + generatorBusyShare + service);
    const machine = { ...quiet.machine, boxBusyShare, generatorBusyShare };
    const generator = { ...quiet, offeredRate: rate, achievedRate: rate, machine, isOnThisMachine };
    const late = { ...measured(waits(1400, cpuMsOfCall)), late: 200 };
    const { conditions } = judgeLatency(late, generator, standard);
    const remedies = conditions.map(({ remedy }) => remedy).join(' ');
    const next = /--rate (\d+)/.exec(remedies)?.[1];
    expect(remedies).toMatch(/quieter machine/);
    if (next === undefined) break;
    rate = Number(next);
  }
  return rates;
}

it.each([
  ['other programs keep the machine busy', 0.95, 1, false, [425]],
  ['the generator keeps it busy', 0.1, 1, false, [425, 100]],
  ['a service on it keeps it busy', 0.1, 8, true, [425]],
])('a lower rate is advised only where it helps: %s', (_, others, cpuMs, isOnThisMachine, rates) => {
  expect(advisedRates(others, cpuMs, isOnThisMachine)).toEqual(rates);
});

it.each([false, true])('priority is advised unless the load generator had it: %s', (isRaised) => {
  const late = { ...measured(waits(1400, 2)), late: 200 };
  const machine = { ...quiet.machine, boxBusyShare: 0.9 };
  const control = quiet.control && { ...quiet.control, lost: 1000 };
  const { conditions } = judgeLatency(
    late,
    { ...quiet, isRaised, machine, control, achievedRate: 390 },
    standard,
  );
  const remedies = conditions
    .map(({ remedy }) => remedy)
    .filter((remedy) => remedy.includes('quieter machine'));
  expect(remedies).toHaveLength(4);
  for (const remedy of remedies) expect(remedy.includes('--nice')).toBe(!isRaised);
});
