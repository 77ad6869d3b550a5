import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What answers on a port: the app itself, or a front that changes what the app says. */
export interface Listener {
  /** Resolves to the port. */
  listen(port: number, host: string): Promise<number>;
  stop(): Promise<void>;
}

export function listenerOf(app: FastifyInstance): Listener {
  return {
    async listen(port, host) {
      await app.listen({ port, host });
      return portOf(app.server);
    },
    stop: () => endingWithin(graceMs, app.server, () => app.close()),
  };
}

/** Longer than any client of a test rests between two calls. */
export const keepAliveMs = 72_000;

const graceMs = 5000;

export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}

/** Idle connections end at once, others when their call is answered, and all of them after some seconds. */
export async function closeGently(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  await endingWithin(graceMs, server, () => closed);
}

async function endingWithin(ms: number, server: Server, close: () => Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), ms);
  await close();
  clearTimeout(timer);
}
