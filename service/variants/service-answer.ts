import type { FastifyInstance } from 'fastify';
import { errorBody, tokenRefusal } from '../refusal.ts';
import type { ServiceCall } from './call.ts';

/** An answer as a value. Length and connection headers are the delivery's business. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export function isSuccess({ status }: ServiceAnswer): boolean {
  return status >= 200 && status < 300;
}

/** What the conformant service says to the call, whatever token the call brought. */
export async function answerTo(
  call: ServiceCall,
  app: FastifyInstance,
  authorization?: string,
): Promise<ServiceAnswer> {
  const { authorization: _, ...headers } = call.headers;
  const response = await app.inject({
    method: call.method,
    url: call.url,
    headers: authorization === undefined ? headers : { ...headers, authorization },
    ...(call.body.length > 0 && { payload: call.body }),
  });
  return {
    status: response.statusCode,
    headers: withoutDelivery(response.headers),
    body: response.rawPayload,
  };
}

export function refusalAnswer(): ServiceAnswer {
  const refusal = tokenRefusal();
  return {
    status: refusal.status,
    headers: { ...refusal.headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(errorBody(refusal)),
  };
}

const deliveryHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

function withoutDelivery(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !deliveryHeaders.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
