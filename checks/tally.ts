import type { Evidence } from '../dist/report-types.ts';
import { add, mergeMaps } from './add-up.ts';
import { endsOfNone } from './answer.ts';
import type { Failure, Judged, Judgement } from './check.ts';
import { callFailures } from './exchange.ts';

/** What a run has seen of one check. Plain data, so that tallies can be sent and combined. */
export interface CheckTally {
  /** Answers to which the check applied. The others are not evidence. */
  readonly outcomes: Record<Exclude<Judgement['outcome'], 'not-applicable'>, number>;
  readonly causes: Record<string, { count: number; expected: string; actual: string; evidence: Evidence[] }>;
  readonly contested: Record<string, FormTally>;
  readonly undecided: Record<string, FormTally>;
}

interface FormTally {
  count: number;
  readonly example: string;
}

/** All outcomes of a judgement except pass. */
export const unlikePass = ['contested', 'undecided', 'fail', 'not-applicable'] as const;

/** By check id. */
export type Tally = Record<string, CheckTally>;

/** The first causes keep this much evidence each; every further cause keeps one case. */
const evidencePerCause = 5;
const causesWithMore = 3;
const causesKept = 20;
/** All further causes are counted under this name, with one case. */
export const otherCauses = 'other causes, such as this one';

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

/** Counts one judgement. Returns a function that keeps evidence of it, or null if no more is wanted. */
export function countJudged(
  tally: Tally,
  { check: { id }, judgement }: Judged,
  redact = (text: string) => text,
): ((evidence: Evidence) => void) | null {
  if (judgement.outcome === 'not-applicable') return null;
  tally[id] ??= emptyTally();
  const entry = tally[id];
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
  redact: (text: string) => string,
) {
  const known = Object.keys(entry.causes).length < causesKept || cause in entry.causes;
  const name = known ? cause : otherCauses;
  entry.causes[name] ??= { count: 0, expected, actual: redact(actual), evidence: [] };
  const tallied = entry.causes[name];
  tallied.count += 1;
  const most = Object.keys(entry.causes).indexOf(name) < causesWithMore ? evidencePerCause : 1;
  const isWanted = () => tallied.evidence.length < most;
  // Other evidence may have been kept in the meantime.
  return isWanted() ? (one: Evidence) => void (isWanted() && tallied.evidence.push(one)) : null;
}

/** Combines the tallies of two runs and keeps the first cases of each cause. */
export function addTallies(one: Tally, other: Tally): Tally {
  return mergeMaps(one, other, (a, b) => ({
    outcomes: mergeMaps(a.outcomes, b.outcomes, add),
    causes: mergeMaps(a.causes, b.causes, (before, after) => ({
      ...after,
      count: before.count + after.count,
      evidence: [...before.evidence, ...after.evidence].slice(0, evidencePerCause),
    })),
    contested: mergeMaps(a.contested, b.contested, addForms),
    undecided: mergeMaps(a.undecided, b.undecided, addForms),
  }));
}

function addForms(a: FormTally, b: FormTally): FormTally {
  return { ...a, count: a.count + b.count };
}

const namedStatuses = [
  101, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 501, 502,
  503, 504,
];

/** k6 reports only values named before the run, so all other statuses share this one. */
const otherOutcome = 'another status';

export const outcomeTags: readonly string[] = [
  ...Object.values(endsOfNone),
  ...namedStatuses.map((status) => `HTTP ${status}`),
  ...callFailures,
  otherOutcome,
];

export function outcomeTag(name: string): string {
  return outcomeTags.includes(name) ? name : otherOutcome;
}
