import { execa } from 'execa';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { builtProgram, firstLineOf } from '../built-program.ts';

/** Microseconds, by nearest rank. */
interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

interface EndpointTruth {
  readonly calls: number;
  readonly answered: number;
  /** Without the token: answered at once, and no call. */
  readonly refused: number;
  /** Answered at or above the limit, from the arrival of the request to the answer. */
  readonly slow: number;
  /** Calls whose written time was at or above the limit. */
  readonly scheduledSlow: number;
  /** Of calls that come at any time; null where the service changes as it runs. */
  readonly openModelSlowShare: number | null;
  readonly tookUs: Quantiles;
}

/** What the server knows of its own answers. */
export interface Truth {
  readonly stalls: number;
  readonly endpoints: Readonly<Record<Endpoint, EndpointTruth>>;
}

export interface TruthServer {
  readonly url: string;
  readonly token: string;
  truth(): Promise<Truth>;
  stop(): Promise<void>;
}

export interface TruthServerOptions {
  /** A mode and its parameters, times in microseconds: `truth-server` without any prints them. */
  readonly mode: string;
  readonly token?: string;
  /** Words before its command that put it elsewhere; it then listens on all addresses there. */
  readonly within?: readonly string[];
}

const sources = ['truth-server.h', 'truth-server.c', 'truth-schedule.c', 'truth-book.c', 'truth-http.c'];
const printTruth = 'fetch(process.argv[1]).then((answer) => answer.text()).then((text) => console.log(text))';

/** Builds the server where it is not built yet, and starts it on a free port of the loopback. */
export async function startTruthServer(options: TruthServerOptions): Promise<TruthServer> {
  const { mode, token = 'truth-token', within = [] } = options;
  const [command = '', ...words] = [...within, await builtProgram('truth', sources), ...mode.split(' ')];
  const running = execa(command, words, {
    env: { ACCESS_TOKEN: token, ...(within.length === 0 ? {} : { HOST: '0.0.0.0' }) },
    stdin: 'ignore',
    buffer: false,
    reject: false,
  });
  const url = await firstLineOf(running, 'the truth server');
  const [asker = '', ...asking] = [...within, process.execPath, '-e', printTruth, `${url}/truth`];
  return {
    url,
    token,
    truth: async () =>
      within.length === 0
        ? ((await (await fetch(`${url}/truth`)).json()) as Truth)
        : (JSON.parse((await execa(asker, asking)).stdout) as Truth),
    stop: async () => {
      running.kill('SIGTERM');
      await running;
    },
  };
}
