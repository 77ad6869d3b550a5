import { distinct } from '../add-up.ts';
import type { AnswerCause } from '../causes/answer-causes.ts';
import { succeeds } from '../exchange.ts';
import {
  alone,
  byLook,
  type Group,
  groupsOf,
  longestOwn,
  namelessLooks,
  some,
  steadyLooks,
  wholeValue,
  withCommonLooks,
  wording,
} from './groups.ts';
import { fewestAlike, type KnownResults, nearlyAll } from './known-results.ts';
import { shortestTelling } from './leaves.ts';
import { mostOff } from './length-line.ts';
import { lacksName } from './successes.ts';
import { accepted, type ComparedProbe, compareWithTwin, lookOf, type Probe, saysSuccess } from './twins.ts';

/** What an answer is. `headers`: headers that contain the result, or something like it. */
export type Meaning = (
  | { readonly is: 'result' }
  /**
   * `holds`: the answer contains a result, but that of other data, of less than was sent, or by another algorithm; or the record of
   * another user. `lacks`: members of the result for which a success has no value.
   */
  | {
      readonly is: 'refusal';
      readonly holds?: 'other data' | 'less data' | 'another algorithm' | 'another user';
      readonly lacks?: readonly string[];
    }
  /** Neither can be shown. `by`: what left it open, or `nothing` if there was nothing to compare with. */
  | { readonly is: 'unclear'; readonly why: AnswerCause; readonly by: 'contract' | 'comparison' | 'nothing' }
) & { readonly headers?: readonly string[] };

/** What the probes of a run have shown about how the service refuses. Plain data. */
export interface KnownLooks {
  /** Looks of answers that were results. */
  readonly admitted: readonly string[];
  /** Looks of answers that were not results, with the range of lengths of their longest texts. */
  readonly refused: Readonly<Record<string, readonly [least: number, greatest: number]>>;
  /** Looks of successes with a constant value where real successes always differ (`steadyLooks`). */
  readonly steady: readonly string[];
  /** Looks of answers that lead to no result, unlike successes (`namelessLooks`). */
  readonly nameless: readonly string[];
  /** Most made-up tokens were answered unlike valid calls, so the service checks the token. */
  readonly looksAtToken: boolean;
  /** Most calls without a bearer token were answered unlike valid calls, so it is known how the service refuses. */
  readonly needsToken: boolean;
}

export const resultMeaning: Meaning = { is: 'result' };
export const refusalMeaning: Meaning = { is: 'refusal' };

const byContract: readonly AnswerCause[] = ['undeclared-body', 'declared-refusal'];

export function leftOpen(why: AnswerCause): Meaning {
  const by = why === 'nothing-to-compare' ? 'nothing' : byContract.includes(why) ? 'contract' : 'comparison';
  return { is: 'unclear', why, by };
}

export const tooLarge = leftOpen('larger-than-read');

const longText = 2048;

/** Statuses, and values of members by JSend and common habit, that say that a call was done. */
const doneStatuses = [201, 204, 205];
const doneValues = [
  ['$.ok', 'true'],
  ['$.success', 'true'],
  ['$.status', 'success'],
] as const;

/** Statuses that say that a call created something, or that its result follows. */
export const promisingStatuses = [201, 202];

/** Whether the answer says by its status that the call was accepted, and has values for a program. Pages are for people. */
function promises({ status, leaves }: Probe['answer']): boolean {
  return promisingStatuses.includes(status) && leaves.size > 0 && !leaves.has('text');
}

/** Whether the answer states that the call was done, and has no long text, which may be sealed for the caller and say otherwise. */
function saysDone(probe: Probe): boolean {
  const { status, leaves } = probe.answer;
  const isStated = doneValues.some(([path, value]) => leaves.get(path)?.mark === value);
  return doneStatuses.includes(status) || (isStated && longestOwn(probe) < shortestTelling);
}

/**
 * Interprets the answers to probes, in order, and learns from them. Each is compared with its twin and with all others of its look.
 * `results`: texts of the results of valid calls. `turnedDown`: the share of valid calls that did not succeed. A service that turns down
 * no more than this share of the probes does not look at the credential. A probe has no meaning if its twin was probably turned down,
 * which a service may do before it looks at the token.
 */
export function judgeProbes(
  given: readonly Probe[],
  known: KnownResults,
  results: ReadonlySet<string> = new Set(),
  turnedDown = 0,
): { readonly meanings: ReadonlyMap<Probe, Meaning>; readonly looks: KnownLooks } {
  const probes = given.filter(({ twin }) => !lacksName(twin, known));
  // Without data, a valid call may get the same answer as a refused one.
  const withData = probes.filter(({ dataBytes, twin }) => dataBytes > 0 && twin.leaves.size > 0);
  const forms = new Map(withData.map(({ twin }) => [lookOf(twin, known), twin]));
  const all = withCommonLooks(probes.map((probe) => compareWithTwin(probe, known, forms)));
  const groups = groupsOf(all.filter(isTelling));
  const [looksAtToken, needsToken] = [true, false].map((isMadeUp) => {
    const own = all.filter(({ probe }) => probe.isMadeUp === isMadeUp);
    const leastShare = (1 + turnedDown) / 2;
    return own.filter(isNone).length >= Math.max(fewestAlike, leastShare * own.length);
  }) as [boolean, boolean];
  const without = byLook(all.filter((one) => one.finds === 'without' && isTelling(one)));
  const refused = [...without].map(([look, answers]) => {
    const lengths = answers.map(({ probe }) => longestOwn(probe));
    return [look, [Math.min(...lengths), Math.max(...lengths)]] as const;
  });
  const twins = probes.map(({ twin }) => twin);
  const steady = steadyLooks(all, twins, known, [wholeValue, wording]);
  const nameless = namelessLooks(all);
  const looks = { refused: Object.fromEntries(refused), looksAtToken, needsToken, steady, nameless };
  const marksIn = ({ leaves }: Probe['answer']) => [...leaves.values()].map(({ mark }) => mark);
  // A text that the twin has, too, may come from the data.
  const isOfOther = ({ answer, twin }: Probe) =>
    marksIn(answer).some((mark) => results.has(mark) && !marksIn(twin).includes(mark));
  const meanings = new Map(
    all.map((one) => {
      const meaning = meaningIn(one, groups.get(one.look) ?? alone, looks);
      return [one.probe, placed(one, isOfOther(one.probe) ? resultMeaning : meaning)];
    }),
  );
  const admitted = distinct(
    all.flatMap(({ probe, look }) => (meanings.get(probe)?.is === 'result' ? look : [])),
  );
  return { meanings, looks: { ...looks, admitted } };
}

/** Interprets one answer with what others have taught; null: it has no meaning, as in `judgeProbes`. `groupWith`: groups it with earlier answers. */
export function judgeProbe(
  probe: Probe,
  known: KnownResults,
  looks: KnownLooks,
  groupWith: (one: ComparedProbe) => Group = () => alone,
): Meaning | null {
  if (lacksName(probe.twin, known)) return null;
  const one = compareWithTwin(probe, known);
  const isHeld = one.finds === 'holds';
  if (isHeld && looks.admitted.includes(one.look) && !isDoubtful(one))
    return placed(one, one.differs ? leftOpen('other-constant') : resultMeaning);
  // Earlier refusals of this look had texts in this range of lengths. A text of another length may be a result.
  const [least, greatest] = looks.refused[one.look] ?? [0, -1];
  const isKnown = longestOwn(probe) >= least && longestOwn(probe) <= greatest;
  if (isHeld && isKnown) return refusalMeaning;
  return placed(one, meaningIn(one, !isKnown && isTelling(one) ? groupWith(one) : alone, looks));
}

function placed({ headers }: ComparedProbe, meaning: Meaning): Meaning {
  return meaning.is === 'refusal' || headers.length === 0 ? meaning : { ...meaning, headers };
}

/** Interprets an answer beside those of its look, and with what is known of others. */
export function meaningIn(one: ComparedProbe, group: Group, looks: Omit<KnownLooks, 'admitted'>): Meaning {
  const { finds, differs, isLikeTwin, look, probe, wanted, isByValue } = one;
  const isSuccess = saysSuccess(probe.answer);
  if (finds === 'holds' && isByValue && !(isSuccess && one.hasTwinsForm)) return leftOpen('value-of-result');
  if (finds === 'holds' && (isByValue || (group.share >= nearlyAll && follows(one, group)))) {
    if (isDoubtful(one)) return leftOpen('length-of-result');
    return differs && !group.isWide ? leftOpen('other-constant') : resultMeaning;
  }
  if (finds === 'holds' && !group.isWide && wanted >= longText && isExact(one))
    return leftOpen('like-result');
  if (finds === 'weak') {
    if (!isLikeTwin || Object.hasOwn(looks.refused, look)) return refusalMeaning;
    // Answers of the same look contained longer results.
    const isAdmittedOtherwise = group.isWide && group.share >= nearlyAll;
    return looks.looksAtToken || isAdmittedOtherwise ? resultMeaning : leftOpen('nothing-to-compare');
  }
  if (finds === 'like') {
    if (Object.hasOwn(looks.refused, look)) return refusalMeaning;
    const isSteady = looks.steady.includes(look);
    if (isSteady && !doneStatuses.includes(probe.answer.status)) return leftOpen('same-each-time');
    // A token may be looked at only when an accepted call is carried out.
    const isTold = looks.looksAtToken || (looks.needsToken && probe.answer.status !== accepted);
    return (isTold || saysDone(probe)) && !one.isTwinLacking ? resultMeaning : leftOpen('nothing-to-compare');
  }
  if (finds === 'unlike') {
    const isRefused = Object.hasOwn(looks.refused, look);
    const isNameless = looks.nameless.includes(look) && !saysDone(probe);
    if (isSuccess) return isNameless || isRefused ? refusalMeaning : leftOpen('unlike-valid');
    // A guard that sets its status but does not stop the call sends what a valid call gets. A message of its own shows that it stopped.
    const isOwn = isRefused || looks.steady.includes(look) || one.isTwinLacking;
    const isAlike = one.hasTwinsForm && !succeeds(probe.answer.status);
    return isAlike && !isOwn ? leftOpen('like-success') : refusalMeaning;
  }
  // With a status that refuses, a few answers may contain a text of the result's length by chance.
  const isPart = succeeds(probe.answer.status) ? finds !== 'without' : finds === 'holds' && group.isWide;
  if ((isLikeTwin && isSuccess) || (isPart && group.share >= some)) return leftOpen('like-result');
  if (isTelling(one) && group.goesAlong) return leftOpen('length-of-result');
  if (isSuccess && promises(probe.answer)) return leftOpen('promised-result');
  return isSuccess && isTelling(one) && group.hasRoom ? leftOpen('room-for-result') : refusalMeaning;
}

/** Whether the result is so long that no other text has its length by chance. */
function isTelling({ wanted }: ComparedProbe): boolean {
  return wanted >= shortestTelling;
}

/** Whether a refusal contains a text of about the result's length, which may have been derived from the request in some other way. */
function isDoubtful(one: ComparedProbe): boolean {
  return one.isLoose && !saysSuccess(one.probe.answer);
}

/** Whether fitting lengths are no chance: they fit over a range of lengths, or to the character in the usual place of results. */
function follows(one: ComparedProbe, { isWide }: Group): boolean {
  return isWide || (isExact(one) && one.isInPlace);
}

function isExact({ wanted, length }: ComparedProbe): boolean {
  return Math.abs(length - wanted) <= mostOff;
}

/** Whether the answer is certainly no result. */
function isNone({ finds, probe }: ComparedProbe): boolean {
  return finds === 'without' || finds === 'unlike' || !saysSuccess(probe.answer);
}
