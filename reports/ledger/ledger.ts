import { burnRates } from '../../checks/availability/burn-rates.ts';
import { statedAvailability } from '../../checks/availability/figure.ts';
import { burstWithin, type LedgerFigure, ledgerFigure } from '../../checks/availability/ledger-figure.ts';
import { accidentsOf } from '../../checks/availability/ledger-runs.ts';
import type { DeclaredAvailability } from '../../checks/availability/meanings.ts';
import { outageBound } from '../../checks/availability/outages.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import type { LedgerEndpoint, LedgerLine } from '../../schemas/ledger.ts';
import { type Build, buildsOf, leftOutOf, runsOf, sumOf } from './builds.ts';
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
    leftOut: chosen === undefined ? [] : leftOutOf(chosen),
  };
}

function figuresOf(build: Build, target: number, options: LedgerOptions): MeaningFigure[] {
  const { declared, outageSeconds = defaultOutageSeconds } = options;
  const sum = sumOf(build);
  const runs = runsOf(build);
  const ofTarget = runsOf({ ...build, lines: build.ofTarget }).filter(({ isDown }) => !isDown);
  const accidents = accidentsOf(runs);
  const figure = (trials: 'calls' | 'seconds', perSecond: number) =>
    ledgerFigure(
      runs.map((run) => run[trials]),
      accidents.map((run) => run[trials]),
      {
        target,
        leastEffect: Math.max(outageSeconds * perSecond, burstWithin(ofTarget.map((run) => run[trials]))),
      },
    );
  const calls = figure('calls', sum.calls / (sum.seconds || 1));
  const seconds = figure('seconds', 1);
  return [
    {
      ...calls,
      meaning: 'requests',
      title: 'calls that succeed',
      isJudged: declared?.meaning === 'requests',
      explanation: callsText(calls, sum, target),
    },
    {
      ...seconds,
      meaning: 'seconds',
      title: 'seconds without a failed call',
      isJudged: declared?.meaning === 'seconds',
      explanation: secondsText(seconds, sum, runs, target),
    },
    { ...notMeasured, isJudged: declared?.meaning === 'synchronisation' },
  ];
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
