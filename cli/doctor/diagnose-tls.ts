import { isIP } from 'node:net';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import type { Address } from './diagnose-path.ts';
import { codeOf, type Diagnosis, doubt, givenUp, ok, patienceMs, problem } from './diagnosis.ts';

/** The certificates that the service sees, and those that are trusted. */
export interface Trust {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly rejectUnauthorized: boolean;
}

const soonDays = 14;
const msOfDay = 86_400_000;

/** The protocol, the HTTP version and the certificate that the service uses. */
export async function diagnoseTls(
  address: Address,
  hostname: string,
  trust: Trust,
): Promise<{ readonly row: Diagnosis; readonly http: HttpVersion }> {
  try {
    const socket = await secured(address, hostname, trust);
    const seen = seenOn(socket);
    socket.destroy();
    return { row: judgeTls(seen, !trust.rejectUnauthorized, Date.now()), http: seen.http };
  } catch (error) {
    const remedy = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(codeOf(error))
      ? 'The service does not seem to speak TLS there: write http://.'
      : 'Check that the service speaks TLS there, and whether it wants a client certificate (--cert, --key).';
    return { row: problem('TLS', codeOf(error), remedy), http: 'HTTP/1.1' };
  }
}

export type HttpVersion = 'HTTP/1.1' | 'HTTP/2';

interface TlsSeen {
  readonly protocol: string;
  readonly http: HttpVersion;
  readonly subject: string;
  readonly issuer: string;
  readonly validToMs: number;
  /** Why the certificate is not trusted; null: it is trusted. */
  readonly refusal: string | null;
}

export function judgeTls(seen: TlsSeen, insecure: boolean, nowMs: number): Diagnosis {
  const days = Math.floor((seen.validToMs - nowMs) / msOfDay);
  const end = new Date(seen.validToMs).toISOString().slice(0, 10);
  const left = days < 0 ? 'expired' : `${days} day${days === 1 ? '' : 's'} left`;
  const detail = `${seen.protocol}, ${seen.http}; certificate of ${seen.subject} by ${seen.issuer} until ${end} (${left})`;
  if (seen.refusal !== null && !insecure)
    return problem(
      'TLS',
      `${detail}: ${seen.refusal}`,
      'Trust its authority with --cacert FILE, or run with --insecure.',
    );
  if (seen.refusal !== null)
    return doubt('TLS', `${detail}: ${seen.refusal}`, 'It is not verified, because of --insecure.');
  return days < soonDays ? doubt('TLS', detail, 'Renew the certificate.') : ok('TLS', detail);
}

function secured({ host, port }: Address, hostname: string, trust: Trust): Promise<TLSSocket> {
  const servername = isIP(hostname) === 0 ? hostname : '';
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...trust,
      host,
      port,
      servername,
      ALPNProtocols: ['h2', 'http/1.1'],
      rejectUnauthorized: false,
    });
    socket.setTimeout(patienceMs, () => socket.destroy(givenUp('ETIMEDOUT')));
    socket.once('error', reject);
    socket.once('secureConnect', () => resolve(socket));
  });
}

function seenOn(socket: TLSSocket): TlsSeen {
  const { subject, issuer, valid_to: validTo } = socket.getPeerCertificate();
  return {
    protocol: (socket.getProtocol() ?? '').replace('TLSv', 'TLS '),
    http: socket.alpnProtocol === 'h2' ? 'HTTP/2' : 'HTTP/1.1',
    subject: nameOf(subject),
    issuer: nameOf(issuer),
    validToMs: Date.parse(validTo),
    refusal: socket.authorized ? null : String(socket.authorizationError),
  };
}

function nameOf(name: PeerCertificate['subject']): string {
  return [name.CN ?? name.O ?? 'no name'].flat().join(', ');
}
