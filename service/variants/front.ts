import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceRequest } from '../conformant-service.ts';
import { endpointAt, isSuccess, type ServiceAnswer, tokenRefusal } from '../service-answer.ts';
import { callReader, isValid, type ServiceCall } from './call.ts';
import { whole } from './delivery.ts';
import type { Effect, Variant } from './variant.ts';

type Service = (request: ServiceRequest) => ServiceAnswer;

/** `keepAliveTimeout` is longer than any test client waits between two calls. */
const timeouts = { keepAliveTimeout: 72_000, requestTimeout: 30_000 };

/** Puts the service on the wire, and changes its answers as the variants demand. */
export function frontOf(service: Service, variants: readonly Variant[], token: string): Server {
  const prepare = answerMaker(service, variants, token);
  let inFlight = 0;
  let backups = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isBackup = endpointAt(request.url ?? '') === 'backup' ? 1 : 0;
    inFlight += 1;
    backups += isBackup;
    response.once('close', () => {
      inFlight -= 1;
      backups -= isBackup;
    });
    const { answer, deliver } = await prepare(request, inFlight, backups > isBackup);
    if (!server.listening) response.shouldKeepAlive = false;
    await deliver(answer, response);
  }

  const server = createServer(timeouts, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  return server;
}

/** Returns a function that makes the answer to a request and says how to deliver it. */
function answerMaker(service: Service, variants: readonly Variant[], token: string) {
  const readCall = callReader(token);
  const variantsOn = variantChooser(variants);
  const holdMs = Math.max(0, ...variants.map(({ trigger }) => trigger?.holdMs ?? 0));

  function firstAnswer(call: ServiceCall, admits: boolean | undefined, url = call.url): ServiceAnswer {
    if (admits === undefined) return service(call);
    if (!admits) return tokenRefusal();
    return service({ ...call, url, headers: { ...call.headers, authorization: `Bearer ${token}` } });
  }

  return async (request: IncomingMessage, inFlight: number, isDuringBackup: boolean) => {
    const call = { ...(await readCall(request, inFlight)), isDuringBackup };
    const concerning = variantsOn(call);
    const delayMs = concerning.reduce((sum, { effect }) => sum + (effect.delayMs?.(call) ?? 0), holdMs);
    if (delayMs > 0) await wait(delayMs);
    const first = firstAnswer(call, lastEffect(concerning, 'admits'), lastEffect(concerning, 'at'));
    // If one variant admits a call, no other refuses it.
    const shown = concerning.filter(({ calls }) => calls !== 'refused' || !isSuccess(first));
    return { answer: changed(first, shown, call), deliver: lastEffect(shown, 'deliver') ?? whole };
  };
}

/** Returns a function that tells which variants show on a call. It counts calls, so each running service needs its own. */
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

/** A variant of valid calls does not change refusals with another reason, such as a wrong body. */
function changed(answer: ServiceAnswer, variants: readonly Variant[], call: ServiceCall): ServiceAnswer {
  return variants.reduce((before, { calls = 'valid', effect }) => {
    const isMeant = calls !== 'valid' || isSuccess(before);
    return isMeant && effect.change ? effect.change(before, call) : before;
  }, answer);
}
