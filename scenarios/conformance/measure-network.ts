import { limitAtOf } from '../../checks/latency/expectation.ts';
import { leastNetworkMs } from '../../checks/latency/network.ts';
import type { RoundTrip } from '../../dist/facts-types.ts';
import { isLoopback, placeOf } from '../../schemas/base-url.ts';
import { proxyFor } from '../../schemas/proxy.ts';
import { timeHandshake } from '../companion.ts';
import { validCall } from '../planned-request.ts';
import type { LoadData } from '../setup-data.ts';
import { askAndJudge } from './ask-and-judge.ts';
import type { Runner } from './ask-in-time.ts';

/**
 * Times TCP handshakes: those of consecutive calls, or of the companion's own connections (ADR 28). A call takes at least one
 * round trip, so a call faster than every handshake means that only handshakes are slow. Returns what could be measured.
 */
export async function measureNetwork(
  runner: Runner,
  ofOwn: Runner,
): Promise<Partial<Pick<LoadData, 'roundTrip' | 'networkTakenOffMs' | 'ownTo'>>> {
  const { settings, contract } = runner.context;
  const { baseUrl, companion, token } = settings;
  // Through a proxy, a handshake does not measure the way beyond it.
  if (proxyFor(baseUrl, __ENV) !== null) return {};
  const request = { ...validCall('user', token), closeAfter: true };
  let fastestCallMs = Number.POSITIVE_INFINITY;
  let host = '';
  const ofCalls = await timed(runner, async () => {
    const { response } = (await askAndJudge(runner, { request }))?.exchange ?? {};
    if (response === undefined) return 0;
    host = response.address || host;
    if (response.durationMs > 0) fastestCallMs = Math.min(fastestCallMs, response.durationMs);
    return response.connectingMs;
  });
  const roundTrip = roundTripOf(ofCalls, fastestCallMs);
  if (roundTrip !== null)
    return { roundTrip, networkTakenOffMs: leastNetworkMs(roundTrip, limitAtOf(contract)) };
  // On loopback there is no network.
  if (isLoopback(baseUrl)) return { roundTrip: { floorMs: 0, p95Ms: 0 } };
  if (companion === null || host === '') return {};
  const ownTo = { host, port: placeOf(baseUrl).port };
  const ofConnections = await timed(ofOwn, async () => (await timeHandshake(companion, ownTo)) ?? 0);
  const own = roundTripOf(ofConnections, fastestCallMs);
  return own === null ? {} : { roundTrip: own, ownTo };
}

const handshakes = 24;
const fewestHandshakes = 5;

/** Makes handshakes one after the other and returns their milliseconds; 0: not timed. */
async function timed({ deadlineMs }: Runner, next: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  while (times.length < handshakes && Date.now() < deadlineMs) times.push(await next());
  return times;
}

/** null: too few handshakes were timed. */
function roundTripOf(all: readonly number[], fastestCallMs: number): RoundTrip | null {
  const times = all.filter((ms) => ms > 0).toSorted((a, b) => a - b);
  const p95Ms = times[Math.ceil(times.length * 0.95) - 1];
  const isEnough = times.length >= Math.max(fewestHandshakes, all.length * 0.75);
  return isEnough && p95Ms !== undefined ? { floorMs: Math.min(fastestCallMs, ...times), p95Ms } : null;
}
