import { describe, expect, it } from 'vitest';
import type { CallFailure, Credential } from '../../checks/exchange.ts';
import { exchangeWith } from '../../checks/exchange-fixture.ts';
import type { PlannedRequest } from '../planned-request.ts';
import {
  fullWaitMs,
  moreInFlight,
  newWaits,
  noteDelay,
  type RefusalDelays,
  refusalDelayMs,
} from './waits.ts';

/** Consecutive waits that all time out. */
function inVain(times: number, waits = newWaits()) {
  for (let time = 0; time < times; time += 1) waits.timedOut(time * 10, time * 10 + 10);
  return waits;
}

function ended(durationMs: number, waits = newWaits()) {
  waits.ended(durationMs);
  return waits;
}

describe('a wait', () => {
  it('is the full wait first, then half of it after each one in vain', () => {
    expect([0, 1, 2].map((times) => inVain(times).nextMs())).toEqual([fullWaitMs, 5000, 2500]);
  });

  it('waits for a slow service twice as long as its slowest answer took', () => {
    expect(inVain(2, ended(3000)).nextMs()).toBe(6000);
    expect(inVain(2, ended(9000)).nextMs()).toBe(fullWaitMs);
  });
});

const request = (credential: string) =>
  ({ endpoint: 'encrypt', authorization: { credential } }) as unknown as PlannedRequest;

const answered = (credential: Credential, durationMs: number, failure: CallFailure | null = null) =>
  exchangeWith({ endpoint: 'encrypt', credential, response: { durationMs, failure } });

function delaysOf(refusedMs: readonly number[], admittedMs: number): RefusalDelays {
  const delays: RefusalDelays = {};
  for (const ms of refusedMs) noteDelay(delays, answered('made-up', ms), answered('token', admittedMs));
  return delays;
}

describe('moreInFlight', () => {
  const requests = ['token', 'made-up'].flatMap((credential) =>
    Array<PlannedRequest>(500).fill(request(credential)),
  );

  it.each([
    { admittedMs: 1, refusedMs: 1, more: 0 },
    { admittedMs: 1, refusedMs: 31, more: 1 },
    { admittedMs: 1, refusedMs: 501, more: 25 },
    { admittedMs: 1, refusedMs: 5000, more: 48 },
    // A service that is slow at everything may be overloaded, so no calls are added.
    { admittedMs: 1000, refusedMs: 1000, more: 0 },
    { admittedMs: 1000, refusedMs: 1, more: 0 },
  ])('is $more where a call takes $admittedMs ms and a refusal $refusedMs', (one) => {
    expect(moreInFlight(delaysOf([one.refusedMs], one.admittedMs), requests, 10_000)).toBe(one.more);
  });

  it('is 0 for calls that were never made', () => {
    expect(moreInFlight({}, requests, 10_000)).toBe(0);
  });
});

describe('how much longer a refusal takes', () => {
  it('is what is typical: one slow start is not', () => {
    expect(refusalDelayMs(delaysOf([3000, ...Array.from({ length: 40 }, () => 2)], 2))).toBe(0);
    expect(
      refusalDelayMs(
        delaysOf(
          Array.from({ length: 40 }, () => 9),
          2,
        ),
      ),
    ).toBe(7);
    expect(refusalDelayMs({})).toBe(0);
  });

  it('is not known of a call without an answer', () => {
    const delays: RefusalDelays = {};
    noteDelay(delays, answered('made-up', 9, 'timeout'), answered('token', 2));
    noteDelay(delays, answered('made-up', 9), answered('token', 2, 'reset'));
    expect(delays).toEqual({});
  });
});

describe('hope', () => {
  it('ends after three waits in vain', () => {
    expect([2, 3].map((times) => inVain(times).isHopeless())).toEqual([false, true]);
  });

  it('comes back with an answer', () => {
    expect(inVain(1, ended(5, inVain(2))).isHopeless()).toBe(false);
  });

  it('outlasts a stall that many calls share', () => {
    const stalled = newWaits();
    for (let call = 0; call < 16; call += 1) stalled.timedOut(call, 10_000 + call);
    expect(stalled.nextMs()).toBe(fullWaitMs / 2);
  });
});
