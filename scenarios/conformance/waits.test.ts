import { describe, expect, it } from 'vitest';
import { afterEnd, afterWaitInVain, fullWaitMs, isFree, isHopeless, waitMs, waitsOf } from './waits.ts';

const fresh = waitsOf({}, 'user token');

/** Waits one after the other, each in vain. */
function inVain(times: number, waits = fresh) {
  return Array.from({ length: times }, (_, time) => time * 10).reduce(
    (before, fromMs) => afterWaitInVain(before, fromMs, fromMs + 10),
    waits,
  );
}

describe('waitMs', () => {
  it('is the full wait first, and half of it after each one in vain', () => {
    expect([0, 1, 2].map((times) => waitMs(inVain(times)))).toEqual([fullWaitMs, 5000, 2500]);
  });

  it('keeps a slow service twice its slowest answer', () => {
    expect(waitMs(inVain(2, afterEnd(fresh, 3000)))).toBe(6000);
    expect(waitMs(inVain(2, afterEnd(fresh, 9000)))).toBe(fullWaitMs);
  });
});

describe('hope', () => {
  it('ends after three waits in vain', () => {
    expect([2, 3].map((times) => isHopeless(inVain(times)))).toEqual([false, true]);
  });

  it('comes back with an answer', () => {
    expect(isHopeless(inVain(1, afterEnd(inVain(2), 5)))).toBe(false);
  });

  it('outlasts a stall that many calls share', () => {
    const stalled = Array.from({ length: 16 }).reduce<typeof fresh>(
      (waits, _, call) => afterWaitInVain(waits, call, 10_000 + call),
      fresh,
    );
    expect(stalled.inVain).toBe(1);
  });
});

describe('isFree', () => {
  it('makes one call at a time until one has come to an end', () => {
    const busy = { ...fresh, underWay: 1 };
    expect([fresh, busy, afterEnd(busy, 5), inVain(1, afterEnd(busy, 5))].map(isFree)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('lets the calls of a hopeless kind go by', () => {
    expect(isFree({ ...inVain(3), underWay: 1 })).toBe(true);
  });
});
