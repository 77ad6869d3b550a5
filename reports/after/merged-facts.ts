import { distinct } from '../../checks/add-up.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { addSeen } from '../add-facts.ts';
import type { Facts } from '../facts.ts';
import { npxCommand } from '../report.ts';

/** Combines the facts of generators that called one service at the same time. `mergeProblems` says whether that is allowed. */
export function addFacts(parts: readonly [Facts, ...Facts[]], harness = npxCommand(parts[0].tool)): Facts {
  const [first] = parts;
  const { segment: _segment, ...plan } = first.plan;
  const loadStarts = parts.map(({ before }) => before?.endedAtMs ?? 0);
  const skewMs = Math.max(...loadStarts) - Math.min(...loadStarts);
  return {
    ...first,
    run: runOfAll(parts, harness),
    plan: {
      ...plan,
      startedAtMs: Math.min(...parts.map(({ plan }) => plan.startedAtMs)),
      loadShare: sumOf(parts, ({ plan }) => plan.loadShare),
      hasCompanion: parts.every(({ plan }) => plan.hasCompanion),
    },
    ...addSeen(parts),
    generators: sumOf(parts, ({ generators }) => generators),
    isAligned:
      parts.every(({ isAligned }) => isAligned) &&
      // The start of a further load is not recorded.
      plan.loads.made === 1 &&
      skewMs <= (plan.load?.sliceMs ?? 0),
  };
}

const joint = ' + ';

/** The ids of the runs that were combined. */
export function idsIn(runId: string): string[] {
  return runId.split(joint);
}

/** From the first start to the last end, with the ids of all parts. */
function runOfAll(parts: readonly [Facts, ...Facts[]], harness: string): Facts['run'] {
  const { seed, advisory: _advisory, nice: _nice, ...first } = parts[0].run;
  const runs = parts.map(({ run }) => run);
  const [vanished] = runs.flatMap((run) => run.vanished ?? []);
  const [waited] = runs.flatMap((run) => run.waited ?? []);
  const ids = runs.flatMap(({ id }) => idsIn(id));
  const start = Math.min(...runs.map(({ startedAt }) => Date.parse(startedAt)));
  const end = Math.max(...runs.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs));
  const merging = `${harness} merge <run folders or logs>`;
  const isSplit = parts.some(({ plan }) => plan.segment !== undefined);
  const inOperator = isSplit ? ' (with k6-operator: delete its TestRun and create it again)' : '';
  const commands = distinct(runs.flatMap(({ reproduce }) => reproduce.split('\n')));
  const loads = commands.filter((command) => !['# ', merging].some((start) => command.startsWith(start)));
  return {
    ...first,
    ...(seed !== undefined && runs.every((run) => run.seed === seed) ? { seed } : {}),
    ...(vanished && { vanished }),
    ...(waited && { waited }),
    id: ids.toSorted().join(joint),
    startedAt: new Date(start).toISOString(),
    durationMs: end - start,
    harness,
    reproduce: [`# all loads, started at the same time${inOperator}:`, ...loads, '# then:', merging].join(
      '\n',
    ),
    k6Version: distinct(runs.map(({ k6Version }) => k6Version)).join(', '),
  };
}
