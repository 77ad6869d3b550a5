import type { OtherEndpoint } from '../../schemas/contract.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { userResponseErrors } from '../../schemas/validate.ts';
import { groupedBy } from '../add-up.ts';
import { type Answer, withMeaning } from '../answer.ts';
import { besideTwin } from '../beside-twin.ts';
import { succeeded } from '../exchange.ts';
import { cut } from '../json-body.ts';
import { remembered } from '../remembered.ts';
import { alone, steadyLooks, wording } from './groups.ts';
import { judgeResults } from './judge-results.ts';
import { fewestInGroup, isResult, type KnownResults, learnResults } from './known-results.ts';
import { isInBody, type SeenSuccess } from './leaves.ts';
import { type Declared, type KnownAnswers, meaningOf, type ReadAnswer } from './meaning.ts';
import { namelessMeaning, namelessSuccesses } from './nameless.ts';
import { lonelyProbe, pairOf, seenProbe, seenSuccess } from './pairs.ts';
import {
  judgeProbe,
  judgeProbes,
  leftOpen,
  type Meaning,
  meaningIn,
  resultMeaning,
  tooLarge,
} from './probe-meanings.ts';
import { nothingFound } from './search.ts';
import { type ComparedProbe, compareWithTwin, formOf, lookOf, type Probe } from './twins.ts';
import { usualPlaces } from './usual-places.ts';

/** An answer that can be interpreted only beside others. */
export interface KeptAnswer {
  readonly answer: Answer;
  /** For a valid call; null: not a success, or too large. */
  readonly success: SeenSuccess | null;
  /** For a probe: the probe with its twin; null: one of the two means nothing, or is too large. */
  readonly pair: Probe | null;
  /** The answer may contain a result, but is too large to be read. */
  readonly isTooLarge: boolean;
}

/** Keeps a valid call of encrypt or backup. `isLearnedFrom`: false once some hundred calls have been learned from, because learning takes long. */
export function keptCall(answer: Answer, isLearnedFrom = true): KeptAnswer {
  const success = seenSuccess(answer, isLearnedFrom);
  return { answer: withoutBody(answer), success, pair: null, isTooLarge: false };
}

/** Keeps a call with a wrong credential. `twin`: the answer to the same request with the token. */
export function keptProbe(answer: Answer, twin: Answer | null): KeptAnswer {
  const isTwinGood = twin?.result === 'succeeded';
  const pair = isTwinGood ? pairOf(answer, twin) : null;
  const isTooLarge = isTwinGood && pair === null && seenProbe(answer) === null;
  return { answer: besideTwin(answer, twin), success: null, pair, isTooLarge };
}

/** Drops bodies, because results take much memory. */
function withoutBody(answer: Answer): Answer {
  const { exchange } = answer;
  if (exchange.otherAlgorithm !== null) return answer;
  const response = { ...exchange.response, body: cut(exchange.response.body, 400) };
  return { ...answer, json: null, exchange: { ...exchange, response } };
}

/**
 * Interprets the kept answers, in order, and learns from them. `successes`: the newest of the endpoints without data, to compare with
 * their answers to calls without the token. `before`: what was known when the answers were read.
 */
export function settle<Kept extends KeptAnswer>(
  kept: readonly Kept[],
  successes: Readonly<Record<OtherEndpoint, readonly SeenSuccess[]>>,
  declared: Declared,
  before: KnownAnswers,
): { readonly known: KnownAnswers; readonly settled: readonly Kept[] } {
  const keptAt = (endpoint: Endpoint) => kept.filter(({ answer }) => answer.exchange.endpoint === endpoint);
  const { meanings, learned } = compareAll(keptAt('encrypt'));
  const { names, nameless } = namelessSuccesses(successesOf(keptAt('backup')));
  const known = { ...before, ...learned, backupNames: names.length > 0 ? names : before.backupNames };
  const steadyAt = (endpoint: OtherEndpoint) => {
    const probes = keptAt(endpoint).filter(({ answer }) => answer.exchange.credential !== 'token');
    return steadyBeside(probes, successes[endpoint]);
  };
  const steady = { user: steadyAt('user'), sync: steadyAt('sync'), backup: steadyAt('backup') };
  const compared = ({ answer, pair, success, isTooLarge }: Kept): Meaning | null => {
    const { endpoint, credential } = answer.exchange;
    if (endpoint === 'backup' && credential === 'token')
      return success && nameless.has(success) ? namelessMeaning(names) : null;
    if (endpoint !== 'encrypt') return besideSuccesses(answer, successes[endpoint], steady[endpoint]);
    const seen = pair ?? success;
    if (seen !== null) return meanings.get(seen) ?? null;
    return isTooLarge ? tooLarge : credential === 'token' ? null : withoutTwin(answer, known);
  };
  const settled = kept.map((one) => {
    const meaning = meaningOf(one.answer, compared(one), declared, known);
    return { ...one, answer: withMeaning(one.answer, meaning) };
  });
  return { known, settled };
}

/** Compares answers of encrypt with each other. `meanings`: of probes, and of successes that are none. */
function compareAll(kept: readonly KeptAnswer[]) {
  const byAlgorithm = groupedBy(kept, ({ answer }) => answer.exchange.otherAlgorithm);
  const ofStated = byAlgorithm.get(null) ?? [];
  const stated = successesOf(ofStated);
  const results = learnResults(stated.filter(({ isLearnedFrom }) => isLearnedFrom));
  const { meanings: ofResults, references, texts } = judgeResults(stated, results);
  const { meanings: ofProbes, looks } = judgeProbes(probesOf(ofStated), results, texts, turnedDown(ofStated));
  const meanings = new Map<SeenSuccess | Probe, Meaning>([...ofProbes, ...ofResults]);
  for (const [algorithm, own] of byAlgorithm) {
    if (algorithm === null) continue;
    const ofOther = learnResults(successesOf(own));
    const isFixed = successesOf(own).length >= fewestInGroup && varies(results) && !varies(ofOther);
    if (isFixed) for (const one of successesOf(own)) meanings.set(one, leftOpen('same-for-all-data'));
    const judged = judgeProbes(probesOf(own), isFixed ? results : ofOther);
    for (const [probe, meaning] of judged.meanings) meanings.set(probe, meaning);
  }
  return { meanings, learned: { results, looks, references } };
}

/** Whether bodies vary. If they do for one algorithm, but not for another, the latter may have a fixed message. Headers do not count. */
function varies({ places }: KnownResults): boolean {
  return Object.entries(places).some(([path, { role }]) => isInBody(path) && role !== 'constant');
}

/** The share of the valid calls that did not succeed. */
function turnedDown(kept: readonly KeptAnswer[]): number {
  const valid = kept.filter(({ answer }) => answer.exchange.credential === 'token');
  const without = valid.filter(({ answer }) => answer.result !== 'succeeded');
  return without.length / Math.max(1, valid.length);
}

/** Without a successful twin, a result is still a result; null: anything else, which only a twin can tell. */
function withoutTwin(answer: Answer, { results, looks }: KnownAnswers): Meaning | null {
  const isComparable = succeeded(answer.exchange) && usualPlaces(results).some(isResult);
  const pair = isComparable ? lonelyProbe(answer, results) : null;
  const meaning = pair && judgeProbe(pair, results, looks);
  return meaning?.is === 'result' ? meaning : null;
}

function successesOf(kept: readonly KeptAnswer[]): SeenSuccess[] {
  return kept.flatMap(({ success }) => success ?? []);
}

function probesOf(kept: readonly KeptAnswer[]): Probe[] {
  return kept.flatMap(({ pair }) => pair ?? []);
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
  // A framework may answer a POST with 201, whatever the body says.
  if (one.finds === 'like' && steady.includes(one.look)) return leftOpen('same-each-time');
  // The contract says that these calls need the token.
  const asking = { refused: {}, steady, nameless: [], looksAtToken: true, needsToken: true };
  return meaningIn(one, alone, asking);
}

/** Compares an answer with a success of its form, or with the latest; null: it is too large, or there is none. */
function comparedWith(answer: ReadAnswer, successes: readonly SeenSuccess[]): ComparedProbe | null {
  const seen = seenProbe(answer);
  const latest = successes.at(-1);
  if (seen === null || latest === undefined) return null;
  const { known, firstOf } = learnedFrom(successes);
  const twin = firstOf.get(lookOf(seen, known)) ?? firstOf.get(formOf(seen, known)) ?? latest;
  const probe = { answer: seen, dataBytes: 0, twin, found: nothingFound, isMadeUp: false };
  return compareWithTwin(probe, known);
}

/** `firstOf`: the first success of each look, and of each form. The list is complete before it is first asked about. */
const learnedFrom = remembered((successes: readonly SeenSuccess[]) => {
  const known = learnResults(successes);
  const firstOf = new Map<string, SeenSuccess>();
  for (const one of successes.toReversed()) firstOf.set(lookOf(one, known), one).set(formOf(one, known), one);
  return { known, firstOf };
});

/**
 * Looks of answers without the token that say the same each time where successes do not. Times and counts do not tell: they may stand
 * still while these few calls are made.
 */
function steadyBeside(kept: readonly KeptAnswer[], successes: readonly SeenSuccess[]): readonly string[] {
  const all = kept.flatMap(({ answer }) => comparedWith(answer, successes) ?? []);
  return all.length === 0 ? [] : steadyLooks(all, successes, learnedFrom(successes).known, [wording]);
}
