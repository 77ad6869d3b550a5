import { type ServerResponse, STATUS_CODES } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceAnswer } from '../service-answer.ts';

/** Puts an answer on the wire. */
export type Delivery = (answer: ServiceAnswer, response: ServerResponse) => void | Promise<void>;

export const whole: Delivery = (answer, response) => {
  response.writeHead(answer.status, headersOf(answer));
  response.end(hasNoBody(answer) ? undefined : answer.body);
};

export const closing: Delivery = (answer, response) => {
  response.shouldKeepAlive = false;
  return whole(answer, response);
};

/** Closes the connection after the answer without announcing it. */
export const closingUnannounced: Delivery = (answer, response) => {
  const { socket } = response;
  response.writeHead(answer.status, { ...headersOf(answer), connection: 'keep-alive' });
  response.end(hasNoBody(answer) ? undefined : answer.body, () => socket?.end());
};

export const byteByByte: Delivery = async ({ status, headers, body }, response) => {
  response.writeHead(status, headers);
  for (const byte of Buffer.from(body)) response.write(Buffer.of(byte));
  response.end();
};

export function bodyLate(delayMs: number): Delivery {
  return async (answer, response) => {
    response.writeHead(answer.status, headersOf(answer));
    response.flushHeaders();
    await wait(delayMs);
    response.end(answer.body);
  };
}

/** HTTP/1.0: no length, and the end of the connection ends the body. */
export const http10: Delivery = (answer, response) => raw('HTTP/1.0', answer, response);

/** HTTP/1.1 without length or chunks. */
export const untilClose: Delivery = (answer, response) => raw('HTTP/1.1', answer, response);

export const earlyHints: Delivery = async (answer, response) => {
  response.writeEarlyHints({ link: '</style.css>; rel=preload' });
  await whole(answer, response);
};

export const reset: Delivery = (_answer, response) => {
  response.socket?.resetAndDestroy();
};

export const closed: Delivery = (_answer, response) => {
  response.socket?.destroy();
};

/** Sends nothing and keeps the connection open. */
export const hanging: Delivery = () => {};

export const notHttp: Delivery = (_answer, response) => {
  response.socket?.end('220 mail.example.org ESMTP ready\r\n');
};

export const cutOff: Delivery = (answer, response) => {
  response.writeHead(answer.status, headersOf(answer));
  response.write(Buffer.from(answer.body).subarray(0, 10), () => response.socket?.destroySoon());
};

function raw(version: string, answer: ServiceAnswer, response: ServerResponse): void {
  const { status, headers, body } = answer;
  const head = [
    `${version} ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  response.socket?.write(`${head.join('\r\n')}\r\n\r\n`);
  response.socket?.end(hasNoBody(answer) ? '' : body);
}

function headersOf(answer: ServiceAnswer): Record<string, string | number> {
  if (hasNoBody(answer)) return { ...answer.headers };
  return { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) };
}

function hasNoBody({ status }: ServiceAnswer): boolean {
  return status === 204 || status === 304;
}
