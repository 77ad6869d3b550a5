import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { conformantService, makeToken } from './conformant-service.ts';
import { frontOf } from './variants/front.ts';
import { variantsNamed } from './variants/index.ts';
import type { Variant } from './variants/variant.ts';

export interface ServiceOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  readonly host?: string;
  /** A random token if missing or empty. */
  readonly token?: string | undefined;
  /** Variants to switch on, or their names. */
  readonly variants?: readonly (string | Variant)[];
}

export interface RunningService {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  /** Calls that have reached the service so far. A fault may answer some calls before that. */
  readonly requests: number;
  /** Ends idle connections at once and waits for calls under way. */
  stop(): Promise<void>;
}

/** Throws before anything is opened if a variant is unknown. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const { host = '127.0.0.1', port = 0 } = options;
  const token = options.token || makeToken();
  const variants = variantsNamed(options.variants ?? []);
  const service = conformantService(token);
  let requests = 0;
  const server = frontOf(
    (request) => {
      requests += 1;
      return service(request);
    },
    variants,
    token,
  );
  await once(server.listen(port, host), 'listening');
  const bound = server.address() as AddressInfo;
  const urlHost = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${urlHost}:${bound.port}`,
    port: bound.port,
    token,
    get requests() {
      return requests;
    },
    stop: () => closeGently(server),
  };
}

const graceMs = 5000;

/** Node ends idle connections at once. Others end when their call is answered, and all of them after some seconds. */
async function closeGently(server: Server): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(timer);
}
