import type { Failure, Judgement, Outcome } from './check.ts';
import type { Evidence, FindingCause } from './finding.ts';
import type { Judged } from './judge.ts';

/** What a run has seen of one check: plain data, so that it can travel and be added up. */
export interface CheckTally {
  /** Answers that were judged, by what was said of them. */
  readonly outcomes: Record<Outcome, number>;
  readonly causes: Record<string, CauseTally>;
  readonly contested: Record<string, { count: number; readonly example: string }>;
  readonly undecided: Record<string, { count: number; readonly example: string }>;
}

interface CauseTally extends Pick<FindingCause, 'expected' | 'actual'> {
  count: number;
  readonly evidence: Evidence[];
}

/** By check id. */
export type Tally = Record<string, CheckTally>;

export const evidencePerCause = 5;
const causesKept = 20;

export function tallyOf(tally: Tally, checkId: string): CheckTally {
  tally[checkId] ??= emptyTally();
  return tally[checkId];
}

export function emptyTally(): CheckTally {
  return {
    outcomes: { pass: 0, contested: 0, undecided: 0, fail: 0 },
    causes: {},
    contested: {},
    undecided: {},
  };
}

/** Answers that were judged, whatever was said of them. */
export function judgedAnswers({ outcomes: { pass, contested, undecided, fail } }: CheckTally): number {
  return pass + contested + undecided + fail;
}

/** Counts one judgement. Returns the cause that still wants evidence, if any. */
export function count(tally: Tally, { check, judgement }: Judged): CauseTally | null {
  if (judgement.outcome === 'not-applicable') return null;
  const entry = tallyOf(tally, check.id);
  entry.outcomes[judgement.outcome] += 1;
  if (judgement.outcome === 'fail') return countFailure(entry, judgement);
  countForm(entry, judgement);
  return null;
}

function countForm(entry: CheckTally, judgement: Judgement): void {
  if (judgement.outcome === 'contested') addForm(entry.contested, judgement.form, judgement.actual);
  if (judgement.outcome === 'undecided') addForm(entry.undecided, judgement.cause, judgement.actual);
}

function addForm(forms: CheckTally['contested'], form: string, example: string): void {
  forms[form] ??= { count: 0, example };
  forms[form].count += 1;
}

function countFailure(entry: CheckTally, { cause, expected, actual }: Failure): CauseTally | null {
  const known = Object.keys(entry.causes).length < causesKept || cause in entry.causes;
  const name = known ? cause : 'further causes';
  entry.causes[name] ??= { count: 0, expected, actual, evidence: [] };
  const tallied = entry.causes[name];
  tallied.count += 1;
  return tallied.evidence.length < evidencePerCause ? tallied : null;
}
