import { type ServerResponse, STATUS_CODES } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceAnswer } from '../service-answer.ts';

/** Puts an answer on the wire. */
export type Delivery = (answer: ServiceAnswer, response: ServerResponse) => unknown;

export const whole: Delivery = (answer, response) => {
  response.writeHead(answer.status, headersOf(answer));
  response.end(hasNoBody(answer.status) ? undefined : answer.body);
};

export const closing = delivered((answer, response) => {
  response.shouldKeepAlive = false;
  return whole(answer, response);
});

/** Closes the connection after the answer without announcing it. */
export const closingUnannounced = delivered((answer, response) => {
  const { socket } = response;
  response.writeHead(answer.status, { ...headersOf(answer), connection: 'keep-alive' });
  response.end(hasNoBody(answer.status) ? undefined : answer.body, () => socket?.end());
});

export const byteByByte = delivered(({ status, headers, body }, response) => {
  response.writeHead(status, headers);
  for (const byte of Buffer.from(body)) response.write(Buffer.of(byte));
  response.end();
});

export function bodyLate(delayMs: number) {
  return delivered(async (answer, response) => {
    response.writeHead(answer.status, headersOf(answer));
    response.flushHeaders();
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
  return whole(answer, response);
});

export const cutOff = delivered((answer, response) => {
  response.writeHead(answer.status, headersOf(answer));
  response.write(Buffer.from(answer.body).subarray(0, 10), () => response.socket?.destroySoon());
});

export const reset = delivered((_, { socket }) => socket?.resetAndDestroy());
export const closed = delivered((_, { socket }) => socket?.destroy());
export const notHttp = delivered((_, { socket }) => socket?.end('220 mail.example.org ESMTP ready\r\n'));
/** Sends nothing and keeps the connection open. */
export const hanging = delivered(() => {});

function delivered(deliver: Delivery): { readonly deliver: Delivery } {
  return { deliver };
}

function headersOf({ status, headers, body }: ServiceAnswer): Record<string, string | number> {
  return hasNoBody(status) ? headers : { ...headers, 'content-length': Buffer.byteLength(body) };
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}
