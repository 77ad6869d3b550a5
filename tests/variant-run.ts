import { expect } from 'vitest';
import { groupedBy } from '../checks/add-up.ts';
import { endpointAt } from '../service/conformant-service.ts';
import { startService } from '../service/server.ts';
import type { Variant } from '../service/variants/variant.ts';
import { canary, checksThat, isLong, k6Run, nodeRun, type PlainRun } from './k6-run.ts';

/** Rows in as few services as may be, so that no two of a service share a part: one is no proof of the other. */
export function packed<Row>(rows: readonly Row[], partsOf: (row: Row) => readonly string[]): Row[][] {
  const services: Row[][] = [];
  for (const row of rows) {
    const own = partsOf(row);
    const free = services.find((others) => !others.flatMap(partsOf).some((part) => own.includes(part)));
    if (free === undefined) services.push([row]);
    else free.push(row);
  }
  return services;
}

/** Rows by what they have in common, in the order in which it first comes. */
export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  return [...groupedBy(rows, keyOf).values()];
}

/** Variants of the same calls so that each call shows one of them, and the next call of its endpoint the next. */
export function inTurns(variants: readonly Variant[]): readonly Variant[] {
  const { length } = variants;
  if (length === 1) return variants;
  return variants.map((variant, turn) => ({
    ...variant,
    trigger: (call, concerned) =>
      call.sequence % length === turn && (variant.trigger?.(call, concerned) ?? true),
  }));
}

/** `met` comes to hold the names of those that a service shows, each alone and before each endpoint: `body-null sync`. */
export function watched(variants: readonly Variant[]) {
  const met = new Set<string>();
  const note = (name: string, url = '') => met.add(name).add(`${name} ${endpointAt(url)}`);
  const watching = variants.map((variant): Variant => {
    const { name, change = () => ({}), deliver } = variant;
    const noting: Partial<Variant> =
      deliver === undefined
        ? { change: (answer, call) => note(name, call.url) && change(answer, call) }
        : { deliver: (answer, response) => note(name, response.req.url) && deliver(answer, response) };
    return { ...variant, ...noting };
  });
  return { watching, met };
}

/** Without a load nothing depends on the engine but the time that a run takes; the long set runs everything in k6. */
function isInNode(scenario: string): boolean {
  return !isLong() && /\b(smoke|conformance)(\.js)?$/.test(scenario);
}

/** The reference service with these variants, judged by a scenario: its name, or the file of a bundle. */
export async function judgeVariants(
  variants: readonly (string | Variant)[],
  scenario: string,
  env: Readonly<Record<string, string>> = {},
): Promise<PlainRun> {
  const service = await startService({ token: env['ACCESS_TOKEN'] ?? canary, variants });
  try {
    const given = { BASE_URL: service.url, PROFILE: 'quick', ...littleLoad, ...env };
    return isInNode(scenario)
      ? await nodeRun(scenario, given)
      : await k6Run(scenario, given, ['--log-output=none']);
  } finally {
    await service.stop();
  }
}

/**
 * Enough to see what answers say; latency stays open, which is for tests of its own. Without RATE: at a rate that was chosen,
 * the phase before the load keeps to it too.
 */
const littleLoad = { DURATION: '1s' };

/** The checks of a run with this verdict, those on latency aside: of it a little load decides nothing. */
export function judgedAs({ report }: Pick<PlainRun, 'report'>, verdict: 'fail' | 'inconclusive'): string[] {
  return checksThat(report, verdict).filter((check) => !check.endsWith('-latency'));
}

/** Runs these rows, none of which proves anything. */
export async function leaveOpen(
  rows: readonly Variant[],
  scenario: string,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  expectOpen(await judgeVariants(rows, scenario, env), rows);
}

/** The run neither passes nor fails, and leaves open what its rows say. */
export function expectOpen(run: PlainRun, rows: readonly Variant[]): void {
  const open = rows.flatMap(({ leavesOpen = [] }) => leavesOpen);
  expect(run.report, run.output).not.toBeNull();
  const seed = `SEED=${run.report?.run.seed}`;
  expect(run.report?.verdict, seed).not.toBe('pass');
  expect(run.exitCode, seed).not.toBe(0);
  expect(judgedAs(run, 'fail'), seed).toEqual([]);
  expect(judgedAs(run, 'inconclusive'), seed).toEqual(expect.arrayContaining(open));
}
