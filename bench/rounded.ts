/** For results that are kept: no more digits than were measured. */
export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
