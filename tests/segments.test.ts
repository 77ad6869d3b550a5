import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { freePort } from '../cli/run/dashboard.ts';
import { factsInLog } from '../reports/after/facts-in-log.ts';
import { buildReport } from '../reports/judge/build-report.ts';
import type { Report } from '../reports/report.ts';
import { startService } from '../service/server.ts';
import { cli } from './cli-run.ts';
import { commandsFolder } from './commands-folder.ts';
import { k6Binary } from './k6-binary.ts';
import { canary } from './k6-run.ts';
import { blocksOf } from './pages.ts';

const pods = 4;
const [rate, seconds] = [400, 2];

it('four pods of k6-operator, started together by the REST API of k6, merge to one verdict', async () => {
  const service = await startService({ token: canary });
  const ports = await Promise.all(Array.from({ length: pods }, freePort));
  const running = ports.map((port, index) => pod(index + 1, port, service.url));
  await Promise.all(ports.map(resume));
  const logs = (await Promise.all(running)).map(({ all }) => all);
  const backups = service.requests;
  await service.stop();
  const folder = mkdtempSync(join(tmpdir(), 'segments-'));
  const files = logs.map((log, index) => {
    const file = join(folder, `pod-${index + 1}.log`);
    writeFileSync(file, log);
    return file;
  });
  expect(backups).toBeGreaterThan(rate * seconds);
  expect(logs.join('\n')).not.toContain(canary);

  for (const log of logs) {
    expect(log).toContain('This is a part of a load, which gets no verdict of its own');
    expect(log).not.toMatch(/Could not tell|too few/);
  }

  const parts = logs.flatMap(factsInLog);
  expect(parts.map(({ plan }) => plan.segment)).toEqual(['0:1/4', '1/4:1/2', '1/2:3/4', '3/4:1']);
  // 256 of them would not do.
  expect(Math.max(...parts.map(({ run }) => run.seed ?? 0))).toBeGreaterThan(255);
  const asked = parts.map(({ before }) => before?.calls);
  expect(asked.map((calls) => calls?.backup.results.succeeded)).toEqual([2, 0, 0, 0]);
  expect(asked[0]?.user.results.succeeded).toBeGreaterThan(300);
  for (const calls of asked.slice(1)) expect(calls?.user.results.succeeded).toBeLessThan(60);
  const starts = parts.map(({ before }) => before?.endedAtMs ?? 0);
  expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(5000);

  const merged = await mergedAsThePageSays(files);
  expect([0, 3], merged.all).toContain(merged.exitCode);
  const { reason, load, endpoints, findings, run } = reportIn(join(merged.folder, 'merged'));
  // A terminal shows its beginning only.
  expect(reason).toContain(`Merged from ${pods} load generators.`);
  expect(run.reproduce.match(/SEED=\d+ .*--execution-segment=\S+ --execution-segment-sequence=\S+/g)).toEqual(
    parts.map(
      ({ run: { seed }, plan: { segment } }) =>
        `SEED=${seed} PROFILE=quick RATE=${rate} DURATION=${seconds}s FACTS_TO_STDOUT=1 k6 run --execution-segment=${segment} --execution-segment-sequence=0,1/4,1/2,3/4,1`,
    ),
  );
  expect(findings.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(load?.achievedRate).toBeGreaterThan(rate * 0.7);
  expect(load?.achievedRate).toBeLessThan(rate * 1.1);
  const share = endpoints.map(({ requests }) => requests / (rate * seconds));
  // Each call picks its endpoint by chance: 0.1 is six standard deviations.
  for (const one of share.slice(0, 3)) expect(Math.abs(one - 5 / 17)).toBeLessThan(0.1);
  expectSumsOf(parts.map(buildReport), endpoints);

  const folders = parts.map((facts, index) => {
    const own = join(folder, `run-${index + 1}`);
    mkdirSync(own);
    writeFileSync(join(own, 'facts.json'), JSON.stringify(facts));
    return own;
  });
  const out = join(folder, 'merged');
  const again = await cli(['merge', ...folders, '--out', out]);
  expect(again.exitCode, again.output).toBe(merged.exitCode);
  expect(reportIn(out).endpoints).toEqual(endpoints);

  const prefixed = logs
    .slice(1)
    .map((log, index) => log.replace(/^/gm, `[pod/gate-${index}] 2026-11-22T08:00:00Z `));
  const missing = await cli(['merge', '-', '--out', join(folder, 'missing')], { input: prefixed.join('\n') });
  expect(missing.exitCode, missing.output).toBe(2);
  expect(missing.output).toContain('A part is missing: these 3 runs make 75 % of the load');
});

function reportIn(folder: string): Report {
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
}

/** What the parts counted, added up. */
function expectSumsOf(parts: readonly Report[], endpoints: Report['endpoints']): void {
  expect(parts.map(({ run }) => run.completeness)).toEqual(parts.map(() => 'complete'));
  for (const [index, { answered, failed, histogram }] of endpoints.entries()) {
    const own = parts.flatMap((part) => part.endpoints[index] ?? []);
    expect(answered).toBe(own.reduce((total, part) => total + part.answered, 0));
    expect(failed).toBe(own.reduce((total, part) => total + part.failed, 0));
    expect(histogram.reduce((total, { count }) => total + count, 0)).toBe(answered);
  }
}

/** The commands of the guide, in a cluster whose pods wrote these logs. */
async function mergedAsThePageSays(logs: readonly string[]) {
  const kubectl = `#!/usr/bin/env bash
case "$*" in
  'create configmap service-gate --from-file=gate.js') [[ -s gate.js ]] ;;
  'create -f docs/kubernetes/testrun.yaml') [[ -s docs/kubernetes/testrun.yaml ]] ;;
  'wait --for=jsonpath={.status.stage}=finished testrun/service-gate --timeout='*) touch finished ;;
  'logs --selector'*) [[ -f finished ]] && cat ${logs.join(' ')} ;;
  *) exit 1 ;;
esac
`;
  const { folder, env } = commandsFolder({ kubectl });
  const [page] = blocksOf('docs/how-to/kubernetes.md').filter(({ words }) => words.includes('pods'));
  const shell = { cwd: folder, env, extendEnv: false, reject: false, all: true } as const;
  expect(page?.text).toContain(' create -f docs/kubernetes/testrun.yaml\nkubectl wait ');
  return { folder, ...(await execa('bash', ['-ec', page?.text ?? 'exit 9'], shell)) };
}

/** The command line that k6-operator 1.6 gives a runner, but for the address. */
function pod(number: number, port: number, baseUrl: string) {
  const edge = (at: number) => (at === 0 ? '0' : at === pods ? '1' : `${at}/${pods}`);
  const edges = Array.from({ length: pods + 1 }, (_, at) => edge(at));
  const segment = `--execution-segment=${edge(number - 1)}:${edge(number)}`;
  const sequence = `--execution-segment-sequence=${edges.join(',')}`;
  const tags = ['--tag', `instance_id=${number}`, '--tag', 'testrun_name=service-gate'];
  const script = resolve('dist/gate.js');
  const args = [
    'run',
    '--quiet',
    segment,
    sequence,
    script,
    `--address=127.0.0.1:${port}`,
    '--paused',
    ...tags,
  ];
  const env = { BASE_URL: baseUrl, ACCESS_TOKEN: canary, FACTS_TO_STDOUT: '1', PROFILE: 'quick' };
  const load = { RATE: String(rate), DURATION: `${seconds}s` };
  const cwd = mkdtempSync(join(tmpdir(), 'pod-'));
  return execa(k6Binary, args, { cwd, env: { ...env, ...load }, extendEnv: false, reject: false, all: true });
}

async function resume(port: number): Promise<void> {
  const body = JSON.stringify({ data: { type: 'status', id: 'default', attributes: { paused: false } } });
  for (;;) {
    const url = `http://127.0.0.1:${port}/v1/status`;
    const answer = await fetch(url, { method: 'PATCH', body }).catch(() => null);
    if (answer?.ok === true) return;
    await setTimeout(50);
  }
}
