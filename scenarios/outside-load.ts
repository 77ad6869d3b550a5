import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { limitMsOf } from '../checks/latency/reading.ts';
import { answerFindings, withIdealLoad } from '../reports/build/answer-findings.ts';
import type { BeforeLoad, RunPlan } from '../reports/facts.ts';
import { decides } from '../reports/verdict.ts';
import { applyWaivers, dayOf, expiredWaivers } from '../reports/waivers.ts';
import { askingLittle, calibrate, startingTogether, warmUp, withShare } from './before-load.ts';
import { conformance } from './conformance/phase.ts';
import { newRecords } from './conformance/records.ts';
import { type K6Summary, summarise } from './facts.ts';
import { redactorFor } from './load/keep-evidence.ts';
import { isLaterSegment, segmentShare } from './load/timetable.ts';
import { changeableCharacters, isReadInEitherCase } from './made-up-tokens.ts';
import { changedOptions, type ResolvedOptions, runOptions } from './options.ts';
import type { RunContext, UserContext } from './run-context.ts';
import { type Found, foundIn, type HandedOn, handOn, type LoadData, type SetupData } from './setup-data.ts';
import { hopeless } from './thresholds.ts';

/** What k6 asks for outside of its virtual users. */
export interface OutsideLoad {
  readonly options: Options;
  readonly setup: () => Promise<HandedOn>;
  readonly handleSummary: (data: Partial<K6Summary>) => Record<string, string>;
}

/** Everything but the load: most of the harness, which no virtual user has to carry (ADR 26). */
export function outsideLoad(settled: UserContext): OutsideLoad {
  const context: RunContext = { ...settled, planned: runPlan(settled), redact: redactorFor(settled) };
  const options = runOptions(context);
  // k6 writes what it goes by into the object that it is given.
  const exported = plain(options);
  const changed = () => changedOptions(exported, plain(exec.test.options));
  return {
    options,
    setup: async () => handOn(await prepare(context, [...changed(), ...segmentProblem(context)])),
    handleSummary: (data) => summarise(context, data, changed()),
  };
}

function runPlan(context: UserContext): RunPlan {
  const { scenario, settings, contract, plan, load, comparison, counterpart } = context;
  return {
    scenario: scenario.name,
    profile: settings.profile.name,
    promise: settings.profile.promise,
    latencyDecides: scenario.latencyDecides,
    contract,
    contractFile: HARNESS_RUN.contractFile,
    startedAtMs: settings.startedAtMs,
    conformance: plan,
    load,
    loadShare: 1,
    loads: settings.loads,
    isRateGiven: settings.rate !== null && HARNESS_RUN.run?.isRateCapped !== true,
    hasCompanion: settings.companion !== null,
    comparison:
      comparison === null || counterpart === null
        ? null
        : { ...comparison, counterpart: counterpart.baseUrl },
    tokenCharacters: changeableCharacters(settings.token),
    isTokenReadInEitherCase: isReadInEitherCase(settings.token),
  };
}

/** A segment that no virtual user falls to would judge nothing, and k6 exit 0. */
function segmentProblem({ load, scenario }: RunContext): string[] {
  const segment = exec.test.options.executionSegment;
  if (segment === undefined || segment === null) return [];
  if (load === null) return [`executionSegment is set, but ${scenario.name} has no load to split: unset it.`];
  return segmentShare(segment) * load.virtualUsers >= 1
    ? []
    : [`executionSegment ${segment} is too small: use at most ${load.virtualUsers} load generators.`];
}

function plain(options: unknown): ResolvedOptions {
  return JSON.parse(JSON.stringify(options));
}

async function prepare(context: RunContext, changed: readonly string[]): Promise<SetupData> {
  const { settings, redact } = context;
  const { startedAtMs } = settings;
  const seed = settings.seed ?? freshSeed();
  const problems = [...settings.problems, ...changed];
  if (problems.length > 0) {
    exec.test.fail('nothing was sent: see the report');
    const { before, load } = nothingFound(seed);
    return { summary: { seed, startedAtMs, problems: problems.map(redact), before }, load };
  }
  const segment = exec.test.options.executionSegment;
  const share = segmentShare(segment);
  const inTime = share < 1 ? startingTogether(context) : null;
  const found = await conformance(isLaterSegment(segment) ? askingLittle(context) : context, seed);
  await inTime?.conformance();
  markUnlessPassing(context, found);
  const further = await beforeLoad(withShare(context, share), found.load);
  await inTime?.load();
  const before = { ...found.before, ...further, endedAtMs: Date.now() };
  return { summary: { seed, startedAtMs, problems: [], before }, load: found.load };
}

function nothingFound(seed: number): Found {
  const beside = {
    seed,
    reachable: false,
    backupBody: null,
    roundTrip: null,
    networkTakenOffMs: 0,
    refusalDelayMs: 0,
  };
  return foundIn(newRecords(), beside);
}

/** Of bytes: k6 fills an element of any other array with one byte, too. */
function freshSeed(): number {
  return crypto.getRandomValues(new Uint8Array(4)).reduce((seed, byte) => seed * 256 + byte, 0);
}

/** What must be known of the machine and done to the service before the load starts. */
async function beforeLoad(
  context: RunContext,
  data: LoadData,
): Promise<Pick<BeforeLoad, 'calibration' | 'warmUp'>> {
  const { load, settings } = context;
  if (load === null || data.succeeding.length === 0) return { calibration: null, warmUp: null };
  const calibration = await calibrate(settings.companion, load, limitMsOf(context.contract));
  return { calibration, warmUp: await warmUp(context, load, data) };
}

/**
 * k6's exit status must not be 0 where the report does not pass. This is what setup() can know of it: what no load
 * can settle any more.
 */
function markUnlessPassing(context: RunContext, found: Found): void {
  const load = found.load.succeeding.length === 0 ? null : context.load;
  const before = { ...found.before, calls: withIdealLoad(found.before.calls, load) };
  const judged = answerFindings(context.planned, before, {}, []);
  const { waivers = [] } = context.contract;
  const today = dayOf(context.settings.startedAtMs);
  const waived = applyWaivers(judged, waivers, today);
  // Without the command line, which reads the report, a waiver must be needed before the load already.
  const isLast = load === null || context.settings.companion === null;
  const [cause] = isLast ? waived.causes : expiredWaivers(waivers, today);
  const isPart = load !== null && segmentShare(exec.test.options.executionSegment) < 1;
  const part = isPart ? 'This is a part of a load: merge its facts with those of the others.' : null;
  const reason = waived.findings.find(decides)?.title ?? cause?.text ?? hopeless(context) ?? part;
  if (reason !== null) exec.test.fail(reason);
}
