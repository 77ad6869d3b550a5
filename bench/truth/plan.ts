import { chosen } from '../peer-tools.ts';
import type { BenchOptions } from './options.ts';
import type { Run } from './results.ts';
import { type Rung, rungs } from './rungs.ts';
import { secondsOfProfile } from './tools/harness.ts';

/** One run that is to be made. */
export interface Task {
  readonly tool: string;
  readonly rung: Rung;
  readonly burners: number;
  readonly nice: boolean;
  /** Empty for all but the harness. */
  readonly profile: string;
}

/** About how long a run takes, start and stop included. */
export function secondsOf({ rung, profile }: Task): number {
  return profile === '' ? rung.durationS + 4 : (secondsOfProfile[profile] ?? 0);
}

/**
 * Every tool on one rung before the next rung: what disturbs the machine meanwhile disturbs all of them. Runs that are
 * there already count, so that the same command goes on where it was stopped.
 */
export function plan(
  asked: BenchOptions,
  tools: readonly string[],
  earlier: readonly Run[],
): readonly Task[] {
  const round = asked.burners.flatMap((burners) =>
    chosen(rungs, asked.rungs).flatMap((rung) => tools.map((tool) => taskOf(tool, rung, burners, asked))),
  );
  const made = round.map((task) => earlier.filter((run) => isRunOf(run, task)).length);
  return Array.from({ length: asked.runs }, (_, number) =>
    round.filter((_task, index) => (made[index] ?? 0) <= number),
  ).flat();
}

function isRunOf(run: Run, { tool, rung, burners, nice, profile }: Task): boolean {
  const isSameTool = run.tool === tool && run.nice === nice && run.profile === profile;
  return isSameTool && run.rung === rung.name && run.burners === burners;
}

function taskOf(tool: string, rung: Rung, burners: number, { nice, profile }: BenchOptions): Task {
  if (tool !== 'harness') return { tool, rung, burners, nice: false, profile: '' };
  return { tool, rung, burners, nice, profile };
}
