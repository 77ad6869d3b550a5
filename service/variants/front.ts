import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { closeGently, keepAliveMs, type Listener, portOf } from '../listener.ts';
import { refuseBrokenRequest } from '../refusal.ts';
import { isValid, type ServiceCall } from './call.ts';
import { callReader } from './call-reader.ts';
import { type Delivery, whole } from './delivery.ts';
import { answerTo, isSuccess, refusalAnswer, type ServiceAnswer } from './service-answer.ts';
import type { Effect, Variant } from './variant.ts';

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
  readonly answer: ServiceAnswer;
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

  async function firstAnswer(call: ServiceCall, admits: boolean | undefined): Promise<ServiceAnswer> {
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

/** Tells which variants show on a call. It counts calls, so it is made once for each running service. */
function variantChooser(variants: readonly Variant[]): (call: ServiceCall) => readonly Variant[] {
  const concerned = new Map<Variant, number>();
  return (call) =>
    variants.filter((variant) => {
      if (!concerns(variant, call)) return false;
      const count = (concerned.get(variant) ?? 0) + 1;
      concerned.set(variant, count);
      return variant.trigger?.fires(call, count) ?? true;
    });
}

function concerns({ on, calls = 'valid' }: Variant, call: ServiceCall): boolean {
  if (on !== undefined && (call.endpoint === undefined || !on.includes(call.endpoint))) return false;
  if (calls === 'any') return true;
  if (calls === 'valid') return isValid(call);
  if (calls === 'refused') return call.endpoint !== undefined && !isValid(call);
  return calls.includes(call.credential);
}

/** Of several variants with the same effect, the last one named wins. */
function lastEffect<K extends keyof Effect>(variants: readonly Variant[], key: K): Effect[K] | undefined {
  return variants.findLast(({ effect }) => effect[key] !== undefined)?.effect[key];
}

/** A variant of valid calls leaves answers alone that are refusals for another reason, a wrong body for one. */
function changed(answer: ServiceAnswer, variants: readonly Variant[], call: ServiceCall): ServiceAnswer {
  return variants.reduce((before, { calls = 'valid', effect }) => {
    const isMeant = calls !== 'valid' || isSuccess(before);
    return isMeant && effect.change ? effect.change(before, call) : before;
  }, answer);
}
