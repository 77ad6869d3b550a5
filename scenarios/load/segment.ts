import { segmentBounds } from '../../reports/segments.ts';

/** The part of the whole load that one generator of several makes: its execution segment, "0:1/2" for the first half. */
export function segmentShare(segment: string | null | undefined): number {
  const [from, to] = segmentBounds(segment);
  return to - from;
}

/** A segment but the first: what is asked once, and makes backups, is for the first alone. */
export function isLaterSegment(segment: string | null | undefined): boolean {
  return segmentBounds(segment)[0] > 0;
}
