import { limitMsOf } from '../../checks/latency/expectation.ts';
import { isNear } from '../../checks/latency/network.ts';
import { isLoopback, placeOf } from '../../schemas/base-url.ts';
import { addressesOf, connectTo, otherAddress } from '../addresses.ts';
import { reasonOf } from '../k6/executable.ts';
import { type Diagnosis, obstacle, ok, problem, warning } from './diagnosis.ts';

export async function diagnosePath(baseUrl: string): Promise<Diagnosis[]> {
  const { host: name, zone, port } = placeOf(baseUrl);
  const host = name + zone;
  let place = `${host} port ${port}`;
  try {
    const [address = host] = await addressesOf(host);
    if (address !== host) place += ` (${address})`;
    const timesMs: number[] = [];
    while (timesMs.length < connections) timesMs.push(await connectTo(address, port));
    return [ok('connection', place), judgeRoundTrip(timesMs, isLoopback(baseUrl))];
  } catch (error) {
    const remedy =
      (await otherAddress(baseUrl)) ??
      'Check that the service is running, that the base URL is right, and that DNS, firewall and network allow the connection.';
    return [problem('connection', `${place}: ${reasonOf(error)}`, remedy)];
  }
}

const limitMs = limitMsOf({ version: 1 });
const connections = 20;
/** The share of the time left by the network that its own variation may take. */
const tolerableNoise = 0.1;
/** What k6 adds to most calls on a quiet machine. */
const ownErrorMs = 0.5;
/** From this share of the limit on, the network decides too much. */
const farShare = 0.25;

const slow = 'Check whether this machine is busy, and whether the service is slow to accept connections.';
const nearer =
  'Run the harness closer to the service, or declare in the contract where the limit holds: latency.at.';

export function judgeRoundTrip(handshakesMs: readonly number[], isLocal = false): Diagnosis {
  const name = 'round trip';
  const floorMs = Math.min(...handshakesMs);
  const p95Ms = nearestRank(handshakesMs, 0.95);
  const noiseMs = p95Ms - floorMs;
  const times = `${floorMs.toFixed(2)} ms at best, ${noiseMs.toFixed(2)} ms more at the 95th percentile`;
  const remedy = isLocal ? slow : `${nearer} If it is already close: ${slow}`;
  if (floorMs >= limitMs) return problem(name, `${times}: no answer can arrive under ${limitMs} ms`, remedy);
  const passMs = Math.floor(limitMs - p95Ms - ownErrorMs);
  const detail = isNear({ floorMs, p95Ms }) ? times : `${times}\n${scopeOf(p95Ms, noiseMs, passMs)}`;
  if (passMs < 1) return obstacle(name, detail, remedy);
  const isUnsteady = noiseMs > tolerableNoise * (limitMs - floorMs);
  return isUnsteady || p95Ms > limitMs * farShare ? warning(name, detail, remedy) : ok(name, detail);
}

/** What a gate can decide over this network, unless the contract says where the limit holds. */
function scopeOf(networkMs: number, noiseMs: number, passMs: number): string {
  const failMs = Math.ceil(limitMs + noiseMs + ownErrorMs);
  const pass =
    passMs < 1 ? 'cannot pass a service' : `can pass a service that answers within about ${passMs} ms`;
  return `The network takes ${networkMs.toFixed(1)} of the ${limitMs} ms: a gate from here ${pass}, and can fail one that takes longer than about ${failMs} ms itself.`;
}

/** Nearest rank: one lost packet in twenty does not show. NaN without values. */
function nearestRank(values: readonly number[], share: number): number {
  const ascending = [...values].sort((a, b) => a - b);
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? Number.NaN;
}
