import { lowerBound, upperBound } from '../statistics/distributions.ts';
import { countText } from '../wording.ts';

/** Calls of an endpoint, and how many of them were slow. */
export interface SlowAmong {
  readonly n: number;
  readonly slow: number;
  /** How many of the calls are independent of each other; absent: all. */
  readonly draws?: number;
}

/** Calls that are alike in one respect, and all others. */
export interface CallKind {
  /** Completes "Most slow calls …". */
  readonly words: string;
  readonly own: SlowAmong;
  readonly others: SlowAmong;
}

/** Share of the slow calls that must exceed what the kind would have if it were as fast as the others. */
const explainedShare = 0.8;
/** Chance that a kind is named although it is no slower than the others, divided equally among the kinds. */
const namedByChance = 0.001;

/**
 * The kind of call that explains most slow calls and differs most from the others. null: none does, or it may be chance. This holds
 * however slow calls cluster, if the harness assigns calls to kinds at random.
 */
export function kindOfSlowCalls(kinds: readonly CallKind[]): CallKind | null {
  const [clearest] = kinds.filter(explainsMost).toSorted((a, b) => difference(b) - difference(a));
  return clearest !== undefined && isReal(clearest, namedByChance / kinds.length / 2) ? clearest : null;
}

/** "Most slow calls have …: 412 of 430 such calls, and 3 of 3 900 others." */
export function slowKindText({ words, own, others }: CallKind): string {
  const among = ({ n, slow }: SlowAmong) => `${countText(slow)} of ${countText(n)}`;
  return `Most slow calls ${words}: ${among(own)} such calls, and ${among(others)} others.`;
}

function explainsMost({ own, others }: CallKind): boolean {
  if (own.n === 0 || others.n === 0) return false;
  const explained = own.slow - own.n * (others.slow / others.n);
  return explained > 0 && explained >= explainedShare * (own.slow + others.slow);
}

function difference({ own, others }: CallKind): number {
  return own.slow / own.n - others.slow / others.n;
}

/** Whether exact bounds of both shares leave a gap. */
function isReal({ own, others }: CallKind, alpha: number): boolean {
  const bounded = (bound: typeof lowerBound, { n, slow, draws = n }: SlowAmong) =>
    bound((slow / n) * draws, draws, alpha);
  return bounded(lowerBound, own) > bounded(upperBound, others);
}
