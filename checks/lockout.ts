import { distinct } from './add-up.ts';

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
/** Share of later refusals that came from elsewhere, such as a front end. */
const mostOthers = 0.02;
/** What a look at the token ends in: a service that begins with other refusals has only warmed up. */
const ofToken = 401;

/** Why these refusals may say nothing about the token. */
export const afterLockout = 'a refusal with a status that none of the first ones had';

/**
 * The refusals, in the order of their answers, that a lockout may have caused: the first few had other statuses, and nearly
 * all later ones have the same new status. Many services block a caller after failed logins, whatever token it sends.
 */
export function lockedOut(refusals: readonly RefusedProbe[]): readonly RefusedProbe[] {
  const ofAll = tailOf(refusals);
  if (ofAll.length > 0) return ofAll;
  const checkIds = distinct(refusals.map(({ checkId }) => checkId));
  return checkIds.flatMap((one) => tailOf(refusals.filter(({ checkId }) => checkId === one)));
}

/** Failures may come at random: each status is looked for among those that are no failures, or of this status. */
function tailOf(refusals: readonly RefusedProbe[]): readonly RefusedProbe[] {
  const among = (status: number) => refusals.filter((one) => one.status < 500 || one.status === status);
  const tails = distinct(refusals.map(({ status }) => status)).map((status) =>
    tailWith(status, among(status)),
  );
  return tails.find(({ length }) => length > 0) ?? [];
}

function tailWith(status: number, refusals: readonly RefusedProbe[]): readonly RefusedProbe[] {
  const locked = refusals.filter((one) => one.status === status);
  const first = refusals.findIndex((one) => one.status === status);
  const others = refusals.slice(first + mostInFlight).filter((one) => one.status !== status);
  const isLockout =
    status !== ofToken &&
    first >= fewestBefore &&
    others.length <= mostOthers * locked.length &&
    locked.length >= Math.max(fewestLockedOut, leastShare * refusals.length);
  return isLockout ? locked : [];
}
