import exec from 'k6/execution';
import { buildReport } from '../reports/build/build.ts';
import { type Facts, factsLine, factsVersion, type RunFacts } from '../reports/facts.ts';
import type { Figures, Metrics } from '../reports/metrics.ts';
import { redactDeep } from '../reports/redact.ts';
import { renderAll } from '../reports/render-all.ts';
import { renderTerminal } from '../reports/terminal.ts';
import { isLoopback } from '../schemas/base-url.ts';
import { given } from '../schemas/run-settings.ts';
import { keptEvidence, machineOf } from './companion.ts';
import { segmentShare } from './load/timetable.ts';
import type { RunContext } from './run-context.ts';
import { transportOf } from './settings.ts';
import type { HandedOn, SetupSummary } from './setup-data.ts';

/** What k6 hands to handleSummary in its default mode; k6's own types leave it out. */
export interface K6Summary {
  readonly state: { readonly testRunDurationMs: number; readonly isStdOutTTY: boolean };
  readonly metrics: Readonly<Record<string, K6Metric | undefined>>;
  readonly setup_data?: HandedOn;
}

interface K6Metric {
  readonly values: Readonly<Record<string, number | null | undefined>>;
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

/** The facts of a run that has ended, with the secrets taken out. */
function gatherFacts(
  context: RunContext,
  summary: Partial<K6Summary>,
  changedOptions: readonly string[],
): Facts {
  const { planned, settings, redact } = context;
  const { state, metrics = {}, setup_data } = summary;
  const setup: SetupSummary | null = setup_data === undefined ? null : JSON.parse(setup_data.summary);
  const startedAtMs = setup?.startedAtMs ?? settings.startedAtMs;
  const problems = [...(setup?.problems ?? []), ...changedOptions, ...takenAway(summary)];
  const facts: Facts = {
    schemaVersion: factsVersion,
    tool: { name: 'encryption-backup-harness', version: HARNESS_VERSION },
    run: runFacts(context, startedAtMs, setup?.seed, state?.testRunDurationMs ?? 0),
    plan: { ...planned, startedAtMs, ...segmentFacts(context, metrics) },
    before: setup?.before ?? null,
    metrics: metricsOf(metrics),
    crossed: crossedThresholds(metrics),
    machine: machineOf(settings.companion),
    evidence: keptEvidence(settings.companion),
    problems: [...new Set(problems)],
    generators: 1,
    isAligned: true,
  };
  return redactDeep(facts, redact);
}

/** k6 divides the load as it divides the virtual users, who may be no multiple of the segments. */
function segmentFacts(
  { load }: RunContext,
  { vus_max: users }: K6Summary['metrics'],
): Pick<Facts['plan'], 'loadShare' | 'segment'> {
  const segment = exec.test.options.executionSegment ?? '';
  if (segment === '') return { loadShare: 1 };
  const made = users?.values['max'];
  return {
    segment,
    loadShare: load === null || made == null ? segmentShare(segment) : made / load.virtualUsers,
  };
}

/** Flags of k6 take parts of the summary away, and no script sees those flags. */
function takenAway({ state, metrics }: Partial<K6Summary>): string[] {
  if (state === undefined || metrics === undefined)
    return ['k6 ran with --new-machine-readable-summary: remove this flag.'];
  const isJudged = Object.values(metrics).some((metric) => metric?.thresholds !== undefined);
  return isJudged ? [] : ['k6 ran with --no-thresholds: remove this flag.'];
}

function runFacts(
  { scenario, settings, counterpart }: RunContext,
  startedAtMs: number,
  seed: number | undefined,
  durationMs: number,
): RunFacts {
  const startedAt = new Date(startedAtMs).toISOString();
  const transport = transportOf(settings);
  const { run } = HARNESS_RUN;
  const isEmbedded = run?.embedded === true;
  return {
    id: run?.id ?? `${startedAt}-${scenario.name}${segmentName()}`,
    startedAt,
    durationMs: Math.round(durationMs),
    ...(seed === undefined ? {} : { seed }),
    target: settings.baseUrl,
    isOnThisMachine: isLoopback(settings.baseUrl),
    embeddedService: isEmbedded,
    ...(transport === null ? {} : { transport }),
    reproduce: [
      ...(isEmbedded ? [] : [`BASE_URL=${settings.baseUrl} ACCESS_TOKEN=$ACCESS_TOKEN`]),
      ...(counterpart === null ? [] : [`COMPARE_URL=${counterpart.baseUrl}`]),
      ...(counterpart?.hasOwnToken === true ? ['COMPARE_ACCESS_TOKEN=$COMPARE_ACCESS_TOKEN'] : []),
      ...(transport?.headers === undefined ? [] : ['REQUEST_HEADERS="$REQUEST_HEADERS"']),
      run?.command ?? plainCommand(scenario.name, seed),
    ].join(' '),
    k6Version: run?.k6Version ?? '2.x',
  };
}

/** Segments may start in the same millisecond. */
function segmentName(): string {
  const { executionSegment } = exec.test.options;
  return executionSegment == null ? '' : `-${executionSegment}`;
}

function plainCommand(scenario: string, seed: number | undefined): string {
  return `${seed === undefined ? '' : `SEED=${seed} `}k6 run dist/${scenario}.js`;
}

/** Of a slice of time these few are shown. */
const figuresOfSlice: readonly string[] = ['count', 'avg', 'min', 'max', 'p(50)', 'p(95)', 'p(99)'];

/** k6 lists every metric that a threshold names: most have no samples. A counter's rate is over the whole run. */
function metricsOf(metrics: K6Summary['metrics']): Metrics {
  const kept: Record<string, Figures> = {};
  for (const [key, metric] of Object.entries(metrics)) {
    const isWanted = (figure: string) => !key.includes('slice:') || figuresOfSlice.includes(figure);
    const figures = Object.entries(metric?.values ?? {}).filter(
      (entry): entry is [string, number] =>
        entry[0] !== 'rate' && isWanted(entry[0]) && Number.isFinite(entry[1]),
    );
    const { count, ...others } = Object.fromEntries(figures);
    if (count !== undefined && count > 0) kept[key] = { count, ...others };
    else if (count === undefined && figures.length > 0) kept[key] = others;
  }
  return kept;
}

function crossedThresholds(metrics: K6Summary['metrics']): string[] {
  return Object.entries(metrics).flatMap(([name, metric]) =>
    Object.entries(metric?.thresholds ?? {})
      .filter(([, { ok }]) => !ok)
      .map(([expression]) => `${name} ${expression}`),
  );
}

/** The end of a run: what it saw becomes facts, the facts a report, and the report files. */
export function summarise(
  context: RunContext,
  summary: Partial<K6Summary>,
  changedOptions: readonly string[],
): Record<string, string> {
  const facts = gatherFacts(context, summary, changedOptions);
  if (given(__ENV['FACTS_TO_STDOUT']) !== null) return { stdout: `${factsLine(facts)}\n` };
  const { out: folder, companion } = context.settings;
  const report = buildReport(facts);
  const files = renderAll(report, facts, folder);
  // Plain k6 has nobody else to say it.
  if (companion !== null) return files;
  return {
    ...files,
    stdout: renderTerminal(report, { colour: summary.state?.isStdOutTTY ?? false, folder }),
  };
}
