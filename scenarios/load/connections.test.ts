import { expect, it, vi } from 'vitest';
import { type ClosedBy, connectingMs, newConnections } from './connections.ts';

const used = { opened: false, failed: false };
const fresh = { opened: true, failed: false };

/** Opens connections for calls made one after the other. */
function openings(calls: readonly { opened: boolean; failed: boolean }[], closes = false): ClosedBy[] {
  const connections = newConnections(closes);
  return calls.map((call) => {
    connections.begin();
    return connections.end(call.opened, call.failed);
  });
}

it.each([
  ['a connection that lasts', [fresh, used, used], ['none', 'none', 'none']],
  ['connections that the service closes', [fresh, used, fresh, fresh], ['none', 'none', 'theirs', 'theirs']],
  [
    'a connection that breaks',
    [fresh, { ...used, failed: true }, fresh, fresh],
    ['none', 'none', 'none', 'theirs'],
  ],
])('classifies connections with one call at a time: %s', (_, calls, expected) => {
  expect(openings(calls)).toEqual(expected);
});

it('needs as many as there were calls in flight at once, whichever of them opened one', () => {
  const connections = newConnections(false);
  for (let call = 0; call < 3; call += 1) connections.begin();
  expect([true, false, true].map((opened) => connections.end(opened, false))).toEqual([
    'none',
    'none',
    'none',
  ]);
  const later = Array.from({ length: 2 }, () => {
    connections.begin();
    return connections.end(true, false);
  });
  expect(later).toEqual(['none', 'theirs']);
});

it('knows its own, answered or not, whatever the timings say', () => {
  expect(openings([fresh, used, { ...used, failed: true }], true)).toEqual(['ours', 'ours', 'ours']);
});

it.each([
  ['at once, behind an answer', true, { blocked: 0.004, duration: 1 }, 3],
  ['at once, long after an answer', false, { blocked: 0.004, duration: 1 }, 200],
  ['by a service that thought about it, beside other answers', false, { blocked: 0.004, duration: 100 }, 3],
  ['on a connection that had to be opened', false, { blocked: 0.2, duration: 1 }, 3],
])('a call that is reset %s: may be made again: %s', (_, expected, timings, afterMs) => {
  vi.useFakeTimers({ now: 1000 });
  const connections = newConnections(false);
  connections.begin();
  connections.end(false, false);
  vi.setSystemTime(1000 + afterMs);
  expect(connections.mayBeClosed(timings, 0)).toBe(expected);
  vi.useRealTimers();
});

it.each([
  ['http', 12.4, 0, 12.4],
  ['https, new', 12.4, 14.1, 12.4],
  ['https, taken over', 2.9, 0, 0],
])('times the handshake of a call: %s', (scheme, connecting, tls_handshaking, expected) => {
  const tls_version = scheme === 'http' ? '' : 'tls1.3';
  expect(connectingMs({ timings: { connecting, tls_handshaking }, tls_version })).toBe(expected);
});
