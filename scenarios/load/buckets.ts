/** Histogram edges: 20 ms times powers of 1.1, so that the limit is an edge and every bucket is 10 % wide. */
const base = 20;
const ratio = 1.1;
const lowest = -48;
const highest = 66;

/** Every bucket's number; bucket k ends at 20 · 1.1^k ms. */
export const buckets = Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index);

export function bucketOf(durationMs: number): number {
  const exact = Math.ceil(Math.log(durationMs / base) / Math.log(ratio) - 1e-9);
  return Math.min(highest, Math.max(lowest, exact));
}

/** Upper edge in milliseconds; null for the last bucket, which has none. */
export function upperEdgeMs(bucket: number): number | null {
  return bucket === highest ? null : base * ratio ** bucket;
}
