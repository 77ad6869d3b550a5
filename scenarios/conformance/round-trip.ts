import type { RoundTrip } from '../../checks/latency/measurement.ts';
import { validCall } from '../planned-request.ts';
import { askAndJudge } from './ask-and-judge.ts';
import type { Runner } from './ask-in-time.ts';

const handshakes = 24;
const fewestHandshakes = 5;

/**
 * Times the TCP handshakes of consecutive calls, each on a connection of its own; null: too few were timed. A call takes at least
 * one round trip: if one is faster than every handshake, only handshakes are slow.
 */
export async function measureRoundTrip(runner: Runner): Promise<RoundTrip | null> {
  const request = { ...validCall('user', runner.context.settings.token), closeAfter: true };
  const times: number[] = [];
  let fastestCallMs = Number.POSITIVE_INFINITY;
  let calls = 0;
  for (; calls < handshakes && Date.now() < runner.deadlineMs; calls += 1) {
    const exchange = await askAndJudge(runner, request);
    const { connectingMs = 0, durationMs = 0 } = exchange?.response ?? {};
    if (connectingMs > 0) times.push(connectingMs);
    if (durationMs > 0) fastestCallMs = Math.min(fastestCallMs, durationMs);
  }
  const p95Ms = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1];
  const isEnough = times.length >= Math.max(fewestHandshakes, calls * 0.75);
  return isEnough && p95Ms !== undefined ? { floorMs: Math.min(fastestCallMs, ...times), p95Ms } : null;
}
