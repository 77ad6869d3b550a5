import { expect, it, vi } from 'vitest';
import type { Report } from '../reports/report.ts';
import { variantsNamed } from '../service/variants/index.ts';
import type { Variant } from '../service/variants/variant.ts';
import { cli, filesIn } from './cli-run.ts';
import { type CallSeen, type Ending, endlessService } from './endless-service.ts';
import { canary, checksThat } from './k6-run.ts';
import { judgeVariants } from './variant-run.ts';

/** Most of these runs wait for what does not come: all at once they take no longer than one. */
vi.setConfig({ maxConcurrency: 10 });

/** Some seconds of asking, and what a machine takes for it that is busy with the other runs of this file. */
const mostMs = 80_000;
const quick = ['--profile', 'quick'];

async function judged(args: readonly string[], ending: Ending, when: (call: CallSeen) => boolean) {
  const service = await endlessService(canary, (call) => (when(call) ? ending : null));
  try {
    const run = await cli(args, { env: { BASE_URL: service.url, ACCESS_TOKEN: canary } });
    const text = filesIn(run.folder)['report.json'];
    const report: Report | null = text === undefined ? null : JSON.parse(text);
    return { ...run, report };
  } finally {
    await service.stop();
  }
}

const always = () => true;
const isProbe = ({ endpoint, hasToken }: CallSeen) => endpoint === 'encrypt' && !hasToken;
const leftOut = (report: Report | null) =>
  report?.observations.filter(({ id }) => id === 'calls-left-out') ?? [];

it.concurrent.each<Ending>(['no answer', 'a byte of the body each second', 'a byte of the head each second'])(
  'has no verdict on a service that sends %s',
  async (ending) => {
    const run = await judged(['smoke'], ending, always);
    expect(run.exitCode, run.output).toBe(4);
    expect(run.output).toContain('could be read: timeout (request timeout)');
  },
  mostMs,
);

it.concurrent(
  'leaves open what it could not ask, says what it left out, and judges the rest',
  async () => {
    const { report, exitCode, output } = await judged(['smoke'], 'no answer', isProbe);
    expect(exitCode, output).toBe(3);
    expect(checksThat(report, 'fail')).toEqual([]);
    expect(checksThat(report, 'inconclusive')).toContain('auth-absent-refused');
    expect(checksThat(report, 'pass')).toEqual(expect.arrayContaining(['user-id-prefix', 'encrypt-offered']));
    expect(leftOut(report).map(({ endpoint }) => endpoint)).toContain('POST /api/v1/encrypt');
  },
  mostMs,
);

it.concurrent(
  'fails nobody for being slow',
  async () => {
    const { report, output } = await judged(
      ['smoke'],
      'the answer after 3 s',
      (call) => call.endpoint === 'encrypt' && call.hasToken,
    );
    expect(checksThat(report, 'fail'), output).toEqual([]);
    expect(report?.endpoints).toEqual([]);
    expect(report?.run.completeness).toBe('complete');
  },
  mostMs,
);

it.concurrent(
  'keeps to its time when reading the answers takes long, judges what was read, and says what was not',
  async () => {
    const { report, exitCode, output } = await judged(
      ['smoke'],
      'a list of 160,000 objects',
      ({ endpoint, hasToken }) => endpoint !== 'user' && hasToken,
    );
    expect(exitCode, output).toBe(3);
    expect(report?.run.completeness).toBe('complete');
    expect(checksThat(report, 'fail')).toEqual([]);
    expect(report?.findings.some(({ check, samples }) => check === 'sync-body-json' && samples > 0)).toBe(
      true,
    );
    const reasons = leftOut(report).flatMap(({ values }) => values.map(({ value }) => value));
    expect(reasons.join('\n'), output).toMatch(/because the time for (it|them) was up/);
  },
  mostMs,
);

const endlessLater: readonly (readonly [string, readonly string[], Ending, number])[] = [
  ['in the first answer', ['smoke'], 'a body without an end', 0],
  ['in the conformance phase', ['conformance', ...quick], 'a body without an end', 200],
  [
    'packed, in the conformance phase',
    ['conformance', ...quick],
    'a small body that unpacks without an end',
    200,
  ],
  ['under load', ['load', ...quick, '--duration', '5s'], 'a body without an end', 1500],
];

it.runIf(process.platform === 'linux').each(endlessLater)(
  'ends k6 before an answer without an end has filled the memory: %s',
  // A machine that is too busy looks at the memory too late.
  { timeout: mostMs, retry: 2 },
  async (_, args, ending, after) => {
    const run = await judged(args, ending, ({ number }) => number > after);
    expect(run.exitCode, run.output).toBe(4);
    expect(run.output).toContain('seems to be endless');
    expect(Number(/used (\d+) MB of memory/.exec(run.output)?.[1])).toBeLessThan(
      args[0] === 'load' ? 1760 : 1000,
    );
    expect(run.report).toBeNull();
  },
);

/** Every answer takes long, so that the time is up before the kept answers are judged. */
const slow: Variant = {
  name: 'slow',
  kind: 'quirk',
  summary: 'Each answer takes 0.8 s.',
  calls: 'any',
  delayMs: () => 800,
};

it.concurrent(
  'keeps one case of each failed check once its time is up: evidence takes longer than a verdict',
  async () => {
    const run = await judgeVariants([slow, ...variantsNamed(['auth-off'])], 'smoke');
    const failed = run.report?.findings.filter(({ verdict }) => verdict === 'fail') ?? [];
    expect(
      failed.map(({ check }) => check),
      run.output,
    ).toContain('auth-made-up-refused');
    for (const { check, failures, causes } of failed) {
      expect(failures, check).toBeGreaterThan(1);
      expect(
        causes.flatMap(({ evidence }) => evidence),
        check,
      ).toHaveLength(1);
    }
  },
  mostMs,
);
