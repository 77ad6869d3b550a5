import type { BenchOptions } from './options.ts';
import type { Case } from './results.ts';

/** About how long a run takes, start and stop included. */
export const secondsOfProfile: Readonly<Record<string, number>> = { quick: 34, standard: 66, thorough: 142 };

/** Every case once before any of them again: what disturbs the machine meanwhile disturbs all. Runs made already count. */
export function plan(asked: BenchOptions, earlier: readonly Case[]): readonly Case[] {
  const round = asked.profiles.flatMap((profile) =>
    asked.burners.flatMap((burners) =>
      asked.ms.flatMap((ms) =>
        asked.slower.map((slowerPercent) => ({ profile, ms, slowerPercent, burners })),
      ),
    ),
  );
  const made = round.map((one) => earlier.filter((run) => isSame(run, one)).length);
  return Array.from({ length: asked.runs }, (_, number) =>
    round.filter((_one, index) => (made[index] ?? 0) <= number),
  ).flat();
}

export function isSame(a: Case, b: Case): boolean {
  return (
    a.profile === b.profile && a.ms === b.ms && a.slowerPercent === b.slowerPercent && a.burners === b.burners
  );
}
