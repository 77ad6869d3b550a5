import { describe, expect, it } from 'vitest';
import { startService } from '../service/server.ts';
import { variants } from '../service/variants/index.ts';
import type { Variant } from '../service/variants/variant.ts';
import { canary, k6Run, nodeRun, type PlainRun } from './k6-run.ts';
import { together } from './service-parts.ts';

/**
 * Most tests of single answers run the script in Node's engine, which takes a quarter of the processor time. Here k6 judges some of
 * their services too, and `npm run test:long` has it judge them all.
 */
const seed = '20261127';
const isJudged = ({ kind, trigger, name, caughtBy }: Variant) =>
  ['fault', 'quirk', 'harness-fault', 'contested'].includes(kind) &&
  !trigger &&
  // Where a service closes connections, it depends on the moment which calls meet one.
  !/hangs|tarpit|closed|close-/.test(name) &&
  !caughtBy?.endsWith('-latency');
const rows = together(variants.filter(isJudged)).filter((_, place) => place % 40 === 0);

/** What a run says, but for times and texts that depend on them. */
function saidBy({ report, exitCode, output }: PlainRun) {
  expect(report, output).not.toBeNull();
  const findings = report?.findings.map(({ check, verdict, samples, failures, title }) => {
    return { check, verdict, samples, failures, title };
  });
  return { verdict: report?.verdict, isPassed: exitCode === 0, findings, causes: report?.causes };
}

describe.concurrent('Node and k6 say the same of', () => {
  it.each([[['the reference service'], []] as const, ...rows])('%j', async (_, run) => {
    const [inNode, inK6] = [nodeRun, k6Run].map(async (judge) => {
      const service = await startService({ token: canary, variants: run });
      const env = { BASE_URL: service.url, PROFILE: 'quick', SEED: seed };
      return judge('smoke', env).finally(() => service.stop());
    });
    expect(saidBy((await inNode) as PlainRun)).toEqual(saidBy((await inK6) as PlainRun));
  });
});
