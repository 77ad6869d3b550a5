import { type ClauseId, clause, clauseIds } from '../checks/document.ts';
import type { Finding } from '../checks/findings.ts';
import { type State, stateOf } from './outcome.ts';
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
    const isSeen = observations.some((observation) => observation.clause === id);
    return {
      id,
      section,
      sentence,
      standing,
      reading: reading ?? '',
      state: clauseState(standing, judging, isSeen),
      checks: judging.map(({ check }) => check),
    };
  });
}

/** A sentence that the contract must complete is neither kept nor broken itself; the declaration is. */
function clauseState(
  standing: ClauseRow['standing'],
  judging: readonly Finding[],
  isSeen: boolean,
): ClauseRow['state'] {
  const has = (state: State) => judging.some((finding) => stateOf(finding) === state);
  const isDeclared = standing === 'declarable';
  if (has('fail')) return isDeclared ? 'declaration-broken' : 'broken';
  if (has('inconclusive')) return 'inconclusive';
  if (has('waived')) return 'waived';
  if (has('pass')) return isDeclared ? 'declaration-kept' : 'kept';
  if (standing === 'harness' || standing === 'context') return standing;
  if (isSeen || has('observed')) return 'observed';
  return standing === 'judged' ? 'not-judged' : 'silent';
}
