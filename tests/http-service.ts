import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service in HTTP that answers as this listener does, on a free port. */
export async function httpService(listener: RequestListener, host = '127.0.0.1') {
  const server = createServer(listener);
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://${host}:${port}`, port, stop };
}
