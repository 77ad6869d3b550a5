import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { answerControl, companionRoutes } from './routes.ts';

/** Nobody else can guess it. */
const base = `/${randomBytes(16).toString('hex')}`;
const { answer, count, watch } = companionRoutes(base, (progress) => process.send?.(progress));
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

/** A terminal sends an interrupt to every process, but k6 still needs answers. */
process.on('SIGINT', () => {});
process.once('disconnect', () => process.exit());
process.on('message', (pid) => watch(pid as number));

await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo;
process.send?.(`http://127.0.0.1:${port}${base}`);
