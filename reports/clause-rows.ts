import { type ClauseId, clause, clauseIds } from '../checks/document.ts';
import type { Finding } from '../checks/findings.ts';
import { type FindingState, stateOf } from './outcome.ts';
import type { ClauseRow, Observation } from './report.ts';

/** Clauses that repeat others, and so are judged by the checks of those others. */
const settledBy: Partial<Record<ClauseId, readonly ClauseId[]>> = {
  '1.operations': ['4.user', '4.encrypt', '4.sync', '4.backup'],
  '1.read-user': ['4.user'],
  '1.encrypt': ['4.encrypt'],
  '1.sync': ['4.sync'],
  '1.backup': ['4.backup'],
  '2.user.returned': ['4.user.response'],
  '4.encrypt.header': ['5.bearer'],
  '9.prefix': ['4.user', '4.encrypt', '4.sync', '4.backup'],
  '9.all-v1': ['4.user', '4.encrypt', '4.sync', '4.backup'],
};

/** Every statement of the document, with what this run shows about it. */
export function clauseRows(findings: readonly Finding[], observations: readonly Observation[]): ClauseRow[] {
  return clauseIds.map((id) => {
    const { section, sentence, standing, reading } = clause(id);
    const sources: readonly string[] = settledBy[id] ?? [id];
    const judging = findings.filter((finding) => sources.includes(finding.clause));
    const seen = observations.filter((observation) => observation.clause === id);
    return {
      id,
      section,
      sentence,
      standing,
      reading: reading ?? '',
      state: clauseState(standing, judging, seen),
      checks: judging.map(({ check }) => check),
      ...worstCounts(judging),
      note: noteOf(judging, seen),
    };
  });
}

/**
 * Counts of the finding with the most failures, or else the most answers. They are not added up, because several findings may
 * judge the same answers.
 */
function worstCounts(judging: readonly Finding[]): Pick<ClauseRow, 'samples' | 'failures'> {
  const failed = judging.filter((finding) => stateOf(finding) === 'failed');
  const [worst] = (failed.length > 0 ? failed : judging).toSorted(
    (one, other) => other.failures - one.failures || other.samples - one.samples,
  );
  return { samples: worst?.samples ?? 0, failures: worst?.failures ?? 0 };
}

/** A sentence that the contract must complete is neither kept nor broken itself; the declaration is. */
function clauseState(
  standing: ClauseRow['standing'],
  judging: readonly Finding[],
  seen: readonly Observation[],
): ClauseRow['state'] {
  const has = (state: FindingState) => judging.some((finding) => stateOf(finding) === state);
  const isDeclared = standing === 'declarable';
  if (has('failed')) return isDeclared ? 'declaration-broken' : 'broken';
  if (has('inconclusive')) return 'inconclusive';
  if (has('waived')) return 'waived';
  if (has('passed')) return isDeclared ? 'declaration-kept' : 'kept';
  if (standing === 'harness' || standing === 'context') return standing;
  if (seen.length > 0 || has('observed')) return 'observed';
  return standing === 'judged' ? 'not-judged' : 'silent';
}

function noteOf(judging: readonly Finding[], seen: readonly Observation[]): string {
  const declared = judging.filter(({ origin }) => origin === 'declared').map(({ title }) => title);
  const observed = seen.map(({ title, endpoint, values }) => {
    const shown = values.slice(0, 3).map(({ value, count }) => `${value} (${count})`);
    return `${title}${endpoint === '' ? '' : `, ${endpoint}`}: ${shown.join(', ')}`;
  });
  return [...declared, ...observed.slice(0, 4)].join('. ');
}
