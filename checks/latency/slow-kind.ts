import { lowerBound, upperBound } from '../statistics/distributions.ts';
import { countText } from '../wording.ts';
import type { LatencyFacts } from './conditions.ts';
import type { SlowAmong } from './measurement.ts';
import { callsByConnection, lastingUsers } from './slow-share.ts';

/** What most slow calls have in common: one sentence, or none. */
export function slowKindOf({ measurement, share }: LatencyFacts): string[] {
  const { fresh, lasting } = callsByConnection(measurement);
  // Lasting connections are few, and all calls of one may be alike.
  const used = { ...lasting, draws: Math.min(lasting.n, lastingUsers) };
  const kind = kindOfSlowCalls([
    ...bySize(measurement.bySize, { n: share.n, slow: share.x - share.unproven.errors }),
    { words: 'were the first on their connection', own: fresh, others: used },
    { words: 'were not the first on their connection', own: used, others: fresh },
  ]);
  return kind === null ? [] : [slowKindText(kind)];
}

/** Longest first: if no calls lie between two sizes, the larger is named. */
function bySize(sizes: readonly SlowAmong[], all: SlowAmong): CallKind[] {
  const own = { n: 0, slow: 0 };
  return sizes.toReversed().map(({ n, slow }, at) => {
    own.n += n;
    own.slow += slow;
    const words = `have a body of ${countText(2 ** (sizes.length - at))} characters or more`;
    const others = { n: Math.max(0, all.n - own.n), slow: Math.max(0, all.slow - own.slow) };
    return { words, own: { ...own }, others };
  });
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
