import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { placeOf } from '../schemas/base-url.ts';

/** Milliseconds of a TCP handshake. Rejects if nothing accepts a connection there. */
export async function connectTo(host: string, port: number): Promise<number> {
  const startedMs = performance.now();
  const socket = connect({ host, port });
  const signal = AbortSignal.timeout(5000);
  await once(socket, 'connect', { signal }).finally(() => socket.destroy());
  return performance.now() - startedMs;
}

/** What to do where k6 cannot connect, although another address of the same name answers; null: it is otherwise. */
export async function otherAddress(baseUrl: string): Promise<string | null> {
  const { host, zone, port } = placeOf(baseUrl);
  // In the order of k6, which takes an IPv4 address if there is one and tries no other.
  const found = await lookup(host + zone, { all: true, verbatim: false }).catch(() => []);
  const [tried, ...others] = found.map(({ address }) => address);
  if (tried === undefined || (await accepts(tried, port))) return null;
  // A hosts file may leave one of them out (RFC 6761 §6.3).
  const meant = host.toLowerCase() === 'localhost' ? ['127.0.0.1', '::1'] : [];
  for (const address of new Set([...others, ...meant])) {
    const written = address.includes(':') ? `[${address}]` : address;
    if (await accepts(address, port))
      return `k6 tries only ${tried} for ${host}, but ${address} accepts connections on port ${port}: make the service listen on ${tried}, too, or write ${written} in the base URL.`;
  }
  return null;
}

function accepts(address: string, port: number): Promise<boolean> {
  return connectTo(address, port).then(
    () => true,
    () => false,
  );
}
