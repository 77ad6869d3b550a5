/** Histogram edges: 20 ms times powers of 1.1, so that the limit is an edge and every bucket is 10 % wide. */
const base = 20;
export const bucketRatio = 1.1;
const lowest = -48;
const bucketCount = 115;
const highest = lowest + bucketCount - 1;

/** Every bucket's number; bucket k ends at 20 · 1.1^k ms. */
export const buckets = /* @__PURE__ */ Array.from({ length: bucketCount }, (_, index) => lowest + index);

const perLogarithm = 1 / Math.log(bucketRatio);

export function bucketOf(durationMs: number): number {
  const exact = Math.ceil(Math.log(durationMs / base) * perLogarithm - 1e-9);
  return Math.min(highest, Math.max(lowest, exact));
}

/** Upper edge in milliseconds; null for the last bucket, which has none. */
export function upperEdgeMs(bucket: number): number | null {
  // Engines differ in the last digits of a power.
  return bucket === highest ? null : Number((base * bucketRatio ** bucket).toPrecision(9));
}

/** Percentiles that k6 computes for every trend: enough for a curve. */
export const percentilesKept = [
  0, 1, 5, 10, 20, 25, 30, 40, 50, 60, 70, 75, 80, 85, 90, 92, 94, 95, 96, 97, 98, 98.5, 99, 99.25, 99.5,
  99.75, 99.9, 99.95, 99.99, 100,
];
