import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { startCompanion } from '../companion/start-companion.ts';
import { raiseSession, startRaised } from './priority.ts';

/** Of each thread, as the kernel has it. */
function prioritiesOf(pid: number): number[] {
  if (process.platform !== 'linux') return [getPriority(pid)];
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const fields = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ');
    return Number(fields?.[16]);
  });
}

const waiting = 'console.log("ready"); process.stdin.resume();';

it('raises every thread of what it starts, and this process only while it starts that', async () => {
  const usual = getPriority();
  const { started, isRaised } = startRaised(true, () => execa(process.execPath, ['-e', waiting]));
  expect(getPriority()).toBe(usual);
  await once(started.stdout, 'data');
  const priorities = prioritiesOf(started.pid ?? 0);
  started.stdin.end();
  await started;
  expect(priorities.length).toBeGreaterThan(process.platform === 'linux' ? 1 : 0);
  expect([...new Set(priorities)]).toEqual([isRaised ? Math.min(usual, -15) : usual]);
});

it('raises the companion, which is started before anything is waited for', async () => {
  const { started, isRaised } = startRaised(true, startCompanion);
  const companion = await started;
  const priorities = prioritiesOf(companion.pid);
  await companion.stop();
  expect([...new Set(priorities)]).toEqual([isRaised ? Math.min(getPriority(), -15) : getPriority()]);
});

it('raises a session that the scheduler sets apart, if permitted', async () => {
  const { started, isRaised } = startRaised(true, startCompanion);
  const companion = await started;
  const file = `/proc/${companion.pid}/autogroup`;
  const said = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const before = said();
  raiseSession(companion.pid);
  const after = said();
  await companion.stop();
  expect(after).toBe(isRaised ? before.replace('nice 0', 'nice -15') : before);
});

it('says that it may raise a priority where this process may', () => {
  const usual = getPriority();
  const { started, isRaised } = startRaised(true, getPriority);
  expect(started).toBe(isRaised ? Math.min(usual, -15) : usual);
  let may = true;
  try {
    setPriority(-15);
    setPriority(usual);
  } catch {
    may = false;
  }
  expect(isRaised).toBe(may);
});

it('raises nothing unasked', () => {
  const usual = getPriority();
  expect(startRaised(false, getPriority)).toEqual({ started: usual, isRaised: false });
});

it('leaves the priority as it was where nothing could be started', () => {
  const usual = getPriority();
  const start = () => {
    throw new Error('no such program');
  };
  expect(() => startRaised(true, start)).toThrow('no such program');
  expect(getPriority()).toBe(usual);
});
