import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { routes, type ServiceAnswer, type ServiceRequest, tokenRefusal } from '../conformant-service.ts';
import { callReader, isValid, type ServiceCall } from './call.ts';
import { whole } from './delivery.ts';
import { changedBy, type Variant } from './variant.ts';

/** `keepAliveTimeout` is longer than any test client waits between two calls. */
const timeouts = { keepAliveTimeout: 72_000, requestTimeout: 30_000 };

/** Puts the service on the wire, and changes its answers as the variants demand. */
export function frontOf(
  service: (request: ServiceRequest) => ServiceAnswer,
  variants: readonly Variant[],
  token: string,
): Server {
  const readCall = callReader(token);
  /** For each variant, the number of calls that have concerned it. */
  const concerned = new Map<Variant, number>();
  const holdMs = Math.max(0, ...variants.map(({ trigger }) => trigger?.holdMs ?? 0));

  function shows(variant: Variant, call: ServiceCall): boolean {
    if (!concerns(variant, call)) return false;
    const count = (concerned.get(variant) ?? 0) + 1;
    concerned.set(variant, count);
    return variant.trigger?.fires(call, count) ?? true;
  }

  function firstAnswer(call: ServiceCall, { admits }: Partial<Variant>): ServiceAnswer {
    if (admits === undefined) return service(call);
    if (!admits) return tokenRefusal();
    const url = call.endpoint === undefined ? routes.encrypt.path : call.url;
    return service({ ...call, url, headers: { ...call.headers, authorization: `Bearer ${token}` } });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request, response);
    const concerning = variants.filter((variant) => shows(variant, call));
    const delayMs = concerning.reduce((sum, variant) => sum + (variant.delayMs?.(call) ?? 0), holdMs);
    if (delayMs > 0) await wait(delayMs);
    // Of several variants with the same effect, the last one named wins.
    const first = firstAnswer(call, Object.assign({}, ...concerning));
    // If one variant admits a call, no other refuses it.
    const shown = concerning.filter(({ calls }) => calls !== 'refused' || !isSuccess(first));
    if (!server.listening) response.shouldKeepAlive = false;
    const { deliver = whole }: Partial<Variant> = Object.assign({}, ...shown);
    const answer = shown.reduce((before, variant) => {
      // A variant of valid calls does not change refusals with another reason, such as a wrong body.
      const isMeant = (variant.calls ?? 'valid') !== 'valid' || isSuccess(before);
      return isMeant ? changedBy(variant, before, call) : before;
    }, first);
    await deliver(answer, response);
  }

  const server = createServer(timeouts, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  return server;
}

function concerns({ on, calls = 'valid' }: Variant, call: ServiceCall): boolean {
  if (on !== undefined && (call.endpoint === undefined || !on.includes(call.endpoint))) return false;
  if (calls === 'any') return true;
  if (calls === 'valid') return isValid(call);
  if (calls === 'refused') return call.endpoint !== undefined && !isValid(call);
  return calls.includes(call.credential);
}

function isSuccess({ status }: ServiceAnswer): boolean {
  return status >= 200 && status < 300;
}
