/** Why a run cannot tell whether the candidate is slower than its counterpart. */
export const comparisonCauses = {
  'perhaps-too-small': `Slower by more than {share} %, but perhaps by less than {ms} ms. → Decide from the figures: the harness does not count so small a difference as slower.`,
  'wide-interval': `The confidence interval includes both "slower" and "not slower". → Use a longer --profile or a quieter machine.`,
  'not-alone': `Several load generators shared the load, so their turns are not synchronised. → Compare in a run with a single load generator.`,
  'clock-set': `The clock was set or the machine was suspended. → Make sure that the clock is not set during the run.`,
  'turns-dropped': `{calls} because too many were in flight. → Lower --rate: the median of a service that cannot keep up says nothing.`,
  'another-service': `The counterpart does not answer {endpoint} as the document states, so it may be another service. → Check the URL of the counterpart.`,
  'counterpart-fails': `{failed} of {calls} calls to the counterpart did not succeed{how}. → Check that the counterpart is running, that its URL is right and that it accepts the token (COMPARE_ACCESS_TOKEN).`,
  'candidate-fails': `{failed} of {calls} calls to the candidate did not succeed{how}. → See the errors of the judged service.`,
  'rate-too-low': `The rate is too low: {rounds} rounds of {calls} calls per block do not fit into the profile. → Raise --rate or use a longer --profile.`,
  'cut-short': `The comparison was cut short: {complete} of {rounds} rounds are complete. → Let the run finish, and see its log.`,
} as const;
