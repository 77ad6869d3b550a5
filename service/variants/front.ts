import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { closeGently, keepAliveMs, type Listener, portOf } from '../listener.ts';
import { refuseBrokenRequest } from '../refusal.ts';
import { type Answer, answerTo, refusalAnswer } from './answer.ts';
import type { Call } from './call.ts';
import { callReader } from './call-reader.ts';
import { type Delivery, whole } from './delivery.ts';
import { changed, lastEffect, variantChooser } from './effects.ts';
import type { Variant } from './variant.ts';

/** Stands before the conformant service, asks it, and changes what it says as the variants demand. */
export function frontOf(app: FastifyInstance, variants: readonly Variant[], token: string): Listener {
  const prepare = answerMaker(app, variants, token);
  let inFlight = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
    });
    const { answer, deliver } = await prepare(request, inFlight);
    if (!server.listening) response.shouldKeepAlive = false;
    await deliver(answer, response);
  }

  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  }).on('clientError', refuseBrokenRequest);

  return {
    async listen(port, host) {
      await app.ready();
      await once(server.listen(port, host), 'listening');
      return portOf(server);
    },
    async stop() {
      await closeGently(server);
      await app.close();
    },
  };
}

interface Prepared {
  readonly answer: Answer;
  readonly deliver: Delivery;
}

function answerMaker(
  app: FastifyInstance,
  variants: readonly Variant[],
  token: string,
): (request: IncomingMessage, inFlight: number) => Promise<Prepared> {
  const readCall = callReader(token);
  const variantsOn = variantChooser(variants);
  const holdMs = Math.max(0, ...variants.map(({ trigger }) => trigger?.holdMs ?? 0));

  async function firstAnswer(call: Call, admits: boolean | undefined): Promise<Answer> {
    if (admits === false) return refusalAnswer();
    return answerTo(call, app, admits ? `Bearer ${token}` : call.headers.authorization);
  }

  return async (request, inFlight) => {
    const call = await readCall(request, inFlight);
    const shown = variantsOn(call);
    const delayMs = holdMs + sum(shown.map(({ effect }) => effect.delayMs?.(call) ?? 0));
    if (delayMs > 0) await wait(delayMs);
    const answer = changed(await firstAnswer(call, lastEffect(shown, 'admits')), shown, call);
    return { answer, deliver: lastEffect(shown, 'deliver') ?? whole };
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
