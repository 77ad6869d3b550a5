import { limitMsOf } from '../../checks/latency/expectation.ts';
import { isLoopback, placeOf } from '../../schemas/base-url.ts';
import { addressesOf, connectTo, otherAddress } from '../addresses.ts';
import { reasonOf } from '../k6/executable.ts';
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts';

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
/** From this share of the limit on, the network decides too much. */
const farShare = 0.25;

const slow = 'Check whether this machine is busy, and whether the service is slow to accept connections.';
const nearer =
  'Run the harness closer to the service, or declare in the contract where the limit holds: latency.at.';

/** The slowest of the handshakes may have lost a packet. */
export function judgeRoundTrip(handshakesMs: readonly number[], isLocal = false): Diagnosis {
  const name = 'round trip';
  const usual = handshakesMs.toSorted((a, b) => a - b).slice(0, -1);
  const [leastMs = 0, mostMs = 0] = [usual[0], usual.at(-1)];
  const detail = `${usual.length} of ${handshakesMs.length} connections took ${leastMs.toFixed(2)} to ${mostMs.toFixed(2)} ms`;
  const remedy = isLocal ? slow : `${nearer} If it is already close: ${slow}`;
  if (leastMs >= limitMs) return problem(name, `${detail}: no answer can arrive under ${limitMs} ms`, remedy);
  return mostMs > limitMs * farShare
    ? warning(name, `${detail} of the ${limitMs} ms that an answer may take`, remedy)
    : ok(name, detail);
}
