/**
 * What the harness does with a statement of the document:
 * judged (some check decides), observed (recorded, never decides), harness (an obligation of the harness itself,
 * proved by its own tests), declarable (the document is silent; the operator's contract may speak),
 * silent (nothing to test), context (says nothing that could be kept or broken from outside).
 */
export type ClauseStanding = 'judged' | 'observed' | 'harness' | 'declarable' | 'silent' | 'context';

export interface ClauseEntry {
  /** Verbatim from the document; a table row keeps its bars. */
  readonly sentence: string;
  readonly standing: ClauseStanding;
  /** How the harness reads the sentence, where it can be read in more than one way. */
  readonly reading?: string;
}
