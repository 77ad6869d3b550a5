import type { Run } from './results.ts';

/** What the verdict on a fault or an oddity is worth. */
export type Outcome = 'caught' | 'missed' | 'passed' | 'false alarm' | 'inconclusive' | 'no verdict';

/**
 * A fault is caught when the run fails and names something that the same tool does not hold against the conformant
 * service. Any other fail is a false alarm.
 */
export function outcomeOf(run: Run, runs: readonly Run[]): Outcome {
  if (run.verdict === 'none') return 'no verdict';
  if (run.verdict === 'inconclusive') return 'inconclusive';
  if (run.asked.kind !== 'fault') return run.verdict === 'fail' ? 'false alarm' : 'passed';
  return run.verdict === 'fail' && ownFindings(run, runs).length > 0 ? 'caught' : 'missed';
}

/** The findings that the tool does not have of the conformant service too. */
export function ownFindings(run: Run, runs: readonly Run[]): readonly string[] {
  const plain = runs.find(({ tool, asked }) => tool === run.tool && asked.kind === 'conformant');
  return run.findings.filter((finding) => plain?.findings.includes(finding) !== true);
}
