import { groupedBy } from '../add-up.ts';
import { meanOf, sumOf } from '../statistics/samples.ts';
import {
  areFew,
  fewestAlike,
  fewestInGroup,
  type KnownResults,
  nearlyAll,
  placeAt,
} from './known-results.ts';
import { isInBody, type SeenAnswer } from './leaves.ts';
import { placeNamer } from './place-namer.ts';
import { nameResults } from './successes.ts';
import { type ComparedProbe, type Probe, resultHeaderNames } from './twins.ts';

/** The longest result to the shortest: over a smaller range, a length may fit by chance. */
const leastRange = 4;

/** A result in another common encoding is never shorter than this part of the original. */
const leastRoom = 0.5;

/** This share of a group is some of it. */
export const some = 0.3;

/** If a smaller share of a group has a text of its own, the texts recur, as those of a page do. */
const fewestTexts = nearlyAll / 2;

/** If a shorter result is in pieces, only one of them may be long enough to be found. */
const longInPieces = 128;

/** What answers of the same look have in common. */
export interface Group {
  /** Share of the answers that contain the result. */
  readonly share: number;
  /** There are enough answers, over a range of lengths wide enough, that lengths do not fit by chance. */
  readonly isWide: boolean;
  /** The length of what an answer adds to the sent data follows the results' length. It may contain the result in another encoding, or in pieces. */
  readonly goesAlong: boolean;
  /**
   * Nearly every answer has a text that was not sent and is long enough for the result in another form, over a wide range of lengths. The
   * text differs between answers.
   */
  readonly hasRoom: boolean;
}

/** For an answer that has a look of its own or is judged by itself. */
export const alone: Group = { share: 1, isWide: false, goesAlong: false, hasRoom: false };

function groupOf(all: readonly ComparedProbe[], sameStatus = all): Group {
  const range = rangeOf(all.map(({ wanted }) => wanted));
  const long = all.filter(({ wanted }) => wanted >= longInPieces);
  const counted = long.length >= fewestAlike ? long : all;
  const holding = counted.filter(({ finds }) => finds === 'holds').map(({ length }) => length);
  // A text of constant length fits some lengths by chance.
  const isChance = range >= 2 * leastRange && rangeOf(holding) < 2;
  const roomy = all.filter(({ probe, wanted }) => probe.found.longestRun >= leastRoom * wanted);
  const texts = new Set(roomy.map(({ probe }) => probe.found.runEnds));
  return {
    share: isChance ? 0 : holding.length / counted.length,
    isWide: all.length >= fewestInGroup && range >= leastRange,
    goesAlong: goAlong(sameStatus) || shorterGoAlong(sameStatus),
    hasRoom: isMany(all) && roomy.length >= nearlyAll * all.length && texts.size >= fewestTexts * all.length,
  };
}

function goAlong(all: readonly ComparedProbe[]): boolean {
  return isMany(all) && correlation(all) > 0.98;
}

/** Where long results are cut off, as in a header, the shorter half still shows whether lengths go along. */
function shorterGoAlong(all: readonly ComparedProbe[]): boolean {
  const byResult = all.toSorted((one, other) => one.wanted - other.wanted);
  const shorter = byResult.slice(0, Math.ceil(all.length / 2));
  return rangeOf(shorter.map(({ probe }) => ownLength(probe))) >= 2 && goAlong(shorter);
}

/** Whether there are so many answers, with results of such different lengths, that common features are no chance. */
function isMany(all: readonly ComparedProbe[]): boolean {
  return all.length >= fewestAlike && rangeOf(all.map(({ wanted }) => wanted)) >= 2 * leastRange;
}

/**
 * Replaces keys that differ in every answer by `*` where looks hardly repeat because of them. Otherwise each answer would have no
 * other to be compared with, and be judged by chance.
 */
export function withCommonLooks(all: readonly ComparedProbe[]): readonly ComparedProbe[] {
  const groups = byLook(all);
  const isRare = ({ look }: ComparedProbe) => (groups.get(look)?.length ?? 0) < fewestInGroup;
  if (!all.some(isRare)) return all;
  const bodyPaths = (answer: SeenAnswer) => pathsOf([answer]).filter(isInBody);
  const placeOf = placeNamer(all.map(({ probe }) => bodyPaths(probe.answer)));
  const commonLook = (answer: SeenAnswer) =>
    `${answer.status} ${bodyPaths(answer).map(placeOf).toSorted().join()}${resultHeaderNames(answer.leaves)}`;
  return all.map((one) => (isRare(one) ? { ...one, look: commonLook(one.probe.answer) } : one));
}

/** Number of answers remembered for each look. */
const mostRemembered = 32;

/**
 * Groups each answer with earlier ones of its look. It is `alone` while a few fitting lengths may be chance: texts of random length fit
 * one time in ten.
 */
export function groupingOneByOne(): (one: ComparedProbe) => Group {
  const before = new Map<string, readonly ComparedProbe[]>();
  return (one) => {
    const alike = [...(before.get(one.look) ?? []), one].slice(-mostRemembered);
    before.set(one.look, alike);
    const group = groupOf(alike);
    const enough = group.share >= nearlyAll ? fewestAlike : mostRemembered;
    const isTelling = group.share >= some || group.goesAlong || group.hasRoom;
    return group.isWide && isTelling && alike.length >= enough ? group : alone;
  };
}

/** The longest text of an answer that was not sent, wherever it occurs. */
export function longestOwn({ answer, found }: Probe): number {
  return [...answer.leaves.values()].reduce((most, { own }) => Math.max(most, own), found.longestRun);
}

/** Length of everything in an answer that was not sent. */
function ownLength({ answer, found }: Probe): number {
  return Math.max(
    found.longestRun,
    sumOf([...answer.leaves.values()], ({ own }) => own),
  );
}

function rangeOf(lengths: readonly number[]): number {
  return Math.max(...lengths) / Math.min(...lengths);
}

/** Correlation of the lengths of answers with those of the results. */
function correlation(all: readonly ComparedProbe[]): number {
  const points = all.map(({ probe, wanted }) => ({ x: ownLength(probe), y: wanted }));
  const [meanX, meanY] = [meanOf(points.map(({ x }) => x)), meanOf(points.map(({ y }) => y))];
  const sum = (of: (dx: number, dy: number) => number) =>
    sumOf(points, ({ x, y }) => of(x - meanX, y - meanY));
  const spread = Math.sqrt(sum((dx) => dx * dx) * sum((_, dy) => dy * dy));
  return spread === 0 ? 0 : sum((dx, dy) => dx * dy) / spread;
}

/** The looks that enough answers share, if `areSuch` accepts these and their twins. */
function looksOf(
  all: readonly ComparedProbe[],
  areSuch: (answers: readonly SeenAnswer[], twins: readonly SeenAnswer[]) => boolean,
): string[] {
  return [...byLook(all)].flatMap(([look, group]) => {
    const answers = group.map(({ probe }) => probe.answer);
    const twins = group.map(({ probe }) => probe.twin);
    return group.length >= fewestAlike && areSuch(answers, twins) ? [look] : [];
  });
}

/** The paths of answers that have the same look. */
function pathsOf([first]: readonly SeenAnswer[]): string[] {
  return [...(first?.leaves.keys() ?? [])];
}

/** The values of answers at a path, whether they are a few constants, and whether each stands in ten answers on average. */
function valuesAt(path: string, answers: readonly SeenAnswer[], partOf = wholeValue) {
  const values = new Set(answers.flatMap(({ leaves }) => leaves.get(path)?.mark ?? []).map(partOf));
  return {
    values,
    areConstant: areFew(values.size, answers.length),
    areRepeated: values.size <= Math.max(1, answers.length / 10),
  };
}

/** A part of a value that is compared with those of other answers. */
type Part = (mark: string) => string;

export const wholeValue: Part = (mark) => mark;
const noWords = '#';

/** The words of a message, without numbers, times and ids. */
export const wording: Part = (mark) => mark.replace(/[\w-]*\d[\w-]*/g, noWords);

function areApart(one: ReturnType<typeof valuesAt>, { values }: ReturnType<typeof valuesAt>): boolean {
  return ![...one.values].some((value) => values.has(value));
}

/**
 * Looks of answers unlike their twins that lead to no result: they have no value of their own, such as an id, although nearly every twin
 * has one. A value where every twin has one, too, such as the id of the request, does not count if a constant differs from the twins'. Nor
 * does a page lead to a result, because bodies are JSON (§4), unless valid calls get a text, too.
 */
export function namelessLooks(all: readonly ComparedProbe[]): string[] {
  const unlike = all.filter(({ finds }) => finds === 'unlike');
  return looksOf(unlike, (answers, twins) => {
    const paths = pathsOf(answers).filter(isInBody);
    const isPage = paths.join() === 'text' && twins.every(({ leaves }) => !leaves.has('text'));
    const own = paths.filter((path) => !valuesAt(path, answers).areConstant);
    const areOfCalls = own.every((path) => twins.every(({ leaves }) => leaves.has(path)));
    const saysOtherwise = paths.some((path) => {
      const ofTwins = valuesAt(path, twins);
      return ofTwins.values.size > 0 && ofTwins.areConstant && areApart(ofTwins, valuesAt(path, answers));
    });
    const isTold = isPage || own.length === 0 || (areOfCalls && saysOtherwise);
    return isTold && nameResults(twins, (path) => isInBody(path) && !own.includes(path));
  });
}

/**
 * Looks of answers that resemble twins without a result, but repeat values where successes vary, and no success has these values: an
 * invitation to log in may have the form of an accepted job. `successes`: the successes to compare with. `parts`: the parts of a value that
 * are compared.
 */
export function steadyLooks(
  all: readonly ComparedProbe[],
  successes: readonly SeenAnswer[],
  known: KnownResults,
  parts: readonly Part[],
): string[] {
  const alike = all.filter(
    ({ finds, hasTwinsForm }) => finds === 'like' || (finds === 'unlike' && hasTwinsForm),
  );
  return looksOf(alike, (answers) =>
    pathsOf(answers).some((path) => {
      if (!isInBody(path) || placeAt(known, path)?.role !== 'free') return false;
      return parts.some((part) => {
        const own = valuesAt(path, answers, part);
        // An id with a digit becomes `#` here. Whole values that recur are no ids.
        const areWords = !own.values.has(noWords) || valuesAt(path, answers).areRepeated;
        return own.areRepeated && areWords && areApart(own, valuesAt(path, successes, part));
      });
    }),
  );
}

/**
 * The group of each look. If looks hardly repeat because longer results are split into more pieces, lengths are compared among all
 * such answers of the same status.
 */
export function groupsOf(all: readonly ComparedProbe[]): ReadonlyMap<string, Group> {
  const groups = [...byLook(all)];
  const rare = groups.flatMap(([, answers]) => (answers.length < fewestAlike ? answers : []));
  const rareOf = (status: number) => rare.filter(({ probe }) => probe.answer.status === status);
  return new Map(
    groups.map(([look, answers]) => {
      const status = answers[0]?.probe.answer.status ?? 0;
      return [look, groupOf(answers, answers.length < fewestAlike ? rareOf(status) : answers)];
    }),
  );
}

export function byLook(all: readonly ComparedProbe[]): ReadonlyMap<string, readonly ComparedProbe[]> {
  return groupedBy(all, ({ look }) => look);
}
