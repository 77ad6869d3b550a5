import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  conformantService,
  makeToken,
  routes,
  type ServiceAnswer,
  type ServiceRequest,
  tokenRefusal,
} from './conformant-service.ts';
import { callReader, type ServiceCall } from './variants/call.ts';
import { whole } from './variants/delivery.ts';
import { variantsNamed } from './variants/index.ts';
import { triggers } from './variants/triggers.ts';
import { changedBy, type Variant } from './variants/variant.ts';

export interface ServiceOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  readonly host?: string;
  /** A random token if missing or empty. */
  readonly token?: string | undefined;
  /** Variants to switch on, or their names. */
  readonly variants?: readonly (string | Variant)[];
}

export type RunningService = Awaited<ReturnType<typeof startService>>;

/** `keepAliveTimeout` is longer than any test client waits between two calls. */
const timeouts = { keepAliveTimeout: 72_000, requestTimeout: 30_000 };
/** How long calls under way may go on when the service is told to stop. */
const graceMs = 5000;

/** Throws before anything is opened if a variant is unknown. */
export async function startService(options: ServiceOptions = {}) {
  const { host = '127.0.0.1', port = 0 } = options;
  const token = options.token || makeToken();
  const service = conformantService(token);
  let requests = 0;
  const counted: typeof service = (request) => {
    requests += 1;
    return service(request);
  };
  const server = frontOf(counted, variantsNamed(options.variants ?? []), token);
  await once(server.listen(port, host), 'listening');
  const bound = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`,
    port: bound.port,
    token,
    /** Calls that have reached the service so far. A fault may answer some calls before that. */
    get requests() {
      return requests;
    },
    /** Ends idle connections at once and waits for calls under way. */
    async stop() {
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await new Promise((resolve) => server.close(resolve));
      clearTimeout(timer);
    },
  };
}

/** Puts the service on the wire, and changes its answers as the variants demand. */
function frontOf(
  service: (request: ServiceRequest) => ServiceAnswer,
  variants: readonly Variant[],
  token: string,
): Server {
  const readCall = callReader(token);
  /** For each variant, the number of calls that have concerned it. */
  const concerned = new Map<Variant, number>();
  // Calls are held back, so that calls sent together are answered together.
  const holdMs = variants.some(({ trigger }) => trigger === triggers['four-in-flight'][1]) ? 5 : 0;

  function shows(variant: Variant, call: ServiceCall): boolean {
    if (!concerns(variant, call)) return false;
    const count = (concerned.get(variant) ?? 0) + 1;
    concerned.set(variant, count);
    return variant.trigger?.(call, count) ?? true;
  }

  /** The answer before it is changed; `admits` replaces the token rule. */
  function firstAnswer(call: ServiceCall, admits: boolean | undefined): ServiceAnswer {
    if (admits === undefined) return service(call);
    if (!admits) return tokenRefusal;
    const url = call.endpoint === undefined ? routes.encrypt.path : call.url;
    return service({ ...call, url, headers: { ...call.headers, authorization: `Bearer ${token}` } });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request, response);
    const concerning = variants.filter((variant) => shows(variant, call));
    const delayMs = concerning.reduce((sum, variant) => sum + (variant.delayMs?.(call) ?? 0), holdMs);
    if (delayMs > 0) await wait(delayMs);
    // Of several variants with the same effect, the last one named wins.
    const first = firstAnswer(call, concerning.findLast(({ admits }) => admits !== undefined)?.admits);
    // If one variant admits a call, no other refuses it.
    const shown = concerning.filter(({ calls }) => calls !== 'refused' || !isSuccess(first));
    const deliver = shown.findLast((variant) => variant.deliver)?.deliver ?? whole;
    if (!server.listening) response.shouldKeepAlive = false;
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

/** A call is valid if the conformant service would not refuse it because of its token. */
function isValid({ endpoint, credential }: ServiceCall): boolean {
  return endpoint !== undefined && (credential === 'token' || !routes[endpoint].needsToken);
}
