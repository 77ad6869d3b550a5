/**
 * The number from which each part of a run counts its requests: no part repeats another's data, so that no cache is warm
 * when the measured time begins. Repetitions that are meant are those of the conformance phase's first numbers.
 */
export const firstOf = {
  probe: 1_000_000,
  settling: 100_000_000,
  'warm-up': 200_000_000,
  measure: 300_000_000,
  compared: 1_000_000_000,
} as const;
