import { connect } from 'node:net';
import { isNear } from '../../checks/latency/network.ts';
import { type Diagnosis, doubt, ok, problem } from './diagnosis.ts';
import { givenUp } from './error-code.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

const connections = 20;
/** Of the time that the network leaves, its own unsteadiness may take this share. */
const tolerableNoise = 0.1;
/** What k6 adds to most calls on a quiet machine. */
const ownErrorMs = 0.5;
/** From this share of the limit on the network decides too much. */
const farShare = 0.25;

/** Milliseconds of TCP handshakes, one after the other, each on a fresh connection. Rejects with the first that fails. */
export async function measureHandshakes(
  address: Address,
  timeoutMs: number,
  count = connections,
): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) times.push(await handshake(address, timeoutMs));
  return times;
}

/** Whether this network can show a response time under the limit, and which. */
export function judgeRoundTrip(handshakesMs: readonly number[], limitMs: number): Diagnosis {
  const name = 'round trip';
  const floorMs = Math.min(...handshakesMs);
  const p95Ms = nearestRank(handshakesMs, 0.95);
  const noiseMs = p95Ms - floorMs;
  const times = `${floorMs.toFixed(2)} ms at best, ${noiseMs.toFixed(2)} ms more at the 95th percentile`;
  const nearer = 'Run the harness closer to the service';
  const declare = `${nearer}, or declare in the contract where the limit holds: latency.at.`;
  if (floorMs >= limitMs) return problem(name, `${times}: no answer can arrive under ${limitMs} ms`, declare);
  const detail = isNear({ floorMs, p95Ms }) ? times : `${times}\n${scopeOf(p95Ms, noiseMs, limitMs)}`;
  if (noiseMs > tolerableNoise * (limitMs - floorMs)) {
    const remedy = `${nearer}. If it is already close, check whether the service is slow to accept connections.`;
    return doubt(name, `${detail}\nConnecting is unsteady against a limit of ${limitMs} ms.`, remedy);
  }
  return p95Ms > limitMs * farShare ? doubt(name, detail, declare) : ok(name, detail);
}

/** What a gate can decide over this network, unless the contract says where the limit holds. */
function scopeOf(networkMs: number, noiseMs: number, limitMs: number): string {
  const passMs = Math.floor(limitMs - networkMs - ownErrorMs);
  const failMs = Math.ceil(limitMs + noiseMs + ownErrorMs);
  const pass =
    passMs < 1 ? 'cannot pass a service' : `can pass a service that answers within about ${passMs} ms`;
  return `The network takes ${networkMs.toFixed(1)} of the ${limitMs} ms: a gate from here ${pass}, and can fail one that takes longer than about ${failMs} ms itself.`;
}

function handshake({ host, port }: Address, timeoutMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const socket = connect({ host, port });
    socket.setTimeout(timeoutMs, () => socket.destroy(givenUp('ETIMEDOUT')));
    socket.once('error', reject);
    socket.once('connect', () => {
      resolve(performance.now() - startedMs);
      socket.destroy();
    });
  });
}

/** Nearest rank: one lost packet in twenty does not show. NaN where there are no values. */
export function nearestRank(values: readonly number[], share: number): number {
  const ascending = [...values].sort((a, b) => a - b);
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? Number.NaN;
}
