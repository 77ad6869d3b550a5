import exec from 'k6/execution';
import { checksFor } from '../checks/catalogue.ts';
import { unmetByPlan } from '../checks/latency/conditions.ts';
import type { RunPlan } from '../reports/facts.ts';
import { answerFindings, withIdealLoad } from '../reports/judge/answer-findings.ts';
import { settleFindings } from '../reports/judge/settle-findings.ts';
import { decides } from '../reports/verdict.ts';
import { dayOf, expiredWaivers } from '../reports/waivers.ts';
import { partOfLoad, segmentOf } from '../schemas/load-plan.ts';
import { unreadableProxies } from '../schemas/proxy.ts';
import { given } from '../schemas/run-settings.ts';
import { beforeLoad, beforeLoadMs, withMinimalPreflight } from './before-load.ts';
import { changedOptions, plainOptions } from './changed-options.ts';
import { type K6Summary, summarise } from './collect-facts.ts';
import { conformance } from './conformance/phase.ts';
import { newRecords } from './conformance/records.ts';
import type { RunContext, UserContext } from './context.ts';
import { redactorFor } from './load/keep-evidence.ts';
import { runOptions } from './options.ts';
import { sleep } from './paced.ts';
import { type Found, foundIn, type HandedOn, handOn } from './setup-data.ts';
import { changeableCharacters, isReadInEitherCase } from './tokens/made-up-tokens.ts';

/** Everything but the load: most of the harness, kept out of the virtual users (ADR 26). */
export function outsideLoad(settled: UserContext) {
  const context: RunContext = {
    ...settled,
    checks: checksFor(settled.contract, settled.validators),
    planned: runPlan(settled),
    redact: redactorFor(settled.settings),
  };
  const options = runOptions(context);
  // A copy, because k6 overwrites the exported object with the options that it uses.
  const exported = plainOptions(options);
  const changed = () => changedOptions(exported, plainOptions(exec.test.options));
  return {
    options,
    setup: () => prepare(context, changed()),
    handleSummary: (data: K6Summary) => summarise(context, data, changed()),
  };
}

function runPlan(context: UserContext): RunPlan {
  const { scenario, settings, contract, profile, isRateGiven, conformance, load, comparison } = context;
  const { startedAtMs, loads, companion, counterpart } = settings;
  return {
    scenario: scenario.name,
    profile,
    latencyDecides: scenario.latencyDecides,
    contract,
    contractFile: HARNESS_RUN.contractFile,
    startedAtMs,
    conformance,
    load,
    loadShare: 1,
    loads,
    isRateGiven,
    hasCompanion: companion !== null,
    comparison: comparison && counterpart && { ...comparison, counterpart: counterpart.baseUrl },
    tokenCharacters: changeableCharacters(settings.token),
    isTokenReadInEitherCase: isReadInEitherCase(settings.token),
  };
}

/** Setup: runs the conformance phase, then warms the service up for the load. */
async function prepare(context: RunContext, changed: readonly string[]): Promise<HandedOn> {
  const { settings, load } = context;
  const { startedAtMs } = settings;
  const segment = segmentOf(exec.test.options.executionSegment);
  const seed = context.seed ?? Math.floor(Math.random() * 2 ** 32);
  const problems = problemsOf(context, changed, segment);
  if (problems.length > 0) {
    exec.test.fail('nothing was sent: see the report');
    const { before, load } = foundIn(newRecords(), seed);
    return handOn({ startedAtMs, problems: problems.map(context.redact), before }, load);
  }
  const startMs = Date.now();
  // Generators do not communicate. Those started together wait until the same times, so that their loads begin together.
  const until = (ms: number) => sleep(segment.share < 1 ? Math.max(0, startMs + ms - Date.now()) : 0);
  const found = await conformance(segment.isFirst ? context : withMinimalPreflight(context), seed);
  await until(context.conformance.budgetMs);
  const reason = whyNoPass(context, found, segment.share);
  // k6 treats the message as a format string.
  if (reason !== null) exec.test.fail(reason.replaceAll('%', '%%'));
  const ownLoad = load === null ? null : partOfLoad(load, segment.share);
  const warmUp = await beforeLoad(context, ownLoad, found.load);
  await until(beforeLoadMs(context));
  const before = { ...found.before, warmUp, endedAtMs: Date.now() };
  return handOn({ startedAtMs, problems: [], before }, found.load);
}

/** Switches that change what a run can prove. k6 hides them from scripts. */
const switches = ['K6_NO_THRESHOLDS', 'K6_SUMMARY_MODE', 'K6_NEW_MACHINE_READABLE_SUMMARY'];

/** What makes the run impossible, beside `changed` options of k6. */
function problemsOf(
  { settings, load, scenario }: RunContext,
  changed: readonly string[],
  { name, share }: ReturnType<typeof segmentOf>,
) {
  const set = switches.filter((one) => ![null, 'false'].includes(given(__ENV[one])));
  const problems = [
    ...settings.problems,
    ...unreadableProxies(__ENV).map((one) => `${one}: it is not the address of a proxy.`),
    ...set.map((one) => `${one} is set: it would change what this run can prove. Unset it.`),
    ...changed,
  ];
  if (name !== null && load === null)
    problems.push(`executionSegment is set, but ${scenario.name} has no load to split: unset it.`);
  // A segment without virtual users would judge nothing, and k6 would exit 0.
  if (name !== null && load !== null && share * load.virtualUsers < 1)
    problems.push(`executionSegment ${name} is too small: use at most ${load.virtualUsers} load generators.`);
  return problems;
}

const partOnly =
  'This is a part of a load, which gets no verdict of its own: merge judges all parts together.';

/** Why the run can no longer pass, whatever the load shows; null: it can. k6 must not exit 0 then. */
function whyNoPass(context: RunContext, found: Found, share: number): string | null {
  const load = found.load.succeeding.length === 0 ? null : context.load;
  const before = { ...found.before, calls: withIdealLoad(found.before.calls, load) };
  if (load !== null && share < 1) return partOnly;
  const { scenario, settings } = context;
  const isJudged = load?.shape === 'steady' && scenario.latencyDecides && settings.companion === null;
  // The load has not run yet.
  const seen = { plan: { ...context.planned, load: null }, before, metrics: {}, evidence: [] };
  const { findings, causes } = settleFindings(answerFindings(seen, isJudged ? 1 : null), [], seen);
  // The command line reads from the report whether the load needed a waiver. Plain k6 must decide that before the load.
  const isLast = load === null || settings.companion === null;
  const { waivers = [] } = context.contract;
  const [cause] = isLast ? causes : expiredWaivers(waivers, dayOf(settings.startedAtMs));
  const known = findings.find(decides)?.title ?? cause?.reason;
  if (known !== undefined || context.load?.shape !== 'steady' || !scenario.latencyDecides)
    return known ?? null;
  return unmetByPlan(context.load, context.contract, settings.loads.most)?.reason ?? null;
}
