import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceRequest } from '../conformant-service.ts';
import { isSuccess, type ServiceAnswer, tokenRefusal } from '../service-answer.ts';
import { callReader, isValid, type ServiceCall } from './call.ts';
import { whole } from './delivery.ts';
import { changedBy, type Variant } from './variant.ts';

type Service = (request: ServiceRequest) => ServiceAnswer;

/** `keepAliveTimeout` is longer than any test client waits between two calls. */
const timeouts = { keepAliveTimeout: 72_000, requestTimeout: 30_000 };

/** Puts the service on the wire, and changes its answers as the variants demand. */
export function frontOf(service: Service, variants: readonly Variant[], token: string): Server {
  const readCall = callReader(token);
  /** For each variant, the number of calls that have concerned it. */
  const concerned = new Map<Variant, number>();
  const holdMs = Math.max(0, ...variants.map(({ trigger }) => trigger?.holdMs ?? 0));

  function firstAnswer(call: ServiceCall, admits: boolean | undefined, url = call.url): ServiceAnswer {
    if (admits === undefined) return service(call);
    if (!admits) return tokenRefusal();
    return service({ ...call, url, headers: { ...call.headers, authorization: `Bearer ${token}` } });
  }

  function shows(variant: Variant, call: ServiceCall): boolean {
    if (!concerns(variant, call)) return false;
    const count = (concerned.get(variant) ?? 0) + 1;
    concerned.set(variant, count);
    return variant.trigger?.fires(call, count) ?? true;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request, response);
    const concerning = variants.filter((variant) => shows(variant, call));
    const delayMs = concerning.reduce((sum, variant) => sum + delayOf(variant, call), holdMs);
    if (delayMs > 0) await wait(delayMs);
    // Of several variants with the same effect, the last one named wins.
    const { admits, at }: Partial<Variant> = Object.assign({}, ...concerning);
    const first = firstAnswer(call, admits, at);
    // If one variant admits a call, no other refuses it.
    const shown = concerning.filter(({ calls }) => calls !== 'refused' || !isSuccess(first));
    if (!server.listening) response.shouldKeepAlive = false;
    const { deliver = whole }: Partial<Variant> = Object.assign({}, ...shown);
    await deliver(changed(first, shown, call), response);
  }

  const server = createServer(timeouts, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  return server;
}

function delayOf({ delayMs = 0 }: Variant, call: ServiceCall): number {
  return typeof delayMs === 'number' ? delayMs : delayMs(call);
}

function concerns({ on, calls = 'valid' }: Variant, call: ServiceCall): boolean {
  if (on !== undefined && (call.endpoint === undefined || !on.includes(call.endpoint))) return false;
  if (calls === 'any') return true;
  if (calls === 'valid') return isValid(call);
  if (calls === 'refused') return call.endpoint !== undefined && !isValid(call);
  return calls.includes(call.credential);
}

/** A variant of valid calls does not change refusals with another reason, such as a wrong body. */
function changed(answer: ServiceAnswer, variants: readonly Variant[], call: ServiceCall): ServiceAnswer {
  return variants.reduce((before, variant) => {
    const { calls = 'valid' } = variant;
    return calls !== 'valid' || isSuccess(before) ? changedBy(variant, before, call) : before;
  }, answer);
}
