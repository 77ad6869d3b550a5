import { groupedBy } from '../add-up.ts';
import { type KnownResults, knownPlace, nearlyAll, placeNamer } from './known-results.ts';
import { isInBody, type SeenAnswer } from './leaves.ts';
import { nameResults } from './successes.ts';
import { type ComparedProbe, longHeadersOf, type Probe } from './twins.ts';

/** The least number of answers in a group, and the least range of lengths. With less, a length may fit by chance. */
export const fewestInGroup = 3;
const leastRange = 4;
/** This many answers of one kind are no accident. */
export const fewestAlike = 8;

/** A result in another common encoding is never shorter than this part of the original. */
const leastRoom = 0.5;

/** A share of a group. */
export const some = 0.3;

/** In a smaller share of a group, texts are the same again and again: those of a page. */
const fewestTexts = nearlyAll / 2;

/** Of a shorter result in pieces, only one piece may be long enough to be found. */
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
   * Nearly every answer has a text that was not sent and is long enough for the result in another form, over a wide range of lengths.
   * Such a text is another one in each answer.
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

/** Where long results are cut off, as in a header, the half with the shorter results still shows it. */
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
  const pathsOf = ({ leaves }: SeenAnswer) => [...leaves.keys()].filter(isInBody);
  const placeOf = placeNamer(all.map(({ probe }) => pathsOf(probe.answer)));
  const commonLook = (answer: SeenAnswer) =>
    `${answer.status} ${pathsOf(answer).map(placeOf).toSorted().join()}${longHeadersOf(answer.leaves)}`;
  return all.map((one) => (isRare(one) ? { ...one, look: commonLook(one.probe.answer) } : one));
}

/** Number of answers remembered for each look. */
const mostRemembered = 32;

/**
 * Returns the group of an answer and earlier ones of its look. It is `alone` while a few fitting lengths may be chance: texts of
 * random length fit one time in ten.
 */
export type Grouping = (one: ComparedProbe) => Group;

export function groupingOneByOne(): Grouping {
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
  return ownLengths(answer).reduce((most, length) => Math.max(most, length), found.longestRun);
}

/** Length of everything in an answer that was not sent. */
function ownLength({ answer, found }: Probe): number {
  return Math.max(
    found.longestRun,
    ownLengths(answer).reduce((sum, length) => sum + length, 0),
  );
}

function ownLengths({ leaves }: SeenAnswer): number[] {
  return [...leaves.values()].map(({ own }) => own);
}

function rangeOf(lengths: readonly number[]): number {
  return Math.max(...lengths) / Math.min(...lengths);
}

/** Correlation of the lengths of answers with those of the results. */
function correlation(all: readonly ComparedProbe[]): number {
  const points = all.map(({ probe, wanted }) => [ownLength(probe), wanted] as const);
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const sum = (of: (dx: number, dy: number) => number) =>
    points.reduce((all, [px, py]) => all + of(px - x, py - y), 0);
  const spread = Math.sqrt(sum((dx) => dx * dx) * sum((_, dy) => dy * dy));
  return spread === 0 ? 0 : sum((dx, dy) => dx * dy) / spread;
}

/** A service says for a few reasons why it refuses. */
const mostWordings = 4;

function areFew(wordings: ReadonlySet<string>, answers: readonly SeenAnswer[]): boolean {
  return wordings.size <= Math.max(1, Math.min(mostWordings, answers.length / 10));
}

/**
 * Looks of answers unlike their twins that have no value of their own, although nearly every twin has one, such as an id: nothing in them
 * leads to a result. Bodies are JSON (§4), so a page leads to none either, unless valid calls get a text, too.
 */
export function namelessLooks(all: readonly ComparedProbe[]): string[] {
  const unlike = all.filter(({ finds }) => finds === 'unlike');
  /** Of the first answer, as all have the same look. */
  const pathsOf = ([first]: readonly SeenAnswer[]) => [...(first?.leaves.keys() ?? [])];
  const hasOwn = (answers: readonly SeenAnswer[], path: string) =>
    !areFew(new Set(answers.map(({ leaves }) => leaves.get(path)?.mark ?? '')), answers);
  return [...byLook(unlike)].flatMap(([look, group]) => {
    if (group.length < fewestAlike) return [];
    const [answers, twins] = [group.map(({ probe }) => probe.answer), group.map(({ probe }) => probe.twin)];
    const headers = new Set(pathsOf(twins).filter((path) => !isInBody(path)));
    const paths = pathsOf(answers).filter(isInBody);
    const isPage = paths.join() === 'text' && twins.every(({ leaves }) => !leaves.has('text'));
    const leadsNowhere = isPage || !paths.some((path) => hasOwn(answers, path));
    return nameResults(twins, headers) && leadsNowhere ? [look] : [];
  });
}

/**
 * Looks of answers that resemble their twins without a result, but where successes vary have one of a few values that no success has:
 * an invitation to log in may have the form of an accepted job. `successes`: those with which the answers are compared. `wordingOf`:
 * the part of a value that is compared.
 */
export function steadyLooks(
  all: readonly ComparedProbe[],
  successes: readonly SeenAnswer[],
  known: KnownResults,
  wordingOf = (mark: string) => mark,
): string[] {
  const wordingsAt = (path: string, answers: readonly SeenAnswer[]) =>
    new Set(answers.flatMap(({ leaves }) => leaves.get(path)?.mark ?? []).map(wordingOf));
  const isSteady = (answers: readonly SeenAnswer[]) =>
    [...(answers[0]?.leaves.keys() ?? [])].some((path) => {
      if (!isInBody(path) || known.places[knownPlace(known, path)]?.role !== 'free') return false;
      const wordings = wordingsAt(path, answers);
      const others = wordingsAt(path, successes);
      return areFew(wordings, answers) && ![...wordings].some((wording) => others.has(wording));
    });
  const alike = all.filter(
    ({ finds, hasTwinsForm }) => finds === 'like' || (finds === 'unlike' && hasTwinsForm),
  );
  return [...byLook(alike)].flatMap(([look, group]) =>
    group.length >= fewestAlike && isSteady(group.map(({ probe }) => probe.answer)) ? [look] : [],
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

function byLook(all: readonly ComparedProbe[]): ReadonlyMap<string, readonly ComparedProbe[]> {
  return groupedBy(all, ({ look }) => look);
}
