/** A text that may stand for a state, a code or an algorithm; anything longer is a message or data. */
const longest = 40;
const mostParts = 6;

/** Letters in one of the usual cases, and some digits after them: "invalidToken", "GCM", "E401", "256". Those beyond ASCII have any. */
const part =
  /^(?:[A-Z]?[a-z\xc0-\u1fff\u2c00-\ud7ff]+(?:[A-Z][a-z\xc0-\u1fff\u2c00-\ud7ff]+)*|[A-Z]+)?\d{0,5}$/;

/** What the document calls the id of a user begins so. */
const userId = /^usr_/;

/**
 * Whether a value may be one of a few that a service chooses from: a short word such as `pending` or `AES-256-GCM`, a flag or a
 * small whole number. Ids, ciphertext and times are none, and neither is a message.
 */
export function isConstantWord(value: string | number | boolean): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 10_000_000;
  if (value.length > longest || userId.test(value)) return false;
  const parts = value.split(/[ _.:/-]/);
  return parts.length <= mostParts && parts.every((one) => part.test(one)) && !isDate.test(value);
}

const isDate = /^\d{4}-\d\d-\d\d/;
