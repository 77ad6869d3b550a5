import { upperBound } from './clopper-pearson.ts';

/** Nothing found in n samples: the true share is below this, at the given confidence. */
export function detectionBound(n: number, confidence = 0.95): number {
  return upperBound(0, n, 1 - confidence);
}
