import { distinct } from '../add-up.ts';
import { type Exchange, outcomeName } from '../exchange.ts';

/** How a request with a wrong credential was refused, which the check counts as a pass. */
export interface RefusedProbe {
  readonly checkId: string;
  /** 0: no answer. */
  readonly status: number;
  /** "HTTP 401", "reset" */
  readonly outcome: string;
  /** The beginning of its body. */
  readonly text: string;
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
/** A service that begins with other refusals has only warmed up. */
const alwaysOfToken = 401;
const longestText = 400;

/** Why these refusals may say nothing about the token. */
export const afterLockout = 'a refusal with a status or words that none of the first ones had';

/** One refusal, and what may set it apart from others: its outcome, each of its words, and all of them. */
interface Told {
  readonly probe: RefusedProbe;
  readonly signs: ReadonlySet<string>;
}

export function refusedProbe(checkId: string, exchange: Exchange): RefusedProbe {
  const { status, body } = exchange.response;
  return { checkId, status, outcome: outcomeName(exchange), text: body.slice(0, longestText) };
}

/**
 * The refusals, in the order of their answers, that a lockout may have caused: the first few lacked a sign that nearly all later
 * ones have. Many services block a caller after failed logins, whatever token it sends. The status may stay what it was, and
 * only the words tell. `ofToken`: statuses that a look at the token ends in, so that by themselves they show no lockout.
 */
export function lockedOut(
  refusals: readonly RefusedProbe[],
  ofToken: readonly number[] = [],
): readonly RefusedProbe[] {
  const told = refusals.map((probe) => ({ probe, signs: signsOf(probe) }));
  const ofAll = tailOf(told, ofToken);
  if (ofAll.length > 0) return ofAll;
  const checkIds = distinct(refusals.map(({ checkId }) => checkId));
  return checkIds.flatMap((one) =>
    tailOf(
      told.filter(({ probe }) => probe.checkId === one),
      ofToken,
    ),
  );
}

/** Words with digits are ids, times and the like, which differ from answer to answer. */
function signsOf({ outcome, text }: RefusedProbe): ReadonlySet<string> {
  const words = text.split(/[\s"'<>{}[\](),:;.!?=&/\\]+/).filter((word) => word !== '' && !/\d/.test(word));
  return new Set([outcome, ...words.map((word) => `${outcome} ${word}`), `${outcome}: ${words.join(' ')}`]);
}

function tailOf(told: readonly Told[], ofToken: readonly number[]): readonly RefusedProbe[] {
  const counts = new Map<string, number>();
  for (const { signs } of told) for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const common = [...counts].flatMap(([sign, count]) => (count < fewestLockedOut ? [] : [sign]));
  const tails = common.map((sign) => tailWith(sign, told, ofToken));
  return tails.find(({ length }) => length > 0) ?? [];
}

function tailWith(sign: string, told: readonly Told[], ofToken: readonly number[]): readonly RefusedProbe[] {
  const { status = 0, outcome } = told.find(({ signs }) => signs.has(sign))?.probe ?? {};
  const isAlike = ({ probe }: Told) => probe.outcome === outcome;
  // Failures may come at random: a sign is looked for among those that are no failures, or the same one.
  const among = told.filter((one) => (one.probe.status > 0 && one.probe.status < 500) || isAlike(one));
  const locked = among.filter(({ signs }) => signs.has(sign));
  const first = among.findIndex(({ signs }) => signs.has(sign));
  const before = among.slice(0, first);
  const others = among.slice(first + mostInFlight).filter(({ signs }) => !signs.has(sign));
  const isOfOutcome = sign === outcome;
  const isLockout =
    !(isOfOutcome && [alwaysOfToken, ...ofToken].includes(status)) &&
    (isOfOutcome ? before : before.filter(isAlike)).length >= fewestBefore &&
    others.length <= mostOthers * locked.length &&
    locked.length >= Math.max(fewestLockedOut, leastShare * among.length);
  return isLockout ? locked.map(({ probe }) => probe) : [];
}
