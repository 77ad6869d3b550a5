import { segmentBounds } from '../schemas/load-plan.ts';

/** The part of the load that this generator makes, if several share one. */
export interface Segment {
  /** As k6 names it: "0:1/2" for the first half; null: this generator makes all of the load. */
  readonly name: string | null;
  /** Of the whole load. */
  readonly share: number;
  /** Only the first segment asks all of the conformance part and makes backups. */
  readonly isFirst: boolean;
}

/** By k6's options, in which a segment that is not set may be null. */
export function segmentOf({ executionSegment }: { executionSegment?: string | null }): Segment {
  const name = executionSegment || null;
  const [from, to] = segmentBounds(name);
  return { name, share: to - from, isFirst: from === 0 };
}
