import { describe, expect, it } from 'vitest';
import { closesConnections, virtualUsers } from '../../schemas/load-plan.ts';
import { judgeLatency } from './judge-latency.ts';
import { measured, quiet, standard, waits } from './latency-fixture.ts';
import { lastingUsers, slowByConnection } from './slow-share.ts';

/** This many slow calls on fresh and on lasting connections. */
function slowOn(fresh: number, lasting: number, freshCalls = 1350) {
  const slow = fresh + lasting;
  const every = slow === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(5400 / slow);
  const closing = virtualUsers - lastingUsers;
  const slowByUser = Array.from({ length: virtualUsers }, (_, user) =>
    closesConnections(user) ? fresh / closing : lasting / lastingUsers,
  );
  return measured(waits(5400, 2, 35, every).slice(0, 5400), { freshCalls, slowByUser });
}

describe('slow calls come by connections', () => {
  it.each([
    ['where only calls that open one are slow, and too many', 16, 0, true],
    ['not where few are', 4, 0, false],
    ['also where fewer of the others are', 16, 8, true],
    ['not where as many of the others are', 16, 48, false],
    ['not where none is', 0, 0, false],
  ])('%s', (_, fresh, lasting, expected) => {
    expect(slowByConnection(slowOn(fresh, lasting), standard, 1) !== null).toBe(expected);
  });

  it('where several slow calls count as one accident, fewer of them are enough', () => {
    expect(slowByConnection(slowOn(4, 0), standard, 4)).not.toBeNull();
  });

  it('is not known of a load without such calls', () => {
    expect(slowByConnection(slowOn(16, 0, 0), standard, 1)).toBeNull();
  });

  it('keeps a load from a pass that its calls together would be', () => {
    const { verdict, explanation } = judgeLatency(slowOn(16, 0), quiet, standard);
    expect([verdict, explanation]).toEqual([
      'inconclusive',
      expect.stringMatching(/ 16 of 1.350 calls that opened a connection were slow, and 0 of the 4.050 /),
    ]);
  });

  it('is not what a busy machine is asked to mend first', () => {
    const busy = { ...quiet, machine: { ...quiet.machine, boxBusyShare: 0.95 } };
    expect(judgeLatency(slowOn(16, 0), quiet, standard).cause).toBe('slow-connections');
    expect(judgeLatency(slowOn(16, 0), busy, standard).cause).toBe('busy-machine');
  });

  it('may be decided by more calls where few were slow', () => {
    const { conditions } = judgeLatency(slowOn(1, 0, 400), quiet, standard);
    const [one] = conditions.filter(({ id }) => id === 'few-connections');
    expect(one?.longerTimes).toBeCloseTo(1.85, 1);
    const [many] = judgeLatency(slowOn(16, 0), quiet, standard).conditions;
    expect([many?.id, many?.longerTimes]).toEqual(['slow-connections', undefined]);
  });
});

it('a pass says on how many connections it rests', () => {
  const { verdict, explanation } = judgeLatency(slowOn(0, 0), quiet, standard);
  expect(verdict).toBe('pass');
  expect(explanation).toMatch(/on at least 1.361 connections\./);
  expect(lastingUsers).toBe(11);
});
