import exec from 'k6/execution';
import { inShell } from '../reports/evidence.ts';
import { type Facts, factsLine } from '../reports/facts.ts';
import { renderAll } from '../reports/formats/render-all.ts';
import { renderTerminal } from '../reports/formats/terminal.ts';
import { buildReport } from '../reports/judge/build-report.ts';
import type { Figures, Metrics } from '../reports/read-metrics.ts';
import { redactDeep } from '../reports/secrets/redact.ts';
import { isLoopback } from '../schemas/base-url.ts';
import { segmentOf } from '../schemas/load-plan.ts';
import { given } from '../schemas/run-settings.ts';
import { keptBy } from './companion.ts';
import { type RunContext, thisTool, transportOf } from './context.ts';
import type { HandedOn, LoadData, SetupSummary } from './setup-data.ts';

/** What k6 passes to handleSummary in its default mode; some flags remove parts of it. k6's own types omit it. */
export interface K6Summary {
  readonly state?: { readonly testRunDurationMs: number; readonly isStdOutTTY: boolean };
  readonly metrics?: {
    readonly [name: string]: {
      readonly values: Readonly<Record<string, number | null | undefined>>;
      readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
    };
  };
  readonly setup_data?: HandedOn;
}

/** The facts of a finished run, with secrets redacted. Facts from `setup()` are already redacted; k6 takes long to search them again. */
function gatherFacts(
  context: RunContext,
  { state, metrics = {}, setup_data }: K6Summary,
  problems: readonly string[],
): Facts {
  const { planned, settings, load, redact } = context;
  const setup: SetupSummary | null = setup_data === undefined ? null : JSON.parse(setup_data.summary);
  const data: LoadData | null = setup_data === undefined ? null : JSON.parse(setup_data.load);
  const startedAtMs = setup?.startedAtMs ?? settings.startedAtMs;
  const segment = segmentOf(exec.test.options.executionSegment);
  // k6 splits virtual users among segments in whole numbers, so the actual share may differ from the nominal one.
  const users = metrics['vus_max']?.values['max'];
  const loadShare = load === null || users == null ? segment.share : users / load.virtualUsers;
  const { sliceCounts, machine, machineSlices, evidence } = keptBy(settings.companion);
  const counted = Object.entries(sliceCounts).map(([key, count]) => [key, { count }]);
  const facts: Facts = {
    schemaVersion: 1,
    tool: thisTool,
    run: runFacts(context, startedAtMs, data?.seed, segment.name, state?.testRunDurationMs ?? 0),
    plan: {
      ...planned,
      startedAtMs,
      ...(segment.name === null ? {} : { loadShare, segment: segment.name }),
    },
    before: null,
    metrics: { ...metricsOf(metrics), ...Object.fromEntries(counted) },
    crossed: Object.entries(metrics).flatMap(([name, metric]) =>
      Object.entries(metric?.thresholds ?? {}).flatMap(([text, { ok }]) => (ok ? [] : `${name} ${text}`)),
    ),
    machine,
    machineSlices,
    evidence,
    problems: [...new Set([...(setup?.problems ?? []), ...problems])],
    generators: 1,
    isAligned: true,
  };
  return { ...redactDeep(facts, redact), before: setup?.before ?? null };
}

function runFacts(
  { scenario, settings }: RunContext,
  startedAtMs: number,
  seed: number | undefined,
  segment: string | null,
  durationMs: number,
): Facts['run'] {
  const { counterpart, baseUrl } = settings;
  const startedAt = new Date(startedAtMs).toISOString();
  const transport = transportOf(settings);
  const { run } = HARNESS_RUN;
  const isEmbedded = run?.embedded === true;
  const set = ['PROFILE', 'RATE', 'DURATION', 'FACTS_TO_STDOUT'].flatMap((name) => {
    const value = given(__ENV[name]);
    return value === null ? [] : [`${name}=${inShell(value)}`];
  });
  const sequence = exec.test.options.executionSegmentSequence;
  const plainCommand = [
    ...(seed === undefined ? [] : [`SEED=${seed}`]),
    ...set,
    'k6 run',
    ...(segment === null ? [] : [`--execution-segment=${segment}`]),
    ...(segment === null || !sequence ? [] : [`--execution-segment-sequence=${sequence}`]),
    `dist/${scenario.name}.js`,
  ].join(' ');
  return {
    // The segment is in the id because segments may start in the same millisecond.
    id: run?.id ?? [startedAt, scenario.name, ...(segment === null ? [] : [segment])].join('-'),
    startedAt,
    durationMs: Math.round(durationMs),
    ...(seed === undefined ? {} : { seed }),
    target: baseUrl,
    isOnThisMachine: isLoopback(baseUrl),
    embeddedService: isEmbedded,
    ...(transport === null ? {} : { transport }),
    reproduce: [
      ...(isEmbedded ? [] : [`BASE_URL=${inShell(baseUrl)} ACCESS_TOKEN=$ACCESS_TOKEN`]),
      ...(counterpart === null ? [] : [`COMPARE_URL=${inShell(counterpart.baseUrl)}`]),
      ...(counterpart?.hasOwnToken === true ? ['COMPARE_ACCESS_TOKEN=$COMPARE_ACCESS_TOKEN'] : []),
      ...(transport?.headers === undefined ? [] : ['REQUEST_HEADERS="$REQUEST_HEADERS"']),
      run?.command ?? plainCommand,
    ].join(' '),
    k6Version: run?.k6Version ?? '2.x',
    ...run?.told,
  };
}

/** Statistics that reports show for a slice of time. */
const figuresOfSlice: readonly string[] = ['count', 'max', 'p(50)', 'p(99)'];

/** Omits metrics without samples, which k6 lists because they have a threshold, and rates, which span the whole run. */
function metricsOf(metrics: NonNullable<K6Summary['metrics']>): Metrics {
  const entries = Object.entries(metrics).map(([key, metric]) => {
    const few = key.includes('slice:') ? figuresOfSlice : null;
    const figures = Object.entries(metric?.values ?? {}).filter(
      (entry): entry is [string, number] =>
        entry[0] !== 'rate' && few?.includes(entry[0]) !== false && Number.isFinite(entry[1]),
    );
    return [key, Object.fromEntries(figures)] as const;
  });
  const hasSamples = (figures: Figures) => Object.keys(figures).length > 0 && figures['count'] !== 0;
  return Object.fromEntries(entries.filter(([, figures]) => hasSamples(figures)));
}

export function summarise(context: RunContext, summary: K6Summary, changed: readonly string[]) {
  const isWhole = Object.values(summary.metrics ?? {}).some((metric) => metric?.thresholds !== undefined);
  const flag = 'k6 ran with --no-thresholds or --new-machine-readable-summary: remove this flag.';
  const facts = gatherFacts(context, summary, [...changed, ...(isWhole ? [] : [flag])]);
  if (given(__ENV['FACTS_TO_STDOUT']) !== null) return { stdout: `${factsLine(facts)}\n` };
  const { out: folder, companion } = context.settings;
  const report = buildReport(facts);
  const files = renderAll(report, facts, folder);
  // In plain k6, only this prints the result.
  if (companion !== null) return files;
  return {
    ...files,
    stdout: renderTerminal(report, { colour: summary.state?.isStdOutTTY ?? false, folder }),
  };
}
