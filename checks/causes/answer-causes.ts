const declareSuccess = `Declare in the contract what a successful answer looks like (answers.{endpoint}).{#draft}`;
const declareBoth = `Declare in the contract what a successful answer looks like (answers.{endpoint}), and what a refusal does (refusal.statuses and refusal.schema).{#draft}`;
const tellApart = `Check that ACCESS_TOKEN is the token of this service. If it is, declare in the contract what a refusal looks like (refusal.statuses and refusal.schema), or what a successful answer does (answers.{endpoint}).{#draft}`;

/** Why an answer can be read in two ways. One finding may have several of these causes. */
export const answerCauses = {
  'like-result': `{answer} that looks like a result, but does not have the length of one → ${tellApart}`,
  'length-of-result': `{answer} whose length follows that of a result → ${tellApart}`,
  'room-for-result': `{answer} that says success, and always holds a text long enough for the result → ${tellApart}`,
  'promised-result': `{answer} that says by its status, 201 or 202, that the call was accepted, where valid calls get the result → ${tellApart}`,
  'other-constant': `{answer} that is like a result, with another value where all results have the same → ${tellApart}`,
  'nothing-to-compare': `{answer} like those to valid calls, none of which holds anything that depends on the data → ${tellApart}`,
  'unlike-valid': `{answer} unlike those to valid calls, none of which holds anything that depends on the data → ${tellApart}`,
  'same-each-time': `{answer} like those to valid calls, with words or values that recur, and that none of these has → ${tellApart}`,
  'value-of-result': `{answer} unlike those to valid calls, with a value that these have for the same data → ${tellApart}`,
  'larger-than-read': `{answer} that is too large to be read → ${tellApart}`,
  'undeclared-body': `{answer} whose body is not one that the contract declares → ${tellApart}`,
  'declared-refusal': `{answer} that may be a declared refusal → ${tellApart}`,
  'same-for-all-data': `{answer} that is the same for all data, as results are not → ${declareBoth}`,
  'like-success': `{answer} whose status refuses, but whose body has everything that calls with the token get → ${declareBoth}`,
  'says-error': `{answer} that reports an error → ${declareBoth}`,
  'undeclared-204': `a 204, where answers.{endpoint} declares a schema and no statuses → ${declareSuccess}`,
  'inexact-numbers': `{answer} that does not match the declared schema as it is read, which rounds numbers beyond 2^53 → Leave such numbers out of the declared schema.`,
  'perhaps-not-utf8': `bytes that are not UTF-8, or U+FFFD → ${declareSuccess}`,
  'ahead-of-date': `{answer} whose last_sync is later than its own Date → Check that last_sync is in UTC: local time labelled as UTC would be ahead like this.`,
  'perhaps-unsigned': `{answer} that is a success with the token changed in one character, which may be of a part that nothing signs → Have the service refuse a token that was changed anywhere. If tokens of this kind have parts that nothing signs, use one without them, or of at most 128 characters.`,
  'other-scheme': `{answer} that is a success with the token under another scheme → Have {endpoint} refuse it as encrypt must; or, if the service may take such a token, let the contract say so (observeOnly: [auth-scheme-refused]).`,
  // Of answers under load only the number is known.
  'unclear-answer': `{form} → ${tellApart}`,
  'not-json-as-utf8': `not JSON if it is read as UTF-8 → Answer in UTF-8, which RFC 8259 requires of JSON.`,
} as const;

export type AnswerCause = keyof typeof answerCauses;
