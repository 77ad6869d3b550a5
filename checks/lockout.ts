/** How a request with a wrong credential was refused, which the check counts as a pass. */
export interface RefusedProbe {
  readonly checkId: string;
  readonly status: number;
}

/** A service that locks out its caller has refused at least this many tokens before. */
const fewestBefore = 3;
/** A lockout shows in at least this many refusals, and in this share of all. */
const fewestLockedOut = 20;
const leastShare = 0.75;
/** Requests that may have been in flight when the lockout began. */
const mostInFlight = 32;

/** Why these refusals may say nothing about the token. */
export const afterLockout = 'a refusal with a status that none of the first ones had';

/**
 * The refusals, in the order of their answers, that a lockout may have caused: the first few had other statuses, and all later ones
 * have the same new status. Many services block a caller after failed logins, whatever token it sends.
 */
export function lockedOut(refusals: readonly RefusedProbe[]): readonly RefusedProbe[] {
  const ofAll = tailOf(refusals);
  if (ofAll.length > 0) return ofAll;
  const checkIds = [...new Set(refusals.map(({ checkId }) => checkId))];
  return checkIds.flatMap((one) => tailOf(refusals.filter(({ checkId }) => checkId === one)));
}

function tailOf(refusals: readonly RefusedProbe[]): readonly RefusedProbe[] {
  const status = refusals.at(-1)?.status;
  const first = refusals.findIndex((one) => one.status === status);
  const lastOther = refusals.findLastIndex((one) => one.status !== status);
  const locked = refusals.slice(first).filter((one) => one.status === status);
  const isLockout =
    first >= fewestBefore &&
    lastOther < first + mostInFlight &&
    locked.length >= Math.max(fewestLockedOut, leastShare * refusals.length);
  return isLockout ? locked : [];
}
