import type { Run } from './results.ts';

/** While others use less than this share of the cores, the machine counts as quiet. */
export const quietBusyShare = 0.1;

export function isQuiet({ burners, othersBusyShare }: Run): boolean {
  return burners === 0 && othersBusyShare < quietBusyShare;
}

/** What the machine did beside a run, in the order of the tables. */
export function conditionOf(run: Run): string {
  if (isQuiet(run)) return 'quiet';
  return run.burners === 0 ? 'others busy' : `${run.burners} burners`;
}

export function conditionsOf(runs: readonly Run[]): readonly string[] {
  const order = (run: Run) => (isQuiet(run) ? -1 : run.burners);
  return [...new Set([...runs].sort((a, b) => order(a) - order(b)).map(conditionOf))];
}
