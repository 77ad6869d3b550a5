import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { packageRoot } from '../../cli/package-root.ts';
import type { EndpointResult, Report } from '../../reports/report.ts';
import { builtProgram, firstLineOf } from '../built-program.ts';
import { reportIn } from '../harness-run.ts';
import type { Bench } from '../record.ts';
import { startTruthServer, type Truth } from '../truth/truth-server.ts';
import { farAddress, openFarPath } from './far-path.ts';
import { markOf, type Reading } from './judged.ts';
import { type Case, plan } from './matrix.ts';
import { type Asked, nameOf, type Run, wasQuiet } from './network-run.ts';
import { page } from './page.ts';

export const bench: Bench<Run> = {
  isRepeated: true,
  isSound: wasQuiet,
  taskOf: nameOf,
  tasks: plan.map((one) => ({ name: nameOf(one), make: () => measured(one) })),
  page,
};

/** What the truth server is started with, times in microseconds. */
function modeOf(service: Case['service']): string {
  if (service === '2 % at 60 ms') return 'runs 60000 2000 1 50';
  if (service === 'stalls of 200 ms') return 'stall 2000 200000 5000000';
  return `fixed ${Number.parseInt(service, 10) * 1000}`;
}

async function measured(one: Asked): Promise<Run> {
  const started = new Date();
  const path = await openFarPath(one);
  const server = await startTruthServer({ mode: modeOf(one.service).split(' '), within: path.far });
  const { port } = new URL(server.url);
  const end = one.protocol === 'HTTP' ? null : await tlsEnd(port, one.protocol, path.far);
  const url = end === null ? `http://${farAddress}:${port}` : `https://${farAddress}:${end.port}`;
  const folder = join(packageRoot(), 'bench', '.tools', 'network', nameOf(one).replace(/[^\w.]+/g, '-'));
  const contract = join(folder, 'contract.json');
  const latency = one.at === 'none' ? {} : { latency: { at: one.at } };
  const args = ['load', '--profile', one.profile, '--contract', contract, '--yes', '--insecure', '--nice'];
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(contract, JSON.stringify({ version: 1, ...latency }));
    const outcome = await reportIn(join(folder, 'run'), url, server.token, args, path.near).then(
      async ({ endpoints, generator }) => ({ endpoints, generator, truth: await server.truth() }),
      (error: Error) => ({ problem: error.message }),
    );
    const run = runOf(one, started, outcome);
    // What an unexpected verdict rests on stays to be looked at.
    if (!run.readings.some((reading) => markOf(reading, one) === 'wrong') && run.problem === undefined)
      await rm(folder, { recursive: true });
    return run;
  } finally {
    end?.stop();
    await server.stop();
    await path.close();
  }
}

/** Ends TLS before the service, in its network. */
async function tlsEnd(port: string, protocol: 'TLS' | 'HTTP/2', within: readonly string[]) {
  const program = await builtProgram('network', ['tls-end.go']);
  const spoken = protocol === 'TLS' ? 'http/1.1' : 'h2';
  // Ahead of everything else, as the server is: what TLS adds is no part of its own figures.
  const first = ['chrt', '--fifo', '1'];
  const [command = '', ...words] = [...within, ...first, program, port, spoken];
  const running = execa(command, words, { stdin: 'ignore', reject: false });
  return { port: await firstLineOf(running, 'the TLS end'), stop: () => running.kill('SIGKILL') };
}

type Outcome =
  | { readonly problem: string }
  | (Pick<Report, 'endpoints' | 'generator'> & { readonly truth: Truth });

function runOf(one: Asked, started: Date, outcome: Outcome): Run {
  const seconds = Math.round((Date.now() - started.getTime()) / 1000);
  const begun = { ...one, startedAt: started.toISOString(), seconds };
  if ('problem' in outcome)
    return {
      ...begun,
      dropped: 0,
      latenessMs: null,
      networkMs: null,
      readings: [],
      problem: outcome.problem,
    };
  const { endpoints, generator, truth } = outcome;
  const network = endpoints.find(({ name }) => name === 'user')?.network;
  return {
    ...begun,
    dropped: endpoints.reduce((sum, { dropped }) => sum + dropped, 0),
    latenessMs: generator.latenessP99Ms,
    networkMs:
      network === undefined
        ? null
        : { median: network.medianMs, p99: network.p99Ms, handshakes: network.handshakes },
    readings: endpoints.flatMap((result) => readingOf(result, truth)),
  };
}

/** Backups are too few for a verdict of their own. */
function readingOf(
  { name, latency, share_under_limit, percentiles }: EndpointResult,
  truth: Truth,
): Reading[] {
  if (name === 'backup') return [];
  const { slow, answered, tookUs } = truth.endpoints[name];
  return [
    {
      endpoint: name,
      said: latency?.verdict ?? null,
      openFor: latency?.conditions.filter(({ effect }) => effect !== 'warning').map(({ id }) => id) ?? [],
      seenSlowShare: 1 - (share_under_limit ?? 0),
      seenP99Ms: percentiles.find(({ percentile }) => percentile === 99)?.ms ?? null,
      servedSlowShare: slow / Math.max(1, answered),
      servedP99Ms: tookUs.p99 / 1000,
    },
  ];
}
