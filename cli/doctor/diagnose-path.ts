import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { isNear } from '../../checks/latency/network.ts';
import { limitMsOf } from '../../checks/latency/reading.ts';
import { isLoopback } from '../../schemas/base-url.ts';
import { codeOf, type Diagnosis, doubt, givenUp, ok, patienceMs, problem } from './diagnosis.ts';

const checkRemedy =
  'Check that the service is running, that the base URL is right, and that DNS, firewall and network allow the connection.';

interface Tried {
  readonly host: string;
  /** Why the connection failed; null: it did not. */
  readonly code: string | null;
}

/** Tries each address that k6 may take; returns one that answers, if any does. */
export async function diagnoseAddresses({
  href,
  hostname,
  port,
  protocol,
}: URL): Promise<{ readonly rows: readonly Diagnosis[]; readonly address: Address | null }> {
  const at = Number(port) || (protocol === 'https:' ? 443 : 80);
  const place = `${hostname} port ${at}`;
  const named = hostname.replace(/^\[|\]$/g, '');
  const hosts = await lookup(named, { all: true }).catch((error: unknown) => codeOf(error));
  if (typeof hosts === 'string')
    return { rows: [problem('connection', `${place}: ${hosts}`, checkRemedy)], address: null };
  const tried = await Promise.all(
    usedByK6(hosts).map(async (host): Promise<Tried> => {
      const code = await measureHandshakes({ host, port: at }, 1).then(() => null, codeOf);
      return { host, code };
    }),
  );
  const reached = tried.find(({ code }) => code === null);
  const isName = hosts.some(({ address }) => address !== named);
  return {
    rows: [
      ...(isName ? [ok('DNS', `${named}: ${hosts.map(({ address }) => address).join(', ')}`)] : []),
      judgeConnection(place, tried, isLoopback(href)),
    ],
    address: reached === undefined ? null : { host: reached.host, port: at },
  };
}

/** The IPv4 addresses if there are any: k6 takes one of them at random. */
export function usedByK6(hosts: readonly { readonly address: string; readonly family: number }[]): string[] {
  const old = hosts.filter(({ family }) => family === 4);
  return (old.length > 0 ? old : hosts).map(({ address }) => address);
}

export function judgeConnection(place: string, tried: readonly Tried[], isHere: boolean): Diagnosis {
  const silent = tried.filter(({ code }) => code !== null);
  const codes = silent.map(({ host, code }) => (tried.length > 1 ? `${host} ${code}` : code)).join(', ');
  if (silent.length === tried.length) return problem('connection', `${place}: ${codes}`, checkRemedy);
  if (silent.length === 0 || isHere) return ok('connection', place);
  const remedy =
    'k6 takes one of the addresses at random: repair the silent ones, or name a good one in the base URL.';
  return doubt(
    'connection',
    `${place}: ${silent.length} of ${tried.length} addresses do not answer (${codes})`,
    remedy,
  );
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

const limitMs = limitMsOf({ version: 1 });
const connections = 20;
/** The share of the time left by the network that its own variation may take. */
const tolerableNoise = 0.1;
/** What k6 adds to most calls on a quiet machine. */
const ownErrorMs = 0.5;
/** From this share of the limit on, the network decides too much. */
const farShare = 0.25;

/** Milliseconds of TCP handshakes, one after the other. Rejects with the first that fails. */
export async function measureHandshakes(address: Address, count = connections): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) times.push(await handshake(address));
  return times;
}

/** Whether a response time under the limit can be shown over this network. */
export function judgeRoundTrip(handshakesMs: readonly number[]): Diagnosis {
  const name = 'round trip';
  const floorMs = Math.min(...handshakesMs);
  const p95Ms = nearestRank(handshakesMs, 0.95);
  const noiseMs = p95Ms - floorMs;
  const times = `${floorMs.toFixed(2)} ms at best, ${noiseMs.toFixed(2)} ms more at the 95th percentile`;
  const nearer = 'Run the harness closer to the service';
  const declare = `${nearer}, or declare in the contract where the limit holds: latency.at.`;
  if (floorMs >= limitMs) return problem(name, `${times}: no answer can arrive under ${limitMs} ms`, declare);
  const detail = isNear({ floorMs, p95Ms }) ? times : `${times}\n${scopeOf(p95Ms, noiseMs)}`;
  if (noiseMs > tolerableNoise * (limitMs - floorMs)) {
    const remedy = `${nearer}. If it is already close, check whether the service is slow to accept connections.`;
    return doubt(name, `${detail}\nConnecting is unsteady against a limit of ${limitMs} ms.`, remedy);
  }
  return p95Ms > limitMs * farShare ? doubt(name, detail, declare) : ok(name, detail);
}

/** What a gate can decide over this network, unless the contract says where the limit holds. */
function scopeOf(networkMs: number, noiseMs: number): string {
  const passMs = Math.floor(limitMs - networkMs - ownErrorMs);
  const failMs = Math.ceil(limitMs + noiseMs + ownErrorMs);
  const pass =
    passMs < 1 ? 'cannot pass a service' : `can pass a service that answers within about ${passMs} ms`;
  return `The network takes ${networkMs.toFixed(1)} of the ${limitMs} ms: a gate from here ${pass}, and can fail one that takes longer than about ${failMs} ms itself.`;
}

function handshake({ host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const socket = connect({ host, port });
    socket.setTimeout(patienceMs, () => socket.destroy(givenUp('ETIMEDOUT')));
    socket.once('error', reject);
    socket.once('connect', () => {
      resolve(performance.now() - startedMs);
      socket.destroy();
    });
  });
}

/** Nearest rank: one lost packet in twenty does not show. NaN without values. */
export function nearestRank(values: readonly number[], share: number): number {
  const ascending = [...values].sort((a, b) => a - b);
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? Number.NaN;
}
