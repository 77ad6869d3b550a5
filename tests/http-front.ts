import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpFront {
  readonly url: string;
  /** Requests so far: as a proxy it is asked for whole URLs. */
  readonly seen: readonly { readonly url: string; readonly headers: IncomingHttpHeaders }[];
  /** Connections so far. */
  connections(): number;
  stop(): void;
}

/**
 * Stands before a service on this port, as a gateway or as a proxy, takes a prefix off and keeps what it was asked.
 * Calls beyond `most` get no answer.
 */
export async function httpFront(port: number, prefix = '', most = Infinity): Promise<HttpFront> {
  const seen: { url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((asked, response) => {
    const { method, url = '', headers } = asked;
    seen.push({ url, headers });
    if (seen.length > most) return void response.destroy();
    const path = new URL(url, 'http://front').pathname.replace(prefix, '');
    const onward = request({ port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    asked.pipe(onward);
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const { port: own } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${own}`, seen, connections: () => connections, stop };
}
