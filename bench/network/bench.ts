import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { sumOf } from '../../checks/statistics/samples.ts';
import { packageRoot } from '../../cli/package-root.ts';
import type { EndpointResult } from '../../reports/report.ts';
import { builtProgram, firstLineOf } from '../built-program.ts';
import { knownLoad, type TlsEnd } from '../known-load.ts';
import type { Bench } from '../record.ts';
import type { Truth } from '../truth/truth-server.ts';
import type { Reading } from './judged.ts';
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
  const { profile, at, protocol } = one;
  const contract = join(packageRoot(), 'bench', '.tools', `network-at-${at}.json`);
  await writeFile(contract, JSON.stringify({ version: 1, ...(at !== 'none' && { latency: { at } }) }));
  const { startedAt, seconds, report, truth } = await knownLoad(nameOf(one), {
    mode: modeOf(one.service),
    args: ['--profile', profile, '--contract', contract, '--yes', '--insecure', '--nice'],
    path: one,
    ...(protocol !== 'HTTP' && { tlsEnd: (port, within) => tlsEnd(port, protocol, within) }),
  });
  return {
    ...one,
    startedAt,
    seconds,
    dropped: sumOf(report.endpoints, ({ dropped }) => dropped),
    latenessMs: report.generator.latenessP99Ms,
    readings: report.endpoints.flatMap((result) => readingOf(result, truth)),
  };
}

async function tlsEnd(port: string, protocol: 'TLS' | 'HTTP/2', within: readonly string[]): Promise<TlsEnd> {
  const program = await builtProgram('network', ['tls-end.go']);
  const spoken = protocol === 'TLS' ? 'http/1.1' : 'h2';
  // Ahead of everything else, as the server is: what TLS adds is no part of its own figures.
  const first = ['chrt', '--fifo', '1'];
  const [command = '', ...words] = [...within, ...first, program, port, spoken];
  const running = execa(command, words, { stdin: 'ignore', reject: false });
  return { port: await firstLineOf(running, 'the TLS end'), stop: () => running.kill('SIGKILL') };
}

/** Backups are too few for a verdict of their own. */
function readingOf({ name, latency, share_under_limit }: EndpointResult, truth: Truth): Reading[] {
  if (name === 'backup') return [];
  const { slow, answered, tookUs } = truth.endpoints[name];
  return [
    {
      endpoint: name,
      said: latency?.verdict ?? null,
      openFor: latency?.conditions.filter(({ effect }) => effect !== 'warning').map(({ id }) => id) ?? [],
      seenSlowShare: 1 - (share_under_limit ?? 0),
      servedSlowShare: slow / Math.max(1, answered),
      servedP99Ms: tookUs.p99 / 1000,
    },
  ];
}
