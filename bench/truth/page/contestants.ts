import type { Run } from '../results.ts';

/** A tool, with the settings that make it another one. */
export interface Contestant {
  readonly name: string;
  readonly runs: readonly Run[];
}

/** In the order of the runs. */
export function contestantsOf(runs: readonly Run[]): readonly Contestant[] {
  const names = [...new Set(runs.map(nameOf))];
  return names.map((name) => ({ name, runs: runs.filter((run) => nameOf(run) === name) }));
}

function nameOf({ tool, profile, nice }: Run): string {
  const settings = [profile, ...(nice ? ['--nice'] : [])].filter((setting) => setting !== '');
  return settings.length === 0 ? tool : `${tool}, ${settings.join(', ')}`;
}
