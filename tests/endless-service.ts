import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createGzip } from 'node:zlib';
import { conformantService, endpointAt, type ServiceEndpoint } from '../service/conformant-service.ts';

/** Sends what it wants instead of the answer due, which `answer` sends; `due` is what that holds. */
export type Answering = (socket: Socket, answer: () => void, due: DueAnswer) => void;

interface DueAnswer {
  readonly status: number;
  readonly text: string;
}

/** What a service may send instead of an answer with an end; each stops when its connection closes. */
const endings = {
  'no answer': () => {},
  'a byte of the head each second': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    drip(socket, 'a', 1000);
  },
  'a byte of the body each second': (socket) => {
    socket.write(head());
    drip(socket, ' ', 1000);
  },
  'a body without an end': (socket) => {
    socket.write(head());
    flood(socket, socket, spaces);
  },
  'a head without an end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    flood(socket, socket, Buffer.from(`x-more: ${'a'.repeat(900)}\r\n`.repeat(100)));
  },
  'interim answers without an end': (socket) => {
    flood(socket, socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1000)));
  },
  'a small body that unpacks without an end': (socket) => {
    const packed = createGzip();
    socket.write(head('Content-Encoding: gzip\r\n'));
    packed.pipe(socket);
    flood(packed, socket, spaces);
    socket.once('close', () => packed.destroy());
  },
  'thousands of headers': (socket) => {
    socket.end(`HTTP/1.1 200 OK\r\n${`x-${'n'.repeat(60)}: ${'v'.repeat(900)}\r\n`.repeat(9000)}\r\n{}`);
  },
  'a large body': (socket) => {
    socket.write(head());
    for (let part = 0; part < 64; part += 1) socket.write(spaces);
    socket.end();
  },
  'a list of 160,000 objects': (socket) => {
    const list = Array.from({ length: 160_000 }, (_, id) => ({ id, name: 'abcdef' }));
    socket.end(`${head()}${JSON.stringify({ result: 'b-1', list })}`);
  },
  'the answer after 9.9 s': (socket, answer) => {
    const timer = setTimeout(answer, 9900);
    socket.once('close', () => clearTimeout(timer));
  },
  'the answer after 3 s': (socket, answer) => {
    const timer = setTimeout(answer, 3000);
    socket.once('close', () => clearTimeout(timer));
  },
  'a redirect to itself': (socket) => {
    socket.end('HTTP/1.1 307 Temporary Redirect\r\nLocation: \r\nContent-Length: 0\r\n\r\n');
  },
} as const satisfies Record<string, Answering>;

export type Ending = keyof typeof endings;

export interface CallSeen {
  /** null: it has none at this path. */
  readonly endpoint: ServiceEndpoint | null;
  readonly hasToken: boolean;
  /** Its number among all calls, from 1. */
  readonly number: number;
}

const spaces = Buffer.alloc(1 << 20, ' ');

function head(further = ''): string {
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${further}Connection: close\r\n\r\n`;
}

function drip(socket: Socket, byte: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(byte), everyMs);
  socket.once('close', () => clearInterval(timer));
}

/** Writes as fast as it is read. */
function flood(into: NodeJS.WritableStream, socket: Socket, part: Buffer): void {
  const fill = () => {
    while (!socket.destroyed && into.write(part));
  };
  into.on('drain', fill);
  fill();
}

/** Keeps the document, except that `choose` has another ending for a call. */
export async function endlessService(token: string, choose: (call: CallSeen) => Ending | Answering | null) {
  const answerTo = conformantService(token);
  let number = 0;
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await bodyOf(request);
    if (body === null) return;
    const hasToken = headers.authorization === `Bearer ${token}`;
    number += 1;
    const ending = choose({ endpoint: endpointAt(url) ?? null, hasToken, number });
    const due = answerTo({ method, url, headers, body });
    const [status, text] = [due.status, String(due.body)];
    const answer = () => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
    };
    const { socket } = response;
    if (socket === null) return;
    if (ending === null) answer();
    else (typeof ending === 'string' ? endings[ending] : ending)(socket, answer, { status, text });
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => socket.on('error', () => socket.destroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** null: k6 was ended in the middle of the request. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  try {
    return Buffer.concat(await request.toArray());
  } catch {
    return null;
  }
}
