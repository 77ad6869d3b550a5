import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createSecureContext, createServer } from 'node:tls';
import { ownCertificate } from './own-certificate.ts';

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
  const { files, pair } = ownCertificate();
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
    ...files,
    close: () => server.close(),
  };
}
