import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedPages {
  readonly urlOf: (path: string) => string;
  /** Every path that was asked for, in order. */
  readonly asked: string[];
  readonly close: () => Promise<void>;
}

/** Serves a page under its path, and remembers everything that a browser asks for. */
export async function servePages(pageOf: (path: string) => string): Promise<ServedPages> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pageOf(path));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (path) => `http://127.0.0.1:${port}/${path}`,
    asked,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
