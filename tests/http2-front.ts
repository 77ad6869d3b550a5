import { once } from 'node:events';
import { request } from 'node:http';
import { createSecureServer, type Http2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { ownCertificate } from './own-certificate.ts';

export interface Http2Front {
  readonly url: string;
  /** Connections so far. */
  connections(): number;
  stop(): void;
}

/** Speaks HTTP/2 before a service on this port. */
export async function http2Front(port: number): Promise<Http2Front> {
  const sessions: Http2Session[] = [];
  const server = createSecureServer(ownCertificate().pair, (asked, response) => {
    const kept = Object.entries(asked.headers).filter(([name]) => !name.startsWith(':'));
    const onward = request(
      { port, method: asked.method, path: asked.url, headers: Object.fromEntries(kept) },
      (answer) => {
        const { connection, 'keep-alive': _, 'transfer-encoding': __, ...headers } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.stream.destroy());
    asked.pipe(onward);
  });
  server.on('session', (session) => sessions.push(session));
  await once(server.listen(0, 'localhost'), 'listening');
  const stop = () => {
    server.close();
    for (const session of sessions) session.destroy();
  };
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    connections: () => sessions.length,
    stop,
  };
}
