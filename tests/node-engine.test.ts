import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startService } from '../service/server.ts';
import { variants } from '../service/variants/index.ts';
import type { Variant } from '../service/variants/variant.ts';
import { httpService } from './http-service.ts';
import { canary, k6Run, nodeRun, type PlainRun } from './k6-run.ts';
import { partsOfQuirk } from './quirk-services.ts';
import { together } from './service-parts.ts';

/**
 * Most tests of single answers run the script in Node's engine, which takes a quarter of the processor time. Here k6 judges some of
 * their services too, and `npm run test:long` has it judge them all.
 */
const seed = '20261130';
const isJudged = ({ kind, trigger, name, caughtBy }: Variant) =>
  ['fault', 'quirk', 'harness-fault', 'contested'].includes(kind) &&
  !trigger &&
  // Where a service closes connections, it depends on the moment which calls meet one.
  // A token that is read as another text has to be one that can be.
  !/hangs|tarpit|closed|close-|^token-read-as-/.test(name) &&
  !caughtBy?.endsWith('-latency');
const judged = variants.filter(isJudged);
const isQuirk = ({ kind }: Variant) => kind === 'quirk';
const services = [
  ...together(judged.filter(isQuirk), partsOfQuirk).slice(0, 2),
  ...together(judged.filter((row) => !isQuirk(row))).filter((_, place) => place % 40 === 0),
];

/** Whether the time for the calls was over before all were made, as on a busy machine. */
const isCut = ({ report }: PlainRun) =>
  /because the time for (?:it|them) was up/.test(JSON.stringify(report?.observations));

/** What a run says, but for times and texts that depend on them. `isCounted`: with its counts. */
function saidBy({ report, exitCode, output }: PlainRun, isCounted: boolean) {
  expect(report, output).not.toBeNull();
  const findings = report?.findings.map(({ check, verdict, samples, failures, title }) => {
    return { check, verdict, title, ...(isCounted && { samples, failures }) };
  });
  const causes = report?.causes.map((cause) => {
    return isCounted ? cause : { ...cause, text: cause.text.replace(/\d+/g, 'n') };
  });
  return { verdict: report?.verdict, isPassed: exitCode === 0, findings, causes };
}

describe.concurrent('Node and k6 say the same of', () => {
  // Where the machine is too busy, one of the two may have no time for what decides. What a run leaves to the next has a test of its own.
  it.each([[['the reference service'], []] as const, ...services])('%j', { retry: 4 }, async (_, run) => {
    const judgements = [nodeRun, k6Run].map(async (judge) => {
      const service = await startService({ token: canary, variants: run });
      const env = { BASE_URL: service.url, PROFILE: 'quick', SEED: seed };
      return judge('smoke', env).finally(() => service.stop());
    });
    const runs = await Promise.all(judgements);
    const isCounted = !runs.some(isCut);
    const [inNode, inK6] = runs.map((one) => saidBy(one, isCounted));
    expect(inNode).toEqual(inK6);
  });
});

/** A script whose parts do as these say; it says which run its engine is in. */
function scriptThat({ begins = '', prepares = '', loads = '', sumsUp = '' }) {
  const file = join(mkdtempSync(join(tmpdir(), 'script-')), 'smoke.js');
  const text = `const HARNESS_RUN = { scenario: "smoke" };
import http from "k6/http";
import { setTimeout } from "k6/timers";
let instances = 0;
instances += 1;
${begins}
const options = { thresholds: {}, summaryTrendStats: [] };
const setup = async () => { ${prepares}; return {}; };
const load = async () => { ${loads} };
const handleSummary = () => {
  ${sumsUp};
  globalThis.runs = (globalThis.runs ?? 0) + 1;
  return { stdout: [globalThis.runs, instances, typeof __ENV.ONCE].join() };
};
export { options, setup, load as default, handleSummary };
`;
  writeFileSync(file, text);
  return file;
}

describe('a run in Node of which something throws has no outcome', () => {
  it.each([
    [{ begins: 'throw new Error("it broke");' }, 'it broke'],
    [{ begins: '}' }, 'Unexpected token'],
    [{ prepares: 'throw new Error("it broke")' }, 'it broke'],
    [{ prepares: 'await http.asyncRequest("GET", "none", null, {})' }, 'Invalid URL'],
    [{ loads: 'throw new Error("it broke")' }, 'it broke'],
    [{ loads: 'Promise.reject(new Error("it broke")); await new Promise(() => {})' }, 'it broke'],
    [{ loads: 'await new Promise(() => setTimeout(() => { throw new Error("it broke"); }, 1))' }, 'it broke'],
    [{ sumsUp: 'throw new Error("it broke")' }, 'it broke'],
    [{ loads: 'process.exit(0)' }, 'ended before its script'],
  ])('%j', async (parts, problem) => {
    const used = await nodeRun(scriptThat({}), { ONCE: 'now' });
    await expect(nodeRun(scriptThat(parts), {})).rejects.toThrow(problem);
    // The next one has no part in that.
    const next = await nodeRun(scriptThat({}), {});
    expect([used.exitCode, next.exitCode, next.output]).toEqual([0, 0, '1,1,undefined']);
  });
});

it('a run in Node leaves nothing to the next, which only has a warmer engine', async () => {
  const asked: IncomingMessage[] = [];
  const service = await httpService((request) => {
    asked.push(request);
  });
  const call = `http.asyncRequest("GET", "${service.url}", null, { headers: {}, timeout: 60_000 })`;
  const late = 'setTimeout(() => { throw new Error("it came to this"); }, 1)';
  const waiting = `${call}; await new Promise((resolve) => setTimeout(resolve, 1))`;
  const before = await nodeRun(scriptThat({}), { ONCE: 'now' });
  const [runs = 0] = before.output.split(',').map(Number);
  const outputOf = async (parts: Parameters<typeof scriptThat>[0]) =>
    (await nodeRun(scriptThat(parts), {})).output;
  expect(await outputOf({ sumsUp: late })).toBe(`${runs + 1},1,undefined`);
  // Its call is still without an answer, so its engine ends.
  expect(await outputOf({ loads: waiting })).toBe(`${runs + 2},1,undefined`);
  for (const request of asked) if (!request.destroyed) await once(request, 'close');
  expect(await outputOf({})).toBe('1,1,undefined');
  await service.stop();
});
