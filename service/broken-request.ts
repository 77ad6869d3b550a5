import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody } from './refusal.ts';

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
