import { targetShare, trialsOf } from '../../../checks/availability/figure.ts';
import { sumOf } from '../../../checks/statistics/samples.ts';
import type { LedgerLine } from '../../../dist/ledger-types.ts';
import type { Contract } from '../../../schemas/contract.ts';
import { burstWithin, byStart, ledgerFigure, runTrials } from './ledger-figure.ts';

export interface LedgerOptions {
  /** The build to sum up; undefined: the newest. */
  readonly build?: string | undefined;
  /** Ids of runs whose target and build are summed up; none: those of the newest run. */
  readonly runs?: readonly string[];
  readonly declared: Contract['availability'];
  /** The shortest outage that must be seen. */
  readonly outageMs?: number | undefined;
}

/** The stall that a standard run must see. */
const defaultOutageMs = 100;

export type LedgerModel = ReturnType<typeof ledgerOf>;
export type LedgerSum = NonNullable<LedgerModel['sum']>;
export type MeaningFigure = LedgerModel['figures'][number];

/** What a ledger shows of all runs of one build of one target: the content of `ledger --json`, from which the text is made. */
export function ledgerOf(lines: readonly LedgerLine[], options: LedgerOptions) {
  const { declared, build, runs = [], outageMs = defaultOutageMs } = options;
  const asked = lines.filter(({ run }) => runs.length === 0 || runs.includes(run));
  const newest = newestOf(asked.filter((line) => build === undefined || line.build === build));
  const ofTarget = lines.filter((line) => line.target === newest?.target);
  const own = ofTarget.filter((line) => line.build === newest?.build);
  const target = targetShare(declared);
  const sum = newest === undefined ? null : sumUp(newest, own, ofTarget);
  const perSecond = sum === null ? 0 : sum.calls / (sum.seconds || 1);
  // Bad trials are assumed to cluster as in the outages that must be seen, and as in any build of the target.
  const figures = (['requests', 'seconds'] as const).map((meaning) => {
    const seen = runTrials(ofTarget, ofTarget, trialsOf[meaning]).filter(({ isDown }) => !isDown);
    const inOutage = (outageMs / 1000) * (meaning === 'requests' ? perSecond : 1);
    const leastEffect = Math.max(inOutage, burstWithin(seen));
    const trials = runTrials(own, ofTarget, trialsOf[meaning]);
    return { meaning, ...ledgerFigure(trials, { target, leastEffect }) };
  });
  return {
    schemaVersion: 1,
    // null where the ledger is empty.
    sum,
    // null: nothing is judged.
    declared: declared?.meaning ?? null,
    // A share.
    target,
    figures: sum === null ? [] : figures,
    // Down or left out, newest first.
    exceptions: own
      .filter(({ standing }) => standing !== 'counts')
      .toSorted(byStart)
      .toReversed(),
    // Runs of other targets and builds.
    others: lines.length - own.length,
  };
}

/** The newest run, of those that are not left out if there are any. */
function newestOf(lines: readonly LedgerLine[]): LedgerLine | undefined {
  const evidence = lines.filter(({ standing }) => standing !== 'left-out');
  return (evidence.length > 0 ? evidence : lines).toSorted(byStart).at(-1);
}

/** Counts of the runs; runs that were down add no calls. */
function sumUp({ target, build }: LedgerLine, own: readonly LedgerLine[], ofTarget: readonly LedgerLine[]) {
  const runs = runTrials(own, ofTarget, trialsOf.requests);
  const counted = own.filter(({ standing }) => standing === 'counts');
  return {
    target,
    build,
    // Those that count, and those that were down if the target was ever reached.
    runs: runs.length,
    down: runs.filter(({ isDown }) => isDown).length,
    calls: sumOf(counted, ({ calls }) => calls.n),
    failures: sumOf(counted, ({ calls }) => calls.failures),
    neverMade: sumOf(counted, ({ calls }) => calls.neverMade ?? 0),
    seconds: sumOf(counted, ({ time }) => time.seconds),
    leastBadSeconds: sumOf(counted, ({ time }) => time.leastBadSeconds),
    mostBadSeconds: sumOf(counted, ({ time }) => time.mostBadSeconds),
  };
}
