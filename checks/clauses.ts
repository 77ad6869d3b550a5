import type { ClauseEntry } from './document/clause-entry.ts';
import { sections0to3 } from './document/sections-0-to-3.ts';
import { sections4to9 } from './document/sections-4-to-9.ts';

export type { ClauseStanding } from './document/clause-entry.ts';

/** Every statement of the document, in its order, under an id that never changes. */
export const clauses = { ...sections0to3, ...sections4to9 };

export type ClauseId = keyof typeof clauses;

export interface Clause extends ClauseEntry {
  readonly id: ClauseId;
  readonly section: string;
}

export const clauseIds = Object.keys(clauses) as ClauseId[];

export function clause(id: ClauseId): Clause {
  return { id, section: id.charAt(0), ...(clauses[id] as ClauseEntry) };
}

/** The sentence as a person reads it: a table row without its bars, a list item without its dash. */
export function sentenceOf(id: ClauseId): string {
  const { sentence } = clauses[id];
  if (!sentence.startsWith('|')) return sentence.replace(/^- /, '');
  return sentence
    .split('|')
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(' · ');
}
