import { connect } from 'node:net';
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

const connections = 20;
/** Of the time that the network leaves, its own unsteadiness may take this share. */
const tolerableNoise = 0.1;

/** Milliseconds of TCP handshakes, one after the other, each on a fresh connection. Rejects with the first that fails. */
export async function measureHandshakes(address: Address, timeoutMs: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < connections) times.push(await handshake(address, timeoutMs));
  return times;
}

/** Whether this network can show a response time under the limit. */
export function judgeRoundTrip(handshakesMs: readonly number[], limitMs: number): Diagnosis {
  const name = 'round trip';
  const floorMs = Math.min(...handshakesMs);
  const noiseMs = quantile(handshakesMs, 0.95) - floorMs;
  const detail = `${floorMs.toFixed(2)} ms at best, ${noiseMs.toFixed(2)} ms more at the 95th percentile`;
  const nearer = 'Run the harness closer to the service.';
  if (floorMs >= limitMs) return problem(name, `${detail}: no answer can arrive under ${limitMs} ms`, nearer);
  if (noiseMs <= tolerableNoise * (limitMs - floorMs)) return ok(name, detail);
  const remedy = `${nearer} If it is already close, check whether the service is slow to accept connections.`;
  return warning(name, `${detail}: connecting is unsteady against a limit of ${limitMs} ms`, remedy);
}

function handshake({ host, port }: Address, timeoutMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const socket = connect({ host, port });
    socket.setTimeout(timeoutMs, () =>
      socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })),
    );
    socket.once('error', reject);
    socket.once('connect', () => {
      resolve(performance.now() - startedMs);
      socket.destroy();
    });
  });
}

/** Nearest rank: one lost packet in twenty does not show. NaN where there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const ascending = [...values].sort((a, b) => a - b);
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? Number.NaN;
}
