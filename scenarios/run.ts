import exec from 'k6/execution';
import type { Options } from 'k6/options';
import { contract, validators } from '#contract';
import { checksFor } from '../checks/catalogue.ts';
import { comparisonPlan } from '../checks/comparison/plan.ts';
import { overGridMs } from '../checks/latency/measurement.ts';
import { answerFindings, withIdealLoad } from '../reports/build/answer-findings.ts';
import { redactor } from '../reports/redact.ts';
import { secretsOf } from '../reports/secrets.ts';
import { decides } from '../reports/verdict.ts';
import { applyWaivers, dayOf, decidingJudgements, expiredWaivers } from '../reports/waivers.ts';
import { backupsBefore } from '../schemas/load-plan.ts';
import { preflightPlan } from '../schemas/profiles.ts';
import { calibrate } from './before-load/calibrate.ts';
import { warmUp } from './before-load/warm-up.ts';
import { changedOptions, type ResolvedOptions } from './changed-options.ts';
import { askInTurns } from './comparison/ask-in-turns.ts';
import { type CounterpartSetting, readCounterpart } from './comparison/counterpart.ts';
import { withComparison } from './comparison/options.ts';
import { conformance } from './conformance/conformance.ts';
import { newRecords, redactRecords } from './conformance/records.ts';
import type { K6Summary } from './facts.ts';
import { iterate } from './load/iterate.ts';
import { exceptions } from './load/metrics.ts';
import { resolveLoad } from './load/plan.ts';
import { changeableCharacters } from './made-up-tokens.ts';
import { optionsFor, setupTimeoutMs } from './options.ts';
import { outFolder } from './out-folder.ts';
import { nothingToLoad, type RunContext, type ScenarioDefinition } from './run-context.ts';
import { readSettings, type Settings } from './settings.ts';
import type { SetupData } from './setup-data.ts';
import { summarise } from './summarise.ts';
import { decidingThresholds, hopeless } from './thresholds.ts';
import { readToken } from './token.ts';

export interface Run {
  readonly options: Options;
  readonly setup: () => Promise<SetupData>;
  readonly measure: (data: SetupData | undefined) => void;
  readonly warmUp: (data: SetupData | undefined) => void;
  readonly compare: (data: SetupData) => Promise<void>;
  readonly handleSummary: (data: Partial<K6Summary>) => Record<string, string>;
}

export async function defineRun(definition: ScenarioDefinition): Promise<Run> {
  const token = await readToken();
  const setting = definition.compares === true ? await readCounterpart(token) : noCounterpart;
  const context = contextOf(definition, readSettings(token, outFolder()), setting);
  // Outside of virtual users, as in setup() and handleSummary.
  const options = __VU === 0 ? runOptions(context) : {};
  // k6 writes what it goes by into the object that it is given.
  const exported = plain(options);
  const changed = () => changedOptions(exported, plain(exec.test.options));
  const iteration = (phase: 'warm-up' | 'measure') => (data: SetupData | undefined) => {
    if (data === undefined) exec.test.abort('setup() did not run: see the report');
    else guarded(() => iterate(context, data, phase));
  };
  return {
    options,
    setup: () => prepare(context, [...changed(), ...segmentProblem(context)]),
    measure: iteration('measure'),
    warmUp: iteration('warm-up'),
    compare: (data) => askInTurns(context, data).catch(countAndThrow),
    handleSummary: (data) => summarise(context, data, changed()),
  };
}

/** The one iteration of a run without load falls to one segment; the others would judge nothing, and k6 exit 0. */
function segmentProblem({ load, definition }: RunContext): string[] {
  const segment = exec.test.options.executionSegment;
  return load !== null || segment === undefined || segment === null
    ? []
    : [`executionSegment is set, but ${definition.name} has no load to split: unset it.`];
}

function plain(options: unknown): ResolvedOptions {
  return JSON.parse(JSON.stringify(options));
}

/** k6 reads them once, outside the virtual users, and they take longer to work out than all else a user starts with. */
function runOptions(context: RunContext): Options {
  const { load, comparison, checks, plan } = context;
  const checkIds = checks.map(({ id }) => id);
  const subjects = [...new Set(checks.map(({ subject }) => subject))];
  const submetrics = { checkIds, subjects, overs: overGridMs };
  const setupTimeout = `${setupTimeoutMs(plan, load)}ms`;
  const options = { ...optionsFor(load, submetrics, decidingThresholds(context)), setupTimeout };
  return load === null || comparison === null ? options : withComparison(options, load, comparison);
}

const noCounterpart: CounterpartSetting = { counterpart: null, problems: [] };

function contextOf(
  definition: ScenarioDefinition,
  given: Settings,
  { counterpart, problems }: CounterpartSetting,
): RunContext {
  const durationMs = given.durationMs ?? definition.durationMs ?? null;
  const settings = { ...given, durationMs, problems: [...given.problems, ...problems] };
  const plan = definition.conformance === 'full' ? settings.profile.conformance : preflightPlan;
  const load = definition.load === null ? null : resolveLoad(definition.load, settings, plan, contract);
  const checks = checksFor(contract, validators);
  const comparison = load === null || counterpart === null ? null : comparisonPlan(settings.profile, load);
  const conformancePlan = { ...plan, backup: backupsBefore(plan, contract) };
  return {
    planned: {
      scenario: definition.name,
      profile: settings.profile.name,
      promise: settings.profile.promise,
      latencyDecides: definition.latencyDecides,
      contract,
      contractFile: __ENV['HARNESS_CONTRACT'] ?? null,
      startedAtMs: settings.startedAtMs,
      conformance: conformancePlan,
      load,
      loadShare: 1,
      isRateGiven: settings.rate !== null,
      hasCompanion: settings.companion !== null,
      comparison:
        comparison === null || counterpart === null
          ? null
          : { ...comparison, counterpart: counterpart.baseUrl },
      tokenCharacters: __VU === 0 ? changeableCharacters(settings.token) : 0,
    },
    definition,
    settings,
    plan: conformancePlan,
    load,
    counterpart,
    comparison,
    checks,
    deciding: decidingJudgements(checks, contract, dayOf(settings.startedAtMs)),
    contract,
    redact: redactor([settings, ...(counterpart === null ? [] : [counterpart])].flatMap(secretsOf)),
  };
}

async function prepare(context: RunContext, changed: readonly string[]): Promise<SetupData> {
  const { settings, redact } = context;
  const seed = settings.seed ?? freshSeed();
  const problems = [...settings.problems, ...changed];
  if (problems.length > 0) {
    exec.test.fail('nothing was sent: see the report');
    return unmade(problems, seed);
  }
  const evidence = { phase: 'conformance', baseUrl: settings.baseUrl, redact } as const;
  const done = await conformance({ ...context, evidence, seed });
  const records = redactRecords(done.records, redact);
  const data = { ...done, records, seed, problems: [], calibration: null, warmUp: null };
  markUnlessPassing(context, data);
  return { ...data, ...(await beforeLoad(context, data)) };
}

function freshSeed(): number {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  return seed;
}

/** What must be known of the machine and done to the service before the load starts. */
async function beforeLoad(
  context: RunContext,
  data: SetupData,
): Promise<Pick<SetupData, 'calibration' | 'warmUp'>> {
  const { load, settings } = context;
  if (load === null || nothingToLoad(data)) return { calibration: null, warmUp: null };
  const calibration = await calibrate(settings.companion, load);
  return { calibration, warmUp: await warmUp(context, load, data) };
}

/**
 * k6's exit status must not be 0 where the report does not pass. This is what setup() can know of it: what no load
 * can settle any more.
 */
function markUnlessPassing(context: RunContext, data: SetupData): void {
  const load = nothingToLoad(data) ? null : context.load;
  const { tally, calls } = data.records;
  const before = { tally, calls: withIdealLoad(calls, load), refusedClasses: data.refusedClasses };
  const judged = answerFindings(context.planned, before, {}, []);
  const { waivers = [] } = context.contract;
  const today = dayOf(context.settings.startedAtMs);
  const waived = applyWaivers(judged, waivers, today);
  const cause = load === null ? waived.causes[0] : expiredWaivers(waivers, today)[0];
  const reason = waived.findings.find(decides)?.title ?? cause?.text ?? hopeless(context);
  if (reason !== null) exec.test.fail(reason);
}

function unmade(problems: readonly string[], seed: number): SetupData {
  return {
    seed,
    reachable: false,
    records: newRecords(),
    backupBody: null,
    problems,
    conformanceMs: 0,
    refusedClasses: [],
    roundTrip: null,
    calibration: null,
    warmUp: null,
  };
}

/** k6 exits 0 when every iteration throws; this counts it, and the verdict is then withheld. */
function guarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    countAndThrow(error);
  }
}

function countAndThrow(error: unknown): never {
  exceptions.add(1);
  throw error;
}
