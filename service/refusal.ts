import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** An error whose message the client may read. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** What the body of every answer outside 2xx says. */
export function errorBody({ code, message }: Pick<Refusal, 'code' | 'message'>) {
  return { error: { code, message } };
}

export function tokenRefusal(): Refusal {
  return new Refusal(401, 'unauthorised', 'Send the header Authorization: Bearer <ACCESS_TOKEN>.', {
    'www-authenticate': 'Bearer realm="api"',
  });
}

const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what the HTTP parser could not read, in the shape of every other error. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = statusOf[error.code ?? ''] ?? 400;
  const body = JSON.stringify(
    errorBody({ code: 'bad-http', message: 'The request is not readable as HTTP.' }),
  );
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
