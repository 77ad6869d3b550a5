import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, createServer } from 'node:tls';

export interface TlsFront {
  readonly url: string;
  /** Its certificate, of which it is the authority itself, and the key. */
  readonly cert: string;
  readonly key: string;
  close(): void;
}

/**
 * Ends TLS before a service on this port, with a certificate of its own making and handshakes that take so long. It can
 * ask for its own certificate in return.
 */
export async function tlsFront(
  port: number,
  handshakeMs: number,
  wantsCertificate = false,
): Promise<TlsFront> {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...files, ...names], { stdio: 'ignore' });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  const context = createSecureContext({ ...pair, ca: pair.cert });
  const asking = wantsCertificate ? { requestCert: true, rejectUnauthorized: true, ca: pair.cert } : {};
  const server = createServer(
    { ...pair, ...asking, SNICallback: (_, answer) => setTimeout(() => answer(null, context), handshakeMs) },
    (socket) => {
      const service = connect(port, '127.0.0.1');
      socket.pipe(service).pipe(socket);
      socket.on('error', () => service.destroy());
      service.on('error', () => socket.destroy());
    },
  );
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    cert,
    key,
    close: () => server.close(),
  };
}
