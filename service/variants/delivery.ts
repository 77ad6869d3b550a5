import { type ServerResponse, STATUS_CODES } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceAnswer } from '../conformant-service.ts';

/** Puts an answer on the wire. Node leaves out a body that HTTP does not allow. */
export type Delivery = (answer: ServiceAnswer, response: ServerResponse) => unknown;

export const whole: Delivery = (answer, response) => headed(answer, response).end(answer.body);

export const closing = delivered((answer, response) => {
  response.shouldKeepAlive = false;
  whole(answer, response);
});

export const closingUnannounced = delivered((answer, response) => {
  const { socket } = response;
  headed(answer, response, { connection: 'keep-alive' }).end(answer.body, () => socket?.end());
});

export const byteByByte = delivered(({ status, headers, body }, response) => {
  response.writeHead(status, headers);
  for (const byte of Buffer.from(body)) response.write(Buffer.of(byte));
  response.end();
});

export function bodyLate(delayMs: number) {
  return delivered(async (answer, response) => {
    headed(answer, response).flushHeaders();
    await wait(delayMs);
    response.end(answer.body);
  });
}

/** Sends no length and no chunks: the end of the connection ends the body. */
export function untilClose(version: '1.0' | '1.1') {
  return delivered(({ status, headers, body }, { socket }) => {
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const statusLine = `HTTP/${version} ${status} ${STATUS_CODES[status] ?? ''}`;
    socket?.write(`${statusLine}\r\n${fields.join('')}connection: close\r\n\r\n`);
    socket?.end(hasNoBody(status) ? '' : body);
  });
}

export const earlyHints = delivered((answer, response) => {
  response.writeEarlyHints({ link: '</style.css>; rel=preload' });
  whole(answer, response);
});

export const cutOff = delivered((answer, response) => {
  const beginning = Buffer.from(answer.body).subarray(0, 10);
  headed(answer, response).write(beginning, () => response.socket?.destroySoon());
});

export const reset = delivered((_, { socket }) => socket?.resetAndDestroy());
export const closed = delivered((_, { socket }) => socket?.destroy());
export const notHttp = delivered((_, { socket }) => socket?.end('220 mail.example.org ESMTP ready\r\n'));
/** Sends nothing and keeps the connection open. */
export const hanging = delivered(() => {});

function delivered(deliver: Delivery): { readonly deliver: Delivery } {
  return { deliver };
}

/** The response with its head, which is sent with the body. */
function headed({ status, headers, body }: ServiceAnswer, response: ServerResponse, more: object = {}) {
  const length = hasNoBody(status) ? {} : { 'content-length': Buffer.byteLength(body) };
  return response.writeHead(status, { ...headers, ...length, ...more });
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}
