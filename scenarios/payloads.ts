import { type Contract, otherAlgorithms, statedAlgorithm } from '../schemas/contract.ts';
import { inTurn, mix } from './random.ts';
import { charactersTried, declaredLength, lengths, repetitions, writings } from './space/data-levels.ts';
import { type DataLevels, textMaker } from './space/data-text.ts';
import { type Choices, drawer } from './space/draw.ts';
import type { Level, Point } from './space/level.ts';

/** A compressor looks back 32 KiB. */
const mostPoolBytes = 81_920;

/** From which data and algorithms a part of a run chooses. */
export type DataChoice = ReturnType<typeof dataChoice>;

/**
 * Of the levels of the space those that the contract allows and a part of a run sends. `mostBytes`: of UTF-8; `without`: names
 * of levels; `poolBytes`: of text that is new at every place.
 */
export function dataChoice(
  seed: number,
  contract: Contract,
  mostBytes: number,
  without: readonly string[] = [],
  poolBytes = mostPoolBytes,
) {
  const { maxDataBytes = Infinity, refuses = [] } = contract.encrypt ?? {};
  const most = Math.min(mostBytes, maxDataBytes);
  const names = [...without, ...(refuses.includes('the empty string') ? [emptyText] : [])];
  const isRefused = (text: string) =>
    refuses.includes('control characters') && [...text].some((char) => char < ' ');
  const all = maxDataBytes > mostBytes ? lengths : [...lengths, declaredLength(maxDataBytes)];
  const length = sent(all, names).filter(({ bytes }) => bytes(0, 0, 0) <= most);
  const characters = sent(charactersTried, names).filter(({ pieces }) => !pieces.some(isRefused));
  const repetition = sent(repetitions, names);
  const writing = sent(writings, names);
  const choices: Choices<DataLevels> = { length, repetition, characters, writing };
  return {
    seed,
    mostBytes: most,
    algorithms: otherAlgorithms(contract),
    choices,
    draw: drawer(choices, seed),
    drawPlain: drawer(plain, seed),
    /** That only calls with the token have. */
    longer: length.filter(({ weight }) => weight === 0),
    makeText: textMaker(seed, poolBytes),
  };
}

/** What no encryption service would refuse: a few letters and digits. */
const plain: Choices<DataLevels> = {
  length: lengths.slice(1, 4),
  repetition: repetitions.slice(1, 2),
  characters: charactersTried.slice(0, 1),
  writing: writings.slice(0, 1),
};

const emptyText = 'the empty string';

function sent<One extends Level>(levels: readonly One[], without: readonly string[]): readonly One[] {
  const left = levels.filter(({ name }) => !without.includes(name));
  return left.length === 0 ? levels : left;
}

/** Of the same choice, the empty string alone; null: it is not sent. */
export function emptyData(choice: DataChoice): DataChoice | null {
  const length = choice.choices.length.filter(({ name }) => name === emptyText);
  const choices = { ...choice.choices, length };
  return length.length === 0 ? null : { ...choice, choices, draw: drawer(choices, choice.seed) };
}

/** Of the same choice, what no encryption service would refuse. It is the same in every part of a run. */
export function plainData(choice: DataChoice): DataChoice {
  return { ...choice, draw: choice.drawPlain };
}

/** What a request of encrypt holds. */
export interface EncryptBody {
  readonly point: Point;
  readonly variety: string;
  readonly otherAlgorithm?: string;
  readonly body: string;
}

/**
 * The n-th request body of the run, of levels that are planned or drawn. `turnOf`: how many with data of a length came before. If
 * encrypt refused unusual data, that would say nothing about another algorithm.
 */
export function encryptBody(
  index: number,
  choice: DataChoice,
  planned: Point = {},
  turnOf: (length: string) => number = () => index,
  algorithm = statedAlgorithm,
): EncryptBody {
  const isOther = algorithm !== statedAlgorithm;
  const { draw, drawPlain, makeText, mostBytes } = choice;
  const { levels, point } = isOther ? drawPlain(index) : draw(index, planned);
  const { length, writing } = levels;
  const data = makeText(levels, index, turnOf(length.name), mostBytes);
  return {
    point,
    variety: isOther ? `algorithm ${algorithm}` : dataWords(point),
    ...(isOther && { otherAlgorithm: algorithm }),
    body: writing.object(data, algorithm),
  };
}

/** What sets data apart from other data. */
export function dataWords({ length, repetition, characters, writing }: Point): string {
  const words = [length, length === emptyText ? '' : characters];
  if (repetition !== repetitions[0]?.name) words.push(repetition);
  if (writing !== writings[0]?.name) words.push(writing);
  return words.filter(Boolean).join(', ');
}

/** If the contract declares other algorithms, every eighth call on average names one. */
const otherEvery = 8;

export function algorithmAt(index: number, { seed, algorithms }: DataChoice): string {
  if (algorithms.length === 0) return statedAlgorithm;
  const drawn = mix(index + 4_242_421, seed);
  return drawn % otherEvery === 0 ? inTurn(algorithms, drawn >>> 3) : statedAlgorithm;
}

/** The body of backup calls; null: none. The document does not show it: the contract's is used, or an empty object. */
export function backupBody({ backup: { body = {} } = {} }: Contract): string | null {
  return body === null ? null : JSON.stringify(body);
}
