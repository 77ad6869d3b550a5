import { betaLowerQuantile } from './beta-quantile.ts';

/** The t that a Student variable exceeds on either side with chance `alpha` in all. */
export function studentT(alpha: number, degreesOfFreedom: number): number {
  const x = betaLowerQuantile(alpha, degreesOfFreedom / 2, 0.5);
  return Math.sqrt((degreesOfFreedom * (1 - x)) / x);
}
