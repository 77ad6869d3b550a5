import type { Finding } from '../dist/report-types.ts';
import type { Origin } from './check.ts';
import { type ClauseId, clause as clauseOf, sentenceOf } from './clauses.ts';

export type { Evidence, Finding, FindingCause, Verdict } from '../dist/report-types.ts';

/** What every finding of one check has in common. */
export interface FindingSubject {
  readonly id: string;
  readonly clause: ClauseId;
  readonly origin: Origin;
  /** Title of the endpoint, or empty. */
  readonly endpoint: string;
}

/** What a check says of a run; what is left out is nothing. */
export type SaidOfCheck = Pick<Finding, 'verdict' | 'title' | 'explanation'> & Partial<Finding>;

/** The one way in which a finding comes about. */
export function finding({ id, clause, origin, endpoint }: FindingSubject, said: SaidOfCheck): Finding {
  return {
    check: id,
    clause,
    section: clauseOf(clause).section,
    sentence: sentenceOf(clause),
    origin,
    reading: '',
    endpoint,
    samples: 0,
    failures: 0,
    floor: 0,
    remedy: '',
    causes: [],
    contested: [],
    waiver: null,
    ...said,
  };
}

/** A title that is true for the verdict, of sentences that are true where the rule holds and where it does not. */
export function titleFor(verdict: Finding['verdict'], holds: string, fails = holds): string {
  return {
    pass: holds,
    fail: fails,
    inconclusive: `Undecided: ${holds}`,
    'not-applicable': `Not judged: ${holds}`,
  }[verdict];
}
