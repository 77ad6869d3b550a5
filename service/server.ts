import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { makeToken } from './bearer-token.ts';
import { listenerOf } from './listener.ts';
import { frontOf } from './variants/front.ts';
import { variantsNamed } from './variants/index.ts';

export interface ServiceOptions {
  /** Holds the account, the backups and, unless `keyFile` says otherwise, the key; made if missing. */
  readonly dataDir: string;
  readonly keyFile?: string;
  /** 0, the default, takes a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Made up when missing or empty. */
  readonly token?: string;
  /** Names of faults, oddities and the like to switch on. */
  readonly variants?: readonly string[];
  readonly limitBodyBytes?: number;
  readonly keptBackups?: number;
  /** Log lines on stdout; none by default. */
  readonly logs?: boolean;
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
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { dataDir, host = '127.0.0.1', port = 0, keyFile = join(dataDir, 'key') } = options;
  const { limitBodyBytes = 8 * 1024 * 1024, keptBackups = 100, logs = false } = options;
  const token = options.token || makeToken();
  const variants = variantsNamed(options.variants ?? []);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const app = await buildApp({ dataDir, token, keyFile, limitBodyBytes, keptBackups, logs });
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
