import { afterAll, beforeAll, describe, it } from 'vitest';
import type { ComparisonResult, Finding } from '../reports/report.ts';
import { type RunningService, startService } from '../service/server.ts';
import { type CliRun, cli, filesIn } from './cli-run.ts';
import { httpFront } from './http-front.ts';

const tokens = {
  candidate: 'token-of-the-candidate-0123456789',
  counterpart: 'token-of-the-other-9876543210',
};
const running: RunningService[] = [];
/** Two that are as fast as each other, and one whose every answer comes 25 ms later. */
let [candidate, equal, slow] = ['', '', ''];

beforeAll(async () => {
  candidate = await service(tokens.candidate);
  equal = await service(tokens.counterpart);
  slow = await service(tokens.candidate, ['user-slow', 'encrypt-slow', 'sync-slow']);
});
afterAll(async () => {
  for (const one of running) await one.stop();
});

const counterpartRequests = () => running.find(({ url }) => url === equal)?.requests ?? 0;

async function service(token: string, variants: readonly string[] = []): Promise<string> {
  const one = await startService({ token, variants });
  running.push(one);
  return one.url;
}

interface Compared extends CliRun {
  readonly findings: readonly Finding[];
  readonly reproduce: string;
  readonly comparison: ComparisonResult;
}

/** A load of three seconds, which is too short to pass: what the comparison says stands beside that. */
async function compared(
  baseUrl: string,
  compareUrl: string,
  more: Record<string, string> = {},
): Promise<Compared> {
  const env = { BASE_URL: baseUrl, ACCESS_TOKEN: tokens.candidate, ...more };
  const args = ['load', '--profile', 'quick', '--rate', '200', '--duration', '3s', '--compare', compareUrl];
  const run = await cli(args, { env });
  const { findings, comparison, run: facts } = JSON.parse(filesIn(run.folder)['report.json'] ?? '{}');
  const own = (findings ?? []).filter(({ check }: Finding) => check.startsWith('compare-latency-'));
  return { ...run, findings: own, comparison, reproduce: facts?.reproduce ?? '' };
}

/** Two at a time: noise from one another may cost a pass, and must not make a fail. */
describe.concurrent('two services in turns', () => {
  it('of one kind: never slower, and neither token stands anywhere', async ({ expect }) => {
    const run = await compared(candidate, equal, { COMPARE_ACCESS_TOKEN: tokens.counterpart });
    expect(run.findings.map(({ check }) => check)).toEqual([
      'compare-latency-user',
      'compare-latency-encrypt',
      'compare-latency-sync',
    ]);
    for (const { verdict, explanation } of run.findings) expect(verdict, explanation).not.toBe('fail');
    for (const { calls } of run.comparison.endpoints) {
      expect(calls.candidate.made).toBeGreaterThan(500);
      expect(calls.candidate).toEqual(calls.counterpart);
      expect(calls.counterpart.succeeded).toBe(calls.counterpart.made);
    }
    // Two seconds of a warm-up at 150 requests/s, of which nothing counts.
    const inTurns = run.comparison.endpoints.reduce((sum, { calls }) => sum + calls.counterpart.made, 0);
    expect(counterpartRequests() - inTurns).toBeGreaterThan(250);
    for (const [name, text] of Object.entries({ ...filesIn(run.folder), output: run.output })) {
      for (const token of Object.values(tokens)) expect(text, name).not.toContain(token.slice(0, 12));
    }
    expect(run.reproduce).toContain(`COMPARE_URL=${equal} COMPARE_ACCESS_TOKEN=$COMPARE_ACCESS_TOKEN node `);
  });

  it('of which the judged one is clearly slower: a fail, for every endpoint', async ({ expect }) => {
    const front = await httpFront(Number(new URL(candidate).port));
    const run = await compared(slow, front.url);
    front.stop();
    // Behind a balancer, one connection may mean one backend.
    expect(front.connections()).toBeGreaterThan(front.seen.length / 20);
    expect(run.exitCode, run.output).toBe(1);
    expect(run.findings.map(({ verdict }) => verdict)).toEqual(['fail', 'fail', 'fail']);
    for (const { outcome, figures } of run.comparison.endpoints) {
      expect(outcome).toBe('slower');
      expect(figures[0]?.lower).toBeGreaterThan(0.5);
    }
    expect(run.output).toContain('Each of 3 endpoints is slower than its counterpart');
  });
});
