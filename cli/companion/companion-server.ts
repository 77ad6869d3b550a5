import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { answerControl } from './control-endpoint.ts';
import { companionRoutes, type Progress } from './routes.ts';

export interface RunningServer {
  /** With a path that nobody else can guess, without a slash at the end. */
  readonly url: string;
  /** Names the process of k6. */
  watch(pid: number): void;
}

/** The control endpoint, the evidence of the virtual users and the machine, on a free loopback port. */
export async function startServer(tell: (progress: Progress) => void): Promise<RunningServer> {
  const base = `/${randomBytes(16).toString('hex')}`;
  const { answer, count, watch } = companionRoutes(base, tell);
  const http = createHttpServer({ keepAliveTimeout: 0 }, answer);
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    const handOver = (chunk: Buffer) => {
      socket.pause();
      socket.unshift(chunk);
      http.emit('connection', socket);
      socket.resume();
    };
    answerControl(socket, `${base}/delay`, handOver, count);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The companion listens on no port.');
  return { url: `http://127.0.0.1:${address.port}${base}`, watch };
}
