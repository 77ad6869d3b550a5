import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { packageRoot } from '../../cli/k6/package-root.ts';
import type { EndpointResult, Report } from '../../reports/report.ts';
import { reportIn } from '../harness-run.ts';
import { type Bench, daysOf, grouped, percent, table } from '../record.ts';
import { startTruthServer, type Truth } from '../truth/truth-server.ts';
import { farAddress, openFarPath } from './far-path.ts';
import { dueVerdict, markOf, type Reading } from './judged.ts';
import { type Case, factors, plan } from './matrix.ts';

interface Asked extends Case {
  readonly profile: 'quick' | 'standard';
}

interface Run extends Asked {
  readonly startedAt: string;
  readonly seconds: number;
  readonly dropped: number;
  /** How late calls were made at p99: what else the machine had to do. */
  readonly latenessMs: number | null;
  /** By the report; null where it shows none because the service is near. */
  readonly networkMs: { readonly median: number; readonly p99: number; readonly handshakes: number } | null;
  readonly readings: readonly Reading[];
  /** Why there is no report. */
  readonly problem?: string;
}

export const bench: Bench<Run> = {
  isRepeated: true,
  isSound: wasQuiet,
  taskOf: nameOf,
  tasks: plan.map((one) => ({ name: nameOf(one), make: () => measured(one) })),
  page,
};

function nameOf({ profile, roundTripMs, jitterMs, lossPercent, service, protocol, at }: Asked): string {
  return `${profile}, ${roundTripMs} ms, jitter ${jitterMs} ms, ${lossPercent} % lost, service ${service}, ${protocol}, at ${at}`;
}

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
  const program = join(packageRoot(), 'bench', 'network', 'tls-end.mjs');
  const spoken = protocol === 'TLS' ? 'http/1.1' : 'h2';
  // Ahead of everything else, as the server is: what TLS adds is no part of its own figures.
  const first = ['chrt', '--fifo', '1'];
  const [command = '', ...words] = [...within, ...first, process.execPath, program, port, spoken];
  const running = execa(command, words, { stdin: 'ignore', reject: false });
  const lines = createInterface({ input: running.stdout });
  const own = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    running.then(({ stderr }) => Promise.reject(new Error(`The TLS end ended: ${stderr}`))),
  ]);
  return { port: own, stop: () => running.kill('SIGKILL') };
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

function page(runs: readonly Run[]): string {
  const marked = (some: readonly Run[], profile: Asked['profile']) => {
    const readings = some
      .filter((run) => run.profile === profile)
      .flatMap((run) => run.readings.map((reading) => markOf(reading, run)));
    const count = (mark: string) => readings.filter((one) => one === mark).length;
    const wrong = count('wrong') === 0 ? '0' : `**${count('wrong')}**`;
    return `${count('right')} right, ${wrong} wrong, ${count('open')} open`;
  };
  return `# A service that is far away

\`node bench/run.mjs network\` has \`load\` judge the server of known response times over a path of known round trip, jitter and
loss: two network namespaces, and between them \`far-path.c\`, which holds and loses their packets. It needs Linux, root and a C
compiler. TLS 1.3 and HTTP/2 end in a Node process beside the server; k6 runs with \`--nice\`. ${runs.length} runs, ${daysOf(runs)}, on MACHINE.
Each gives three verdicts: on user, encrypt and sync.

A pass is wrong where more than 1 % of the calls took 20 ms or longer: as the client saw them, or, with \`latency.at: service\`, by
the server's own clock. A fail is wrong where at most 1 % did by the server's own clock; with \`latency.at: client\`, where round
trip, jitter and service time together are under the limit, or the client saw no more slow calls.

${table(
  ['latency.at', 'service', 'quick', 'standard'],
  grouped(runs, ({ at, service }) => `${at}: ${service}`)
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([key, some]) => [...key.split(': '), marked(some, 'quick'), marked(some, 'standard')]),
)}

A verdict is due without loss, with a jitter of at most 2 ms each way and a round trip of at most 10 ms: a pass at up to 8 ms,
where round trip and jitter leave the client 2 ms or the limit holds at the service; a fail from 22 ms on, to which, unless the limit
holds for the client, the longest round trip is added. Not counted are the ${runs.filter((run) => !wasQuiet(run)).length} runs in which the
machine was so busy that calls were made 5 ms late, or later, at p99.

${table(
  ['due', 'quick', 'standard'],
  (['pass', 'fail'] as const).map((verdict) => [
    verdict,
    decidedText(runs, verdict, 'quick'),
    decidedText(runs, verdict, 'standard'),
  ]),
)}

The network's share in the report is the median of the handshakes under load; what was set is the round trip and, each way, half
of the jitter.

${table(
  ['round trip', 'jitter', 'reported, median of runs', 'within 10 % or 0.5 ms'],
  grouped(
    runs
      .filter((run) => run.networkMs !== null && wasQuiet(run))
      .toSorted((a, b) => a.roundTripMs - b.roundTripMs || a.jitterMs - b.jitterMs),
    ({ roundTripMs, jitterMs }) => `${roundTripMs} ms, ${jitterMs} ms`,
  ).map(([key, some]) => [...key.split(', '), ...networkCells(some)]),
)}
${problemText(runs)}`;
}

/** By where the limit holds, then by service. */
function placeOf(key: string): number {
  return (
    factors.at.findIndex((at) => key.startsWith(at)) * 100 +
    factors.service.findIndex((one) => key.endsWith(`: ${one}`))
  );
}

function decidedText(runs: readonly Run[], verdict: 'pass' | 'fail', profile: Asked['profile']): string {
  const said = runs
    .filter((run) => run.profile === profile && dueVerdict(run) === verdict && wasQuiet(run))
    .flatMap(({ readings }) => readings.map((reading) => reading.said));
  const given = said.filter((one) => one === verdict).length;
  return said.length === 0 ? '–' : `${given} of ${said.length}: ${percent(given / said.length)}`;
}

/** Calls made later than a quarter of the limit at p99 tell of a machine that had other work. */
function wasQuiet({ latenessMs }: Run): boolean {
  return latenessMs !== null && latenessMs < 5;
}

function networkCells(runs: readonly Run[]): string[] {
  const medians = runs.flatMap(({ networkMs }) => networkMs?.median ?? []).toSorted((a, b) => a - b);
  const within = runs.filter(({ networkMs, roundTripMs, jitterMs }) => {
    const setMs = roundTripMs + jitterMs;
    return Math.abs((networkMs?.median ?? 0) - setMs) <= Math.max(0.5, setMs / 10);
  });
  return [`${medians[Math.floor(medians.length / 2)]?.toFixed(1)} ms`, `${within.length} of ${runs.length}`];
}

function problemText(runs: readonly Run[]): string {
  const without = runs.filter(({ problem }) => problem !== undefined);
  const lines = without.map((run) => `- ${nameOf(run)}`);
  return without.length === 0 ? '' : `\nWithout a report:\n\n${lines.join('\n')}`;
}
