import { targetShare, trialsOf } from '../../../checks/availability/figure.ts';
import { sumOf } from '../../../checks/statistics/samples.ts';
import type { LedgerLine } from '../../../dist/ledger-types.ts';
import type { Contract } from '../../../schemas/contract.ts';
import { idsIn } from '../merged-facts.ts';
import { burstWithin, ledgerFigure, runTrials } from './ledger-figure.ts';

/** The stall that a standard run must see. */
const defaultOutageMs = 100;

export type LedgerModel = NonNullable<ReturnType<typeof ledgerOf>>;

/**
 * What a ledger shows of all runs of one build of one target: the content of `ledger --json`, from which the text is made. The build and
 * the target are those of the newest run that matches `runs` (ids), `build` and `target`, as far as these are given. `outageMs`: the
 * shortest outage that must be seen. null: no run matches.
 */
export function ledgerOf(
  unsorted: readonly LedgerLine[],
  options: {
    readonly declared: Contract['availability'];
    readonly target?: string | undefined;
    readonly build?: string | undefined;
    readonly runs?: readonly string[];
    readonly outageMs?: number | undefined;
  },
) {
  const { declared, build, runs = [], outageMs = defaultOutageMs } = options;
  const isMeant = (line: LedgerLine) =>
    line.build === (build ?? line.build) && line.target === (options.target ?? line.target);
  const lines = unsorted.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
  // The ledger may hold one part of a merged run, or the merged run for one of its parts.
  const named = runs.flatMap(idsIn);
  const asked = lines.filter(({ run }) => runs.length === 0 || idsIn(run).some((id) => named.includes(id)));
  const newest = newestOf(asked.filter(isMeant));
  if (newest === undefined) return null;
  const ofTarget = lines.filter((line) => line.target === newest.target);
  const own = ofTarget.filter((line) => line.build === newest.build);
  const reached = ofTarget.filter(({ standing }) => standing === 'counts');
  const target = targetShare(declared);
  const sum = sumUp(newest, own, reached);
  const perSecond = sum.calls / (sum.seconds || 1);
  // Bad trials are assumed to cluster as in the outages that must be seen, and as in any build of the target.
  const figures = (['requests', 'seconds'] as const).map((meaning) => {
    const inOutage = (outageMs / 1000) * (meaning === 'requests' ? perSecond : 1);
    const leastEffect = Math.max(inOutage, burstWithin(reached.map(trialsOf[meaning])));
    const trials = runTrials(own, reached, trialsOf[meaning]);
    return { meaning, ...ledgerFigure(trials, { target, leastEffect }) };
  });
  return {
    schemaVersion: 1,
    sum,
    // null: nothing is judged.
    declared: declared?.meaning ?? null,
    // A share.
    target,
    figures,
    // Runs that were down or left out, newest first.
    exceptions: own.filter(({ standing }) => standing !== 'counts').toReversed(),
    // Runs of other targets and builds.
    others: lines.length - own.length,
  };
}

/** The newest run that is not left out, or the newest of all. */
function newestOf(lines: readonly LedgerLine[]): LedgerLine | undefined {
  const evidence = lines.filter(({ standing }) => standing !== 'left-out');
  return (evidence.length > 0 ? evidence : lines).at(-1);
}

/** Counts of the runs; runs that were down add no calls. */
function sumUp({ target, build }: LedgerLine, own: readonly LedgerLine[], reached: readonly LedgerLine[]) {
  const runs = runTrials(own, reached, trialsOf.requests);
  const counted = own.filter(({ standing }) => standing === 'counts');
  return {
    target,
    build,
    // Runs that count and, if the target was ever reached, runs that were down.
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
