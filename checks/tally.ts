import type { Evidence, FindingCause } from '../dist/report-types.ts';
import { add, mergeMaps } from './add-up.ts';
import { errorReported, ofOtherData, ruledOut, unlikeOthers } from './answer.ts';
import type { Failure, Judged, Outcome } from './check.ts';
import { callFailures } from './exchange.ts';

/** What a run has seen of one check. Plain data, so that tallies can be sent and combined. */
export interface CheckTally {
  /** Judged answers, by outcome. */
  readonly outcomes: Record<Outcome, number>;
  readonly causes: Record<string, CauseTally>;
  readonly contested: Record<string, FormTally>;
  readonly undecided: Record<string, FormTally>;
}

interface FormTally {
  count: number;
  readonly example: string;
}

interface CauseTally extends Pick<FindingCause, 'expected' | 'actual'> {
  count: number;
  readonly evidence: Evidence[];
}

/** All outcomes of a judgement except pass. */
export const unlikePass = ['contested', 'undecided', 'fail', 'not-applicable'] as const;

/** By check id. */
export type Tally = Record<string, CheckTally>;

export type KeepEvidence = (evidence: Evidence) => void;

/** The first causes keep this much evidence each; every further cause keeps one case. */
const evidencePerCause = 5;
const causesWithMore = 3;
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

/** Judged answers of every outcome. */
export function judgedAnswers({ outcomes: { pass, contested, undecided, fail } }: CheckTally): number {
  return pass + contested + undecided + fail;
}

const unchanged = (text: string): string => text;

/** Counts one judgement. Returns a function that keeps evidence of it, or null if no more is wanted. */
export function countJudged(
  tally: Tally,
  { check, judgement }: Judged,
  redact = unchanged,
): KeepEvidence | null {
  if (judgement.outcome === 'not-applicable') return null;
  const entry = tallyOf(tally, check.id);
  entry.outcomes[judgement.outcome] += 1;
  if (judgement.outcome === 'fail') return countFailure(entry, judgement, redact);
  if (judgement.outcome === 'contested' || judgement.outcome === 'undecided') {
    const { outcome, cause, actual } = judgement;
    const forms = entry[outcome];
    forms[cause] ??= { count: 0, example: redact(actual) };
    forms[cause].count += 1;
  }
  return null;
}

export function causeKey(checkId: string, cause: string): string {
  return `${checkId} ${cause}`;
}

function countFailure(
  entry: CheckTally,
  { cause, expected, actual }: Failure,
  redact: typeof unchanged,
): KeepEvidence | null {
  const known = Object.keys(entry.causes).length < causesKept || cause in entry.causes;
  const name = known ? cause : 'other causes';
  entry.causes[name] ??= { count: 0, expected, actual: redact(actual), evidence: [] };
  const tallied = entry.causes[name];
  tallied.count += 1;
  const most = Object.keys(entry.causes).indexOf(name) < causesWithMore ? evidencePerCause : 1;
  const isWanted = () => tallied.evidence.length < most;
  // Other evidence may have been kept in the meantime.
  return isWanted() ? (evidence) => void (isWanted() && tallied.evidence.push(evidence)) : null;
}

/** Combines the tallies of two runs and keeps the first cases of each cause. */
export function addTallies(one: Tally, other: Tally): Tally {
  return mergeMaps(one, other, (a, b) => ({
    outcomes: mergeMaps(a.outcomes, b.outcomes, add),
    causes: mergeMaps(a.causes, b.causes, addCauses),
    contested: mergeMaps(a.contested, b.contested, addForms),
    undecided: mergeMaps(a.undecided, b.undecided, addForms),
  }));
}

function addCauses(a: CauseTally, b: CauseTally): CauseTally {
  return {
    ...b,
    count: a.count + b.count,
    evidence: [...a.evidence, ...b.evidence].slice(0, evidencePerCause),
  };
}

function addForms(a: FormTally, b: FormTally): FormTally {
  return { ...a, count: a.count + b.count };
}

const namedStatuses = [
  101, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 501, 502,
  503, 504,
];

const namedOutcomes: readonly string[] = [
  errorReported,
  unlikeOthers,
  ofOtherData,
  ruledOut,
  ...namedStatuses.map((status) => `HTTP ${status}`),
  ...callFailures,
];

/** k6 reports only values named before the run, so all other statuses share this one. */
const otherOutcome = 'another status';

export const outcomeTags: readonly string[] = /* @__PURE__ */ namedOutcomes.concat(otherOutcome);

export function outcomeTag(name: string): string {
  return namedOutcomes.includes(name) ? name : otherOutcome;
}
