import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../cli/run/dashboard.ts';
import { makeToken } from '../../service/conformant-service.ts';
import { ownCertificate } from '../../tests/own-certificate.ts';
import { harnessRun } from '../harness-run.ts';
import { filled, wordsOf } from './command.ts';
import { type Front, fronts } from './fronts.ts';
import { goProgram, prepared } from './programs.ts';
import type { Backend, Expected, Row } from './rows/row.ts';
import { type Server, started } from './started.ts';

/** The checks that decided. Response times are left aside: what else the machine does would decide them. */
interface Verdict {
  readonly fail: readonly string[];
  /** Without what is open because of something else. */
  readonly open: readonly string[];
}

export interface Run extends Verdict {
  readonly row: string;
  readonly startedAt: string;
}

/** Whether a run came out as it must. */
export function isAs(expected: Expected, { fail, open }: Run): boolean {
  if (expected === 'pass') return fail.length + open.length === 0;
  if ('open' in expected) return fail.length === 0 && expected.open.every((check) => open.includes(check));
  if ('failSome' in expected)
    return fail.length > 0 && fail.every((check) => expected.failSome.includes(check));
  return expected.fail.toSorted().join() === fail.toSorted().join();
}

/** Longest that a row may take to be judged. */
const longestSeconds = 120;

/** Without a report, it is a fail for the reason why there is none. */
export async function judged(row: Row): Promise<Run> {
  const startedAt = new Date().toISOString();
  const without = ({ message }: Error) => ({ fail: [message.slice(0, 300)], open: [] });
  return { row: row.name, startedAt, ...(await verdictOn(row).catch(without)) };
}

async function verdictOn({
  name,
  backends,
  front,
  contract = { version: 1 },
  scenario = 'conformance',
}: Row): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'stacks-'));
  const token = makeToken();
  const running: Server[] = [];
  try {
    for (const backend of backends) running.push(await startedBackend(backend, token));
    if (front !== undefined) running.push(await startedFront(front, folder, token, running));
    const isTls = front?.kind === 'nginx with TLS';
    const url = `${isTls ? 'https' : 'http'}://127.0.0.1:${running.at(-1)?.port}`;
    await writeFile(join(folder, 'contract.json'), JSON.stringify(contract));
    const declared = ['--contract', join(folder, 'contract.json')];
    const more = [...(isTls ? ['--insecure'] : []), ...(scenario === 'load' ? ['--duration', '10s'] : [])];
    const args = [scenario, '--profile', 'quick', ...declared, ...more];
    const bounded = ['timeout', String(longestSeconds)];
    const { report } = await harnessRun(name, url, token, args, bounded);
    const deciding = report.findings.filter(
      ({ check, because }) => because === undefined && !check.endsWith('-latency'),
    );
    const checksThat = (verdict: string) =>
      deciding.filter((one) => one.verdict === verdict).map(({ check }) => check);
    return { fail: checksThat('fail'), open: checksThat('inconclusive') };
  } finally {
    for (const server of running.toReversed()) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startedBackend({ program, flaw, isDown }: Backend, token: string): Promise<Server> {
  const port = await freePort();
  if (isDown) return { port, stop: async () => {} };
  const { words, env } = await prepared(program, port);
  return started(words, port, { ...env, PORT: `${port}`, ACCESS_TOKEN: token, FLAW: flaw ?? '' });
}

async function startedFront(front: Front, folder: string, token: string, backends: readonly Server[]) {
  const port = await freePort();
  const { text, command } = fronts[front.kind];
  const { cert, key } = ownCertificate().files;
  const values = {
    TOKEN: token,
    FOLDER: folder,
    FILE: join(folder, 'front.conf'),
    PORT: `${port}`,
    CERT: cert,
    KEY: key,
  };
  const ports = backends.map((backend) => backend.port);
  await writeFile(values.FILE, filled(text(front, ports), values));
  if (front.kind === 'Apache with CGI') await copyFile(await goProgram(), join(folder, 'service'));
  // Servers that are started by root read it as somebody else.
  await chmod(folder, 0o755);
  // With the folder of servers that are not for everyone.
  return started(wordsOf(command, values), port, { PATH: `${process.env['PATH']}:/usr/sbin` });
}
