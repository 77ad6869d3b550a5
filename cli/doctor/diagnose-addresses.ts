import { lookup } from 'node:dns/promises';
import { isLoopback } from '../../schemas/base-url.ts';
import { type Diagnosis, doubt, ok, problem } from './diagnosis.ts';
import { codeOf } from './error-code.ts';
import { type Address, measureHandshakes } from './round-trip.ts';

const checkRemedy =
  'Check that the service is running, that the base URL is right, and that DNS, firewall and network allow the connection.';

interface Tried {
  readonly host: string;
  /** Why there is no connection; null: there is. */
  readonly code: string | null;
}

/** Tries each address that k6 may take; gives one that answers, if any does. */
export async function diagnoseAddresses(
  { href, hostname, port, protocol }: URL,
  timeoutMs: number,
): Promise<{ readonly rows: readonly Diagnosis[]; readonly address: Address | null }> {
  const at = Number(port) || (protocol === 'https:' ? 443 : 80);
  const place = `${hostname} port ${at}`;
  const named = hostname.replace(/^\[|\]$/g, '');
  const hosts = await lookup(named, { all: true }).catch((error: unknown) => codeOf(error));
  if (typeof hosts === 'string')
    return { rows: [problem('connection', `${place}: ${hosts}`, checkRemedy)], address: null };
  const tried = await Promise.all(
    usedByK6(hosts).map(async (host): Promise<Tried> => {
      const code = await measureHandshakes({ host, port: at }, timeoutMs, 1).then(() => null, codeOf);
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
