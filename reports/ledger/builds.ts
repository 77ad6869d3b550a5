import { type LedgerRun, ledgerRuns } from '../../checks/availability/ledger-runs.ts';
import type { LedgerLine } from '../../schemas/ledger.ts';
import type { BuildSum, ExceptionalRun } from './model.ts';

/** The lines of one build of one target. */
export interface Build {
  readonly target: string;
  readonly build: string | null;
  readonly lines: readonly LedgerLine[];
  /** Of the target, whatever the build. */
  readonly ofTarget: readonly LedgerLine[];
}

/** Every build of every target, that with the newest evidence first. */
export function buildsOf(lines: readonly LedgerLine[]): Build[] {
  const groups = new Map<string, LedgerLine[]>();
  for (const line of lines) {
    const key = JSON.stringify([line.target, line.build]);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { target, build } = first;
      return [{ target, build, lines: group, ofTarget: lines.filter((line) => line.target === target) }];
    })
    .toSorted((a, b) => newestMs(b) - newestMs(a));
}

/** What is evidence is newer than what is left out, whenever it was. */
function newestMs({ lines }: Build): number {
  const evidence = lines.filter(({ standing }) => standing !== 'left-out').map(startMs);
  return evidence.length > 0 ? Math.max(...evidence) : Math.max(...lines.map(startMs)) - 1e15;
}

function startMs({ startedAt }: LedgerLine): number {
  return Date.parse(startedAt);
}

export function runsOf({ lines, ofTarget }: Build): LedgerRun[] {
  return ledgerRuns(lines, ofTarget);
}

/** The figures as they were counted: nothing is made up for runs that were down. */
export function sumOf(build: Build): BuildSum {
  const runs = runsOf(build);
  const counted = build.lines.filter(({ standing }) => standing === 'counts');
  const inOrder = build.lines.toSorted((a, b) => startMs(a) - startMs(b));
  const total = (of: (line: LedgerLine) => number) => counted.reduce((sum, line) => sum + of(line), 0);
  return {
    target: build.target,
    build: build.build,
    firstStartedAt: inOrder[0]?.startedAt ?? '',
    lastStartedAt: inOrder.at(-1)?.startedAt ?? '',
    runs: runs.length,
    down: runs.filter(({ isDown }) => isDown).length,
    leftOut: build.lines.length - runs.length,
    calls: total(({ calls }) => calls.n),
    failures: total(({ calls }) => calls.failures),
    seconds: total(({ time }) => time.seconds),
    mostBadSeconds: total(({ time }) => time.mostBadSeconds),
    episodes: total(({ time }) => time.episodes),
  };
}

/** What is not evidence like the rest, newest first. */
export function exceptionsOf({ lines, ofTarget }: Build): ExceptionalRun[] {
  const wasReached = ofTarget.some(({ standing }) => standing === 'counts');
  return lines
    .toSorted((a, b) => startMs(b) - startMs(a))
    .flatMap(({ run, startedAt, standing, reason }): ExceptionalRun[] => {
      if (standing === 'counts') return [];
      if (standing === 'left-out' || wasReached) return [{ run, startedAt, standing, reason }];
      const never = `${reason}, as in every run of this target: is it the right one?`;
      return [{ run, startedAt, standing: 'left-out', reason: never }];
    });
}
