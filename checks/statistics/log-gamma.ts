const halfLogTwoPi = 0.9189385332046727;

/** Coefficients B(2k) / (2k(2k−1)) of the Stirling series of ln Γ. */
const stirlingSeries = [
  1 / 12,
  -1 / 360,
  1 / 1260,
  -1 / 1680,
  1 / 1188,
  -691 / 360360,
  1 / 156,
  -3617 / 122400,
];

/**
 * ln Γ(z) less its leading terms (z − ½) ln z − z + ½ ln 2π, for z > 0. Differences of ln Γ at large arguments
 * cancel; differences of this remainder do not.
 */
export function stirlingRemainder(z: number): number {
  if (z >= 15) return series(z);
  let shifted = z;
  let logProduct = 0;
  while (shifted < 15) {
    logProduct += Math.log(shifted);
    shifted += 1;
  }
  return leadingTerms(shifted) - leadingTerms(z) + series(shifted) - logProduct;
}

function leadingTerms(z: number): number {
  return (z - 0.5) * Math.log(z) - z + halfLogTwoPi;
}

function series(z: number): number {
  const step = 1 / (z * z);
  return stirlingSeries.reduceRight((sum, coefficient) => sum * step + coefficient, 0) / z;
}
