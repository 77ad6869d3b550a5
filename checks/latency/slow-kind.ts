import { lowerBound, upperBound } from '../statistics/distributions.ts';
import { type Slice, total } from '../statistics/samples.ts';
import { countText } from '../wording.ts';
import type { LatencyFacts } from './conditions.ts';
import { callsByConnection, lastingUsers } from './slow-share.ts';

/** What most slow calls have in common: one sentence, or none. */
export function slowKindOf({ measurement, share }: LatencyFacts): string[] {
  const { fresh, lasting } = callsByConnection(measurement);
  // Lasting connections are few, and all calls of one may be alike.
  const used = { ...lasting, draws: Math.min(lasting.n, lastingUsers) };
  const kind = kindOfSlowCalls([
    ...bySize(measurement.bySize, { n: share.n, hits: share.x - share.unproven.errors }),
    { words: 'were the first on their connection', own: fresh, others: used },
    { words: 'were not the first on their connection', own: used, others: fresh },
  ]);
  return kind === null ? [] : [slowKindText(kind)];
}

/** Longest first: if no calls lie between two sizes, the larger is named. */
function bySize(sizes: readonly Slice[], all: Slice): CallKind[] {
  const kinds = sizes.map((_, at) => {
    const own = total(sizes.slice(at));
    const others = { n: Math.max(0, all.n - own.n), hits: Math.max(0, all.hits - own.hits) };
    return { words: `have a body of ${countText(2 ** (at + 1))} characters or more`, own, others };
  });
  return kinds.toReversed();
}

/** Hits: slow calls. `draws`: how many of the calls are independent of each other; absent: all. */
interface SlowAmong extends Slice {
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
  const gap = (kind: CallKind) => gapIn(kind, namedByChance / kinds.length / 2);
  const [clearest] = kinds.filter(explainsMost).toSorted((a, b) => gap(b) - gap(a));
  return clearest !== undefined && gap(clearest) > 0 ? clearest : null;
}

/** "Most slow calls have …: 412 of 430 such calls, and 3 of 3 900 others." */
export function slowKindText({ words, own, others }: CallKind): string {
  const among = ({ n, hits }: Slice) => `${countText(hits)} of ${countText(n)}`;
  return `Most slow calls ${words}: ${among(own)} such calls, and ${among(others)} others.`;
}

function explainsMost({ own, others }: CallKind): boolean {
  if (own.n === 0 || others.n === 0) return false;
  const explained = own.hits - own.n * (others.hits / others.n);
  return explained > 0 && explained >= explainedShare * (own.hits + others.hits);
}

/** What exact bounds of both shares leave between them; 0 or less: the shares may be the same. */
function gapIn({ own, others }: CallKind, alpha: number): number {
  const bounded = (bound: typeof lowerBound, { n, hits, draws = n }: SlowAmong) =>
    bound((hits / n) * draws, draws, alpha);
  return bounded(lowerBound, own) - bounded(upperBound, others);
}
