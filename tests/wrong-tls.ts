import { once } from 'node:events';
import { createServer as createPlain, type Server } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import type { TransportOptions } from '../cli/transport.ts';
import { ownCertificate } from './own-certificate.ts';

/** The certificate of a service that only `--cacert` makes trusted. */
export const own = ownCertificate();
const signed = ownCertificate({ signedBy: own.files });
const other = ownCertificate({ name: 'other.test' });
export const expired = ownCertificate({ holds: ['20200101000000Z', '20200201000000Z'] });
const future = ownCertificate({ holds: ['20400101000000Z', '20410101000000Z'] });

const servers: { close(): unknown }[] = [];

export function closeTlsServers(): void {
  for (const server of servers.splice(0)) server.close();
}

export async function listening(server: Pick<Server, 'listen' | 'address' | 'close'>): Promise<number> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1') as Server, 'listening');
  return (server.address() as AddressInfo).port;
}

export const overTls = (options: ServerOptions) =>
  listening(createServer(options, (_, response) => void response.end('{}')));
const plain = () => listening(createPlain((_, response) => void response.end('{}')));
/** Says this to whatever it is sent. */
const saying = (bytes: string) =>
  listening(
    createTcp((socket) =>
      socket.on('error', () => {}).once('data', () => socket.end(bytes, 'latin1')),
    ) as never,
  );

export const trusted = { cacert: own.files.cert };
export const wanting = { ...own.pair, requestCert: true, rejectUnauthorized: true, ca: own.pair.cert };
/** The broken certificates are their own authorities. */
const trusting = ({ files }: typeof own) => ({ cacert: files.cert });

/** A service whose TLS is wrong, and what is to be said of it. */
interface WrongTls {
  readonly what: string;
  readonly port: () => Promise<number>;
  readonly options?: TransportOptions;
  readonly scheme?: string;
  readonly words: RegExp;
  readonly remedy: string;
}

const oldOnly = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

export const wrongTls: readonly WrongTls[] = [
  {
    what: 'an expired certificate',
    port: () => overTls(expired.pair),
    options: trusting(expired),
    words: /over TLS: x509: certificate has expired .* is after 2020-02-01/,
    remedy: 'Renew or correct the certificate',
  },
  {
    what: 'a certificate of the future',
    port: () => overTls(future.pair),
    options: trusting(future),
    words: /over TLS: x509: certificate .* not yet valid: .* is before 2040-01-01/,
    remedy: 'check the clock of this machine',
  },
  {
    what: 'a private authority',
    port: () => overTls(signed.pair),
    words: /over TLS: x509: unknown authority/,
    remedy: '--cacert',
  },
  {
    what: 'a certificate for another host',
    port: () => overTls(other.pair),
    options: trusting(other),
    words: /over TLS: x509: certificate doesn't match hostname/,
    remedy: 'Use a host name for which the certificate',
  },
  {
    what: 'TLS 1.1 alone',
    port: () => overTls({ ...own.pair, ...oldOnly }),
    options: trusted,
    words: /over TLS: remote error: tls: protocol version not supported/,
    remedy: 'TLS 1.2 or 1.3',
  },
  {
    what: 'a client certificate',
    port: () => overTls(wanting),
    options: trusted,
    words: /over TLS: remote error: tls: certificate required/,
    remedy: '--cert and --key',
  },
  {
    what: 'a client certificate by TLS 1.2, which does not say so',
    port: () => overTls({ ...wanting, maxVersion: 'TLSv1.2' }),
    options: trusted,
    words: /over TLS: remote error: tls: handshake failure/,
    remedy: '--cert and --key',
  },
  {
    what: 'no handshake at all',
    port: () => saying(''),
    words: /over TLS: tls: the handshake was broken off \(EOF\)/,
    remedy: 'for this host name',
  },
  {
    what: 'plain HTTP where TLS is expected',
    port: plain,
    words: /over TLS: tls: first record does not look like a TLS handshake/,
    remedy: 'write http://',
  },
  {
    what: 'TLS where plain HTTP is expected, with an alert',
    port: () => saying('\x15\x03\x01\x00\x02\x02\x16'),
    scheme: 'http',
    words: /not HTTP .*malformed HTTP response "\\x15\\x03/,
    remedy: 'write https://',
  },
  {
    what: 'TLS where plain HTTP is expected, without a word',
    port: () => overTls(own.pair),
    scheme: 'http',
    words: /could be read: reset \(EOF\)/,
    remedy: 'whether HTTP or HTTPS is spoken there',
  },
];
