import { distinct } from './add-up.ts';
import type { Response } from './exchange.ts';

/** How a request with a wrong credential was refused, which the check counts as a pass. */
export interface RefusedProbe {
  readonly checkId: string;
  readonly status: number;
  /** What it says, where only that tells it from a success; otherwise empty. */
  readonly words: string;
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
export const afterLockout = 'a refusal with a status or an error that none of the first ones had';

/**
 * The refusals, in the order of their answers, that a lockout may have caused: the first few were of other kinds, and nearly
 * all later ones are of the same new kind. Many services block a caller after failed logins, whatever token it sends.
 */
export function lockedOut(refusals: readonly RefusedProbe[]): readonly RefusedProbe[] {
  const ofAll = tailOf(refusals);
  if (ofAll.length > 0) return ofAll;
  const checkIds = distinct(refusals.map(({ checkId }) => checkId));
  return checkIds.flatMap((one) => tailOf(refusals.filter(({ checkId }) => checkId === one)));
}

const kindOf = ({ status, words }: RefusedProbe) => `${status} ${words}`;

/** Failures may come at random: each kind is looked for among those that are no failures, or of this kind. */
function tailOf(refusals: readonly RefusedProbe[]): readonly RefusedProbe[] {
  const among = (kind: string) => refusals.filter((one) => one.status < 500 || kindOf(one) === kind);
  const tails = distinct(refusals.map(kindOf)).map((kind) => tailWith(kind, among(kind)));
  return tails.find(({ length }) => length > 0) ?? [];
}

function tailWith(kind: string, refusals: readonly RefusedProbe[]): readonly RefusedProbe[] {
  const locked = refusals.filter((one) => kindOf(one) === kind);
  const first = refusals.findIndex((one) => kindOf(one) === kind);
  const others = refusals.slice(first + mostInFlight).filter((one) => kindOf(one) !== kind);
  const isLockout =
    locked[0]?.status !== ofToken &&
    first >= fewestBefore &&
    others.length <= mostOthers * locked.length &&
    locked.length >= Math.max(fewestLockedOut, leastShare * refusals.length);
  return isLockout ? locked : [];
}

const longestWords = 200;

/** The words of a refusal, without what differs from answer to answer. */
export function wordsOf({ status, body }: Response): string {
  return status < 300 ? body.slice(0, longestWords).replace(/\d+/g, '') : '';
}
