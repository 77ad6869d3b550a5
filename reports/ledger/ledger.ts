import { burnRates } from '../../checks/availability/burn-rates.ts';
import { statedAvailability } from '../../checks/availability/figure.ts';
import { burstWithin, type LedgerFigure, ledgerFigure } from '../../checks/availability/ledger-figure.ts';
import { accidentsOf, type LedgerRun } from '../../checks/availability/ledger-runs.ts';
import type { AvailabilityMeaning, DeclaredAvailability } from '../../checks/availability/meanings.ts';
import { outageBound } from '../../checks/availability/outages.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import type { LedgerEndpoint, LedgerLine } from '../../schemas/ledger.ts';
import { type Build, buildsOf, exceptionsOf, runsOf, sumOf } from './builds.ts';
import type { LedgerModel, MeaningFigure } from './model.ts';
import { callsText, secondsText } from './wording.ts';

const outageLengths = [1, 30, 300];
const defaultOutageSeconds = 0.1;

export interface LedgerOptions {
  /** The build to sum up; undefined: the newest. */
  readonly build?: string;
  readonly declared: DeclaredAvailability | null;
  readonly nowMs: number;
  /** Shown is only what holds for outages of this length; the default is the stall that a standard run must see. */
  readonly outageSeconds?: number;
}

/** What the runs of one build of one target add up to. */
export function ledgerOf(lines: readonly LedgerLine[], options: LedgerOptions): LedgerModel {
  const { build: wanted, declared, nowMs } = options;
  const builds = buildsOf(lines);
  const chosen = builds.find(({ build }) => wanted === undefined || build === wanted);
  const target = declared?.target ?? statedAvailability;
  const runs = chosen === undefined ? [] : runsOf(chosen);
  const watches = runs.map(({ startMs, seconds, episodes }) => ({ startMs, seconds: seconds.n, episodes }));
  return {
    schemaVersion: 1,
    sum: chosen === undefined ? null : sumOf(chosen),
    declared: declared?.meaning ?? null,
    target,
    figures: chosen === undefined ? [] : figuresOf(chosen, target, options),
    outages: runs.length === 0 ? [] : outageLengths.map((seconds) => outageBound(watches, seconds)),
    endpoints: endpointSums(chosen?.lines ?? []),
    burnRates: burnRates(timedCalls(chosen), 1 - target, nowMs),
    others: builds.filter((build) => build !== chosen).map(sumOf),
    exceptions: chosen === undefined ? [] : exceptionsOf(chosen),
  };
}

function figuresOf(build: Build, target: number, options: LedgerOptions): MeaningFigure[] {
  const sum = sumOf(build);
  const [calls, seconds] = [
    figureOf('calls', build, target, options),
    figureOf('seconds', build, target, options),
  ];
  const isJudged = (meaning: AvailabilityMeaning) => options.declared?.meaning === meaning;
  return [
    {
      ...calls,
      meaning: 'requests',
      title: 'calls that succeed',
      isJudged: isJudged('requests'),
      explanation: callsText(calls, sum, target),
    },
    {
      ...seconds,
      meaning: 'seconds',
      title: 'seconds without a failed call',
      isJudged: isJudged('seconds'),
      explanation: secondsText(seconds, sum, runsOf(build), target),
    },
    { ...notMeasured, isJudged: isJudged('synchronisation') },
  ];
}

/** Bad trials are taken to cluster as in the outages that must be seen, and as in any build of the target. */
function figureOf(
  trials: 'calls' | 'seconds',
  build: Build,
  target: number,
  { outageSeconds = defaultOutageSeconds }: LedgerOptions,
): LedgerFigure {
  const of = (runs: readonly LedgerRun[]) => runs.map((run) => run[trials]);
  const { calls, seconds } = sumOf(build);
  const perSecond = trials === 'calls' ? calls / (seconds || 1) : 1;
  const ofTarget = runsOf({ ...build, lines: build.ofTarget }).filter(({ isDown }) => !isDown);
  const leastEffect = Math.max(outageSeconds * perSecond, burstWithin(of(ofTarget)));
  const runs = runsOf(build);
  return ledgerFigure(of(runs), of(accidentsOf(runs)), { target, leastEffect });
}

const unknown: Omit<LedgerFigure, 'verdict'> = {
  observed: null,
  atLeast: 0,
  atMost: 1,
  designEffect: 1,
  burst: null,
  furtherRuns: null,
};

const notMeasured: Omit<MeaningFigure, 'isJudged'> = {
  ...unknown,
  verdict: 'not measured',
  meaning: 'synchronisation',
  title: 'data that is synchronised',
  explanation:
    'Not measured: the document shows neither what is synchronised nor how the sync status says so.',
};

function endpointSums(lines: readonly LedgerLine[]): LedgerEndpoint[] {
  const all = lines.filter(({ standing }) => standing === 'counts').flatMap(({ endpoints }) => endpoints);
  return endpointNames.flatMap((endpoint) => {
    const own = all.filter((one) => one.endpoint === endpoint);
    if (own.length === 0) return [];
    const total = (of: (one: LedgerEndpoint) => number) => own.reduce((sum, one) => sum + of(one), 0);
    return [
      {
        endpoint,
        n: total(({ n }) => n),
        failures: total(({ failures }) => failures),
        episodes: total(({ episodes }) => episodes),
        longestSeconds: Math.max(...own.map(({ longestSeconds }) => longestSeconds)),
      },
    ];
  });
}

/** The budget is the service's, so its burn rate is taken over all builds. */
function timedCalls(chosen: Build | undefined) {
  if (chosen === undefined) return [];
  return runsOf({ ...chosen, lines: chosen.ofTarget }).map(({ startMs, calls }) => ({
    startMs,
    n: calls.n,
    failures: calls.mostBad,
  }));
}
