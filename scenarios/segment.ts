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

/** Where an execution segment begins and ends, as shares of the load; the whole load if the text is no segment. */
function segmentBounds(segment: string | null): readonly [from: number, to: number] {
  if (segment === null) return [0, 1];
  const [start, end] = segment.includes(':') ? segment.split(':') : ['0', segment];
  const [from, to] = [fraction(start), fraction(end)];
  return from >= 0 && from < to && to <= 1 ? [from, to] : [0, 1];
}

function fraction(text = ''): number {
  if (text.endsWith('%')) return Number(text.slice(0, -1)) / 100;
  const [above, below = '1'] = text.split('/');
  return Number(above) / Number(below);
}
