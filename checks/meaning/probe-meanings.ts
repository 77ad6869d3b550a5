import type { Credential } from '../exchange.ts';
import { type KnownResults, learnResults, type SeenSuccess } from './known-results.ts';
import {
  compareWithTwin,
  type FoundTexts,
  nothingFound,
  type SeenAnswer,
  type TwinComparison,
} from './twins.ts';

/** A probe: a request with a wrong credential, and what came of it. */
export interface Probe {
  readonly credential: Credential;
  readonly answer: SeenAnswer;
  /** The answer to the same request with the token, right beside it. */
  readonly twin: SeenAnswer;
  readonly found: FoundTexts;
  /** It went to another target than its twin, so that how it was refused says nothing of the token. */
  readonly isElsewhere: boolean;
}

/** What an answer is. */
export type Meaning =
  | { readonly is: 'result' | 'refusal' }
  /** Neither can be shown. `why` completes "an answer …"; `by` says what left it open: nothing, where nothing could be compared. */
  | { readonly is: 'unclear'; readonly why: string; readonly by: 'contract' | 'comparison' | 'nothing' };

/** What the probes of a run have taught of how the service refuses. Plain data. */
export interface KnownLooks {
  /** Looks of answers that were results, and of those that were none. */
  readonly admitted: readonly string[];
  readonly refused: readonly string[];
  /** Most made-up tokens were refused otherwise than valid calls are answered: so the service looks at the token. */
  readonly looksAtToken: boolean;
}

export const noLooks: KnownLooks = { admitted: [], refused: [], looksAtToken: false };

const result: Meaning = { is: 'result' };
const refusal: Meaning = { is: 'refusal' };
const unclear = (why: string): Meaning => ({
  is: 'unclear',
  why,
  by: why === nothingToCompare ? 'nothing' : 'comparison',
});

const likeResult = 'that looks like a result, and whose length is not that of one';
const otherLength = 'whose length follows that of a result';
const otherConstant = 'that is like a result, with another value where all results have the same';
const nothingToCompare = 'like those to valid calls, which hold nothing that comes of the data';
const unlikeValid = 'unlike those to valid calls, which hold nothing that comes of the data';
const alwaysTheSame = 'that is the same for all data, as results are not';
const unlikeSuccesses = 'unlike those to calls with the token';

/** Probes of one look are a group; with fewer than this, or over a narrower range of lengths, a length may fit by chance. */
const fewestInGroup = 3;
const leastRange = 4;
const nearlyAll = 0.8;
const some = 0.3;
const exactly = 4;
const longText = 2048;
const fewestRefusals = 8;
/** A text this long or longer cannot have the length of a result by chance. */
const telling = 64;
/** Statuses by which a service says that it did what was asked, without a body that could say otherwise (RFC 9110 §15.3). */
const saysDone = [201, 204, 205];

interface Compared extends TwinComparison {
  readonly probe: Probe;
}

/** What the answers to probes mean, in their order, and what they teach. Each probe is compared with its twin, and with all of its look. */
export function judgeProbes(
  probes: readonly Probe[],
  known: KnownResults,
): { readonly meanings: readonly Meaning[]; readonly looks: KnownLooks } {
  const all = probes.map((probe) => ({
    probe,
    ...compareWithTwin(probe.answer, probe.twin, probe.found, known),
  }));
  const groups = groupsOf(all.filter(({ wanted }) => wanted >= telling));
  const madeUp = all.filter(({ probe }) => probe.credential === 'made-up' && !probe.isElsewhere);
  const refusals = madeUp.filter(isNone).length;
  const looksAtToken = refusals >= Math.max(fewestRefusals, madeUp.length / 2);
  const telltale = all.filter(({ finds, wanted }) => finds === 'without' && wanted >= telling);
  const refused = distinct(telltale.map(({ look }) => look));
  const looks = { refused, looksAtToken };
  const meanings = all.map((one) => meaningIn(one, groups.get(one.look) ?? alone, looks));
  const admitted = distinct(all.flatMap(({ look }, at) => (meanings[at] === result ? [look] : [])));
  return { meanings, looks: { ...looks, admitted } };
}

/** The answer to a probe by itself, with what others have taught. `twin`: as it is expected, if none was asked for. */
export function judgeProbe(probe: Probe, known: KnownResults, looks: KnownLooks): Meaning {
  const one = { probe, ...compareWithTwin(probe.answer, probe.twin, probe.found, known) };
  if (one.finds === 'holds' && looks.admitted.includes(one.look))
    return one.differs ? unclear(otherConstant) : result;
  return meaningIn(one, alone, looks);
}

/** The answer of an endpoint that takes no data to a call without the token, beside a success of it. */
export function judgeWithoutToken(answer: SeenAnswer, success: SeenAnswer, known: KnownResults): Meaning {
  const { finds } = compareWithTwin(answer, success, nothingFound, known);
  if (finds === 'like') return result;
  return succeeds(answer.status) && answer.error === null ? unclear(unlikeSuccesses) : refusal;
}

/** A success of encrypt, and for which algorithm. */
export interface AlgorithmAnswer {
  /** null: the stated one. */
  readonly algorithm: string | null;
  readonly success: SeenSuccess | null;
}

/**
 * Returns what the successes for one algorithm are: where results of the stated one differ from call to call and these never do, they
 * may be a message.
 */
export function judgeAlgorithmAnswers(answers: readonly AlgorithmAnswer[], known: KnownResults) {
  const varies = ({ places }: KnownResults) => Object.values(places).some(({ role }) => role !== 'constant');
  const without = distinct(answers.flatMap(({ algorithm }) => algorithm ?? [])).filter((name) => {
    const own = answers.flatMap(({ algorithm, success }) =>
      algorithm === name && success !== null ? [success] : [],
    );
    return own.length >= fewestInGroup && !varies(learnResults(own));
  });
  return (algorithm: string, success: SeenSuccess | null): Meaning | null =>
    success !== null && varies(known) && without.includes(algorithm) ? unclear(alwaysTheSame) : null;
}

function meaningIn(one: Compared, group: Group, looks: Omit<KnownLooks, 'admitted'>): Meaning {
  const { finds, differs, isLikeTwin, look, probe, wanted, isByValue } = one;
  const isSuccess = succeeds(probe.answer.status) && probe.answer.error === null;
  const isDecoy = isLikeTwin && isSuccess;
  if (finds === 'holds' && (isByValue || (group.share >= nearlyAll && follows(one, group))))
    return differs && !group.isWide ? unclear(otherConstant) : result;
  if (finds === 'weak') {
    if (!isLikeTwin || looks.refused.includes(look)) return refusal;
    // Longer results came in answers that look the same.
    const isAdmittedOtherwise = group.isWide && group.share >= nearlyAll;
    return looks.looksAtToken || isAdmittedOtherwise ? result : unclear(nothingToCompare);
  }
  if (finds === 'like')
    return looks.looksAtToken || saysDone.includes(probe.answer.status) ? result : unclear(nothingToCompare);
  if (finds === 'unlike') return isSuccess ? unclear(unlikeValid) : refusal;
  // Beside a status that refuses, a few answers may hold a text of such a length by chance.
  const isPart = succeeds(probe.answer.status) ? finds !== 'without' : finds === 'holds' && group.isWide;
  if (isPart ? isDecoy || group.share >= some : isDecoy) return unclear(likeResult);
  return wanted >= telling && group.goesAlong ? unclear(otherLength) : refusal;
}

/** Answers of one look. */
interface Group {
  /** How many of them hold the result. */
  readonly share: number;
  /** They are enough, over a range of lengths wide enough, that lengths which fit are no chance. */
  readonly isWide: boolean;
  /** A text in them follows the lengths of the results, in another encoding of its own. */
  readonly goesAlong: boolean;
}

const alone: Group = { share: 1, isWide: false, goesAlong: false };

function groupOf(all: readonly Compared[]): Group {
  const range = rangeOf(all.map(({ wanted }) => wanted));
  const holding = all.filter(({ finds }) => finds === 'holds').map(({ length }) => length);
  // A text of one length fits some lengths by chance.
  const isChance = range >= 2 * leastRange && rangeOf(holding) < 2;
  const lengths = all.map(({ probe, wanted }) => [probe.found.longestRun, wanted] as const);
  return {
    share: isChance ? 0 : holding.length / all.length,
    isWide: all.length >= fewestInGroup && range >= leastRange,
    goesAlong: all.length >= fewestRefusals && range >= 2 * leastRange && correlation(lengths) > 0.98,
  };
}

/** Whether lengths that fit are no chance: over a range of lengths, or to the character. */
function follows({ wanted, length, isInPlace }: Compared, { isWide }: Group): boolean {
  return isWide || (Math.abs(length - wanted) <= exactly && (isInPlace || wanted >= longText));
}

function rangeOf(lengths: readonly number[]): number {
  return Math.max(...lengths) / Math.min(...lengths);
}

function correlation(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const sum = (of: (dx: number, dy: number) => number) =>
    points.reduce((all, [px, py]) => all + of(px - x, py - y), 0);
  const spread = Math.sqrt(sum((dx) => dx * dx) * sum((_, dy) => dy * dy));
  return spread === 0 ? 0 : sum((dx, dy) => dx * dy) / spread;
}

/** Whether the answer surely is no result. */
function isNone({ finds, probe }: Compared): boolean {
  const { status, error } = probe.answer;
  return finds === 'without' || finds === 'unlike' || !succeeds(status) || error !== null;
}

function succeeds(status: number): boolean {
  return status >= 200 && status < 300;
}

function groupsOf(all: readonly Compared[]): ReadonlyMap<string, Group> {
  const groups = new Map<string, Compared[]>();
  for (const one of all) {
    const group = groups.get(one.look) ?? [];
    groups.set(one.look, group);
    group.push(one);
  }
  return new Map([...groups].map(([look, group]) => [look, groupOf(group)]));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
