import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { answerControl } from './control-endpoint.ts';
import { companionRoutes, type Progress } from './routes.ts';

export interface RunningServer {
  /** With a path that nobody else can guess, without a slash at the end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The control endpoint, the evidence of the virtual users and the machine, on a free loopback port. */
export async function startServer(tell: (progress: Progress) => void = () => {}): Promise<RunningServer> {
  const base = `/${randomBytes(16).toString('hex')}`;
  const routes = companionRoutes(base, tell);
  const http = createHttpServer({ keepAliveTimeout: 0 }, routes.answer);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const handOver = (chunk: Buffer) => {
      socket.pause();
      socket.unshift(chunk);
      http.emit('connection', socket);
      socket.resume();
    };
    answerControl(socket, `${base}/delay`, handOver, routes.count);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The companion listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}${base}`,
    async stop() {
      routes.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
