import { buildApp } from './app.ts';
import { makeToken } from './bearer-token.ts';
import { listenerOf } from './listener.ts';
import { frontOf } from './variants/front.ts';
import { variantsNamed } from './variants/index.ts';
import type { Variant } from './variants/variant.ts';

export interface ServiceOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Made up when missing or empty. */
  readonly token?: string | undefined;
  /** Faults, quirks and the like to switch on, or their names. */
  readonly variants?: readonly (string | Variant)[];
}

export interface RunningService {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  /** Calls that have reached the service so far; a fault may answer some before that. */
  readonly requests: number;
  /** Ends idle connections at once and waits for calls under way. */
  stop(): Promise<void>;
}

/** Throws before anything is opened when a variant is not known. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const { host = '127.0.0.1', port = 0 } = options;
  const token = options.token || makeToken();
  const variants = (options.variants ?? []).flatMap((one) =>
    typeof one === 'string' ? variantsNamed([one]) : one,
  );
  const app = buildApp(token);
  let requests = 0;
  app.addHook('onRequest', async () => {
    requests += 1;
  });
  const server = variants.length === 0 ? listenerOf(app) : frontOf(app, variants, token);
  const boundPort = await server.listen(port, host);
  const urlHost = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${urlHost}:${boundPort}`,
    port: boundPort,
    token,
    get requests() {
      return requests;
    },
    stop: server.stop,
  };
}
