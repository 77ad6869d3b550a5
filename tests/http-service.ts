import { once } from 'node:events';
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service in HTTP that answers as this listener does, on a free port. `connections`: how many were opened so far. */
export async function httpService(
  listener: RequestListener,
  host = '127.0.0.1',
  options: ServerOptions = {},
) {
  const server = createServer(options, listener);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://${host}:${port}`, port, connections: () => connections, stop };
}
