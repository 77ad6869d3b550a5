import { beside, type Noise } from './burners.ts';
import { harnessRun } from './harness-run.ts';
import { type FarPath, farAddress, openFarPath, type PathProperties } from './network/far-path.ts';
import { startTruthServer } from './truth/truth-server.ts';

interface Options {
  /** What the truth server is started with, times in microseconds. */
  readonly mode: string;
  /** Options of `load`. */
  readonly args: readonly string[];
  readonly noise?: Noise;
  /** To a network of the server's own; absent: it is on the loopback. */
  readonly path?: PathProperties;
  /** Ends TLS before the port of the server, in its network. */
  readonly tlsEnd?: (port: string, within: FarPath['far']) => Promise<TlsEnd>;
}

export interface TlsEnd {
  readonly port: string;
  readonly stop: () => unknown;
}

/** A load on a server of known response times: what the harness says, and what the server knows. */
export async function knownLoad(name: string, { mode, args, noise = { burners: 0 }, path, tlsEnd }: Options) {
  const started = new Date();
  const opened = path === undefined ? null : await openFarPath(path);
  const far = opened?.far ?? [];
  const server = await startTruthServer({ mode, within: far });
  const { port } = new URL(server.url);
  const end = await tlsEnd?.(port, far);
  const host = opened === null ? '127.0.0.1' : farAddress;
  const url = end === undefined ? `http://${host}:${port}` : `https://${host}:${end.port}`;
  const load = () => harnessRun(name, url, server.token, ['load', ...args], opened?.near);
  try {
    const { report, facts } = await beside(noise, load);
    const seconds = Math.round((Date.now() - started.getTime()) / 1000);
    return { startedAt: started.toISOString(), seconds, report, facts, truth: await server.truth() };
  } finally {
    end?.stop();
    await server.stop();
    await opened?.close();
  }
}
