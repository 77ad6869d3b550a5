import type { OtherEndpoint } from '../../schemas/contract.ts';
import { userResponseErrors } from '../../schemas/validate.ts';
import { distinct } from '../add-up.ts';
import { type Answer, withMeaning } from '../answer.ts';
import { besideTwin } from '../beside-twin.ts';
import { cut } from '../json-body.ts';
import { lackingMeaning } from './described.ts';
import { fewestInGroup, steadyLooks } from './groups.ts';
import { type KnownResults, learnResults } from './known-results.ts';
import { isInBody, type SeenAnswer, type SeenSuccess } from './leaves.ts';
import { type Declared, type KnownAnswers, meaningOf, type ReadAnswer } from './meaning.ts';
import { mixedUpResults } from './mixed-up.ts';
import { lonelyProbe, pairOf, seenProbe, seenSuccess } from './pairs.ts';
import {
  judgeProbe,
  judgeProbes,
  leftOpen,
  type Meaning,
  refusalMeaning,
  resultMeaning,
  tooLarge,
} from './probe-meanings.ts';
import { nothingFound } from './search.ts';
import { cutResults, referenceLooks, seenToLack, sharingResults, tellingResults } from './successes.ts';
import { type ComparedProbe, compareWithTwin, lookOf, type Probe, succeeds } from './twins.ts';

/** An answer that can be interpreted only beside others. */
export interface KeptAnswer {
  readonly answer: Answer;
  /** For a valid call; null: not a success, or too large. */
  readonly success: SeenSuccess | null;
  /** Results are learned from this answer. */
  readonly isLearnedFrom: boolean;
  /** For a probe: the probe with its twin; null: one of the two means nothing, or is too large. */
  readonly pair: Probe | null;
  /** The answer may contain a result, but is too large to be read. */
  readonly isTooLarge: boolean;
}

/** Keeps a valid call of encrypt. `isLearnedFrom`: false once some hundred calls have been learned from, because reading takes long. */
export function keptCall(answer: Answer, isLearnedFrom = true): KeptAnswer {
  const success = seenSuccess(answer, isLearnedFrom);
  return { answer: withoutBody(answer), success, isLearnedFrom, pair: null, isTooLarge: false };
}

/** Keeps a call with a wrong credential. `twin`: the answer to the same request with the token. */
export function keptProbe(answer: Answer, twin: Answer | null): KeptAnswer {
  const isTwinGood = twin?.result === 'succeeded';
  const pair = isTwinGood ? pairOf(answer, twin) : null;
  const isTooLarge = isTwinGood && pair === null && seenProbe(answer) === null;
  const beside = besideTwin(answer, twin);
  return { answer: beside, success: null, isLearnedFrom: false, pair, isTooLarge };
}

/** Drops bodies, because results take much memory. */
function withoutBody(answer: Answer): Answer {
  const { exchange } = answer;
  if (exchange.otherAlgorithm !== null) return answer;
  const response = { ...exchange.response, body: cut(exchange.response.body, 400) };
  return { ...answer, json: null, exchange: { ...exchange, response } };
}

/** The newest successes of the endpoints without data, to compare with their answers to calls without the token. */
export type OtherSuccesses = Readonly<Record<OtherEndpoint, readonly SeenSuccess[]>>;

/** Interprets the kept answers, in order, and learns from them. `before`: what was known when they were read. */
export function settle<Kept extends KeptAnswer>(
  kept: readonly Kept[],
  successes: OtherSuccesses,
  declared: Declared,
  before: KnownAnswers,
): { readonly known: KnownAnswers; readonly settled: readonly Kept[] } {
  const calls = kept.filter(({ success }) => success !== null);
  const ofStated = calls.filter(({ answer }) => answer.exchange.otherAlgorithm === null);
  const stated = successesOf(ofStated);
  const results = learnResults(successesOf(ofStated.filter(({ isLearnedFrom }) => isLearnedFrom)));
  const lacking = new Set(stated.filter((success) => seenToLack(success, results)));
  const telling = tellingResults(stated, results);
  const ofOtherData = new Set([...sharingResults(telling), ...mixedUpResults(stated, results)]);
  const cutOff = cutResults(stated, results);
  const references = referenceLooks(stated, lacking, results);
  const ofResults = new Set(telling.map(({ leaf }) => leaf.mark));
  const probesOf = (name: string | null) =>
    kept.flatMap(({ answer, pair }) => (answer.exchange.otherAlgorithm === name && pair) || []);
  const { meanings: ofStatedOnes, looks } = judgeProbes(probesOf(null), results, ofResults);
  const others = algorithmsIn(kept).map((name) => {
    const own = calls.filter(({ answer }) => answer.exchange.otherAlgorithm === name);
    const ofOther = learnResults(successesOf(own));
    const isFixed = own.length >= fewestInGroup && varies(results) && !varies(ofOther);
    return { name, isFixed, ...judgeProbes(probesOf(name), isFixed ? results : ofOther) };
  });
  const fixed = others.flatMap(({ name, isFixed }) => (isFixed ? name : []));
  const meanings = new Map([ofStatedOnes, ...others.map((one) => one.meanings)].flatMap((each) => [...each]));
  const known: KnownAnswers = { ...before, results, looks, references };
  const steadyAt = (endpoint: OtherEndpoint) =>
    steadyBeside(
      kept.flatMap(({ answer }) => (answer.exchange.endpoint === endpoint ? answer : [])),
      successes[endpoint],
    );
  const steady = { user: steadyAt('user'), sync: steadyAt('sync'), backup: steadyAt('backup') };
  const compared = (one: Kept): Meaning | null => {
    const { answer, success } = one;
    const { endpoint, credential, otherAlgorithm } = answer.exchange;
    if (endpoint !== 'encrypt') return besideSuccesses(answer, successes[endpoint], steady[endpoint]);
    if (credential === 'contested') return contestedMeaning(answer, known);
    if (one.pair !== null) return meanings.get(one.pair) ?? null;
    if (credential !== 'token') return one.isTooLarge ? tooLarge : null;
    if (success === null) return null;
    if (otherAlgorithm !== null) return fixed.includes(otherAlgorithm) ? leftOpen('same-for-all-data') : null;
    if (ofOtherData.has(success)) return { is: 'refusal', isOfOtherData: true };
    if (cutOff.has(success)) return refusalMeaning;
    if (!lacking.has(success) || references.includes(lookOf(success, results))) return null;
    return lackingMeaning(success, results);
  };
  const settled = kept.map((one) => {
    const meaning = meaningOf(one.answer, compared(one), declared, known);
    return { ...one, answer: withMeaning(one.answer, meaning) };
  });
  return { known, settled };
}

/** Algorithms besides the stated one. */
function algorithmsIn(kept: readonly KeptAnswer[]): readonly string[] {
  return distinct(kept.flatMap(({ answer }) => answer.exchange.otherAlgorithm ?? []));
}

/** Whether bodies vary. Those that never do, although others do, may be a fixed message. A header that varies, such as Date, says nothing. */
function varies({ places }: KnownResults): boolean {
  return Object.entries(places).some(([path, { role }]) => isInBody(path) && role !== 'constant');
}

/** For observations only. It stays unclear if refusals have looked like this answer, because it may be a result all the same. */
function contestedMeaning(answer: Answer, known: KnownAnswers): Meaning | null {
  const meaning = besideKnown(answer, known);
  const otherwise = besideKnown(answer, { ...known, looks: { ...known.looks, refused: {} } });
  return meaning?.is === otherwise?.is ? meaning : leftOpen('like-refusal');
}

/** Compares an encrypt answer without a twin with what others have taught; null: nothing is expected of it. */
function besideKnown(answer: Answer, { results, looks }: KnownAnswers): Meaning | null {
  const pair = lonelyProbe(answer, results);
  return pair === null ? null : judgeProbe(pair, results, looks);
}

function successesOf(kept: readonly KeptAnswer[]): SeenSuccess[] {
  return kept.flatMap(({ success }) => success ?? []);
}

function holdsUser(value: unknown): boolean {
  const { user } = (value ?? {}) as { user?: unknown };
  return user !== undefined && userResponseErrors({ user }).length === 0;
}

/** Compares the answer of an endpoint without data to a call without the token with the endpoint's successes; null: there are none. */
export function besideSuccesses(
  answer: ReadAnswer,
  successes: readonly SeenSuccess[],
  steady: readonly string[] = [],
): Meaning | null {
  const { exchange, json } = answer;
  // Whatever the status, and whatever else the answer says, a client that gets the user needed no token.
  if (exchange.endpoint === 'user' && json?.ok === true && holdsUser(json.value)) return resultMeaning;
  if (successes.length === 0) return null;
  const one = comparedWith(answer, successes);
  if (one === null) return tooLarge;
  const { status, error } = one.probe.answer;
  const isOwn = steady.includes(one.look);
  if (one.finds === 'like') return isOwn ? leftOpen('same-each-time') : resultMeaning;
  if (error !== null) return refusalMeaning;
  if (succeeds(status)) return leftOpen('unlike-successes');
  return one.hasTwinsForm && !isOwn ? leftOpen('like-success') : refusalMeaning;
}

/** Compares an answer with a success of its form, or with the latest; null: it is too large, or there is none. */
function comparedWith(answer: ReadAnswer, successes: readonly SeenSuccess[]): ComparedProbe | null {
  const seen = seenProbe(answer);
  const latest = successes.at(-1);
  if (seen === null || latest === undefined) return null;
  const { known, firstOf } = learnedFrom(successes);
  const twin = firstOf.get(lookOf(seen, known)) ?? firstOf.get(lookOf(ofAnyStatus(seen), known)) ?? latest;
  const { credential } = answer.exchange;
  return compareWithTwin(
    { credential, answer: seen, dataBytes: 0, twin, found: nothingFound, isElsewhere: false },
    known,
  );
}

/** The answer with a status that no answer has: looks of these tell whether two answers differ in their status alone. */
function ofAnyStatus(seen: SeenAnswer): SeenAnswer {
  return { ...seen, status: 0 };
}

interface Learned {
  readonly known: KnownResults;
  /** The first success of each look, with its status and without. */
  readonly firstOf: ReadonlyMap<string, SeenSuccess>;
}

const learned = new WeakMap<readonly SeenSuccess[], Learned>();

/** Learning takes long, and all answers of an endpoint are compared with the same successes. */
function learnedFrom(successes: readonly SeenSuccess[]): Learned {
  const before = learned.get(successes);
  if (before?.known.answers === successes.length) return before;
  const known = learnResults(successes);
  const looks = successes
    .toReversed()
    .flatMap((one) => [one, ofAnyStatus(one)].map((seen) => [lookOf(seen, known), one] as const));
  const now = { known, firstOf: new Map(looks) };
  learned.set(successes, now);
  return now;
}

/**
 * Looks of answers without the token that say the same each time where successes do not. Times and counts do not tell: they may stand
 * still while these few calls are made.
 */
function steadyBeside(answers: readonly ReadAnswer[], successes: readonly SeenSuccess[]): readonly string[] {
  const all = answers.flatMap((answer) => comparedWith(answer, successes) ?? []);
  return all.length === 0
    ? []
    : steadyLooks(all, successes, learnedFrom(successes).known, (mark) => mark.replace(/\d+/g, '#'));
}
