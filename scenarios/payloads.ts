import { mostTakenBytes } from '../checks/calls/size-limit.ts';
import type { SizeLimit } from '../dist/facts-types.ts';
import { type Contract, otherAlgorithms, statedAlgorithm } from '../schemas/contract.ts';
import { inTurn, mix } from './random.ts';
import {
  charactersTried,
  declaredLength,
  lengths,
  plainest,
  repetitions,
  shortest,
  writings,
} from './space/data-levels.ts';
import { textMaker } from './space/data-text.ts';
import { drawer, type Level, type Point } from './space/level.ts';

/** More than the 32 KiB that compressors look back. */
const mostPoolBytes = 81_920;

/** The data and algorithms from which a phase chooses. */
export type DataChoice = ReturnType<typeof dataChoice>;

/** What a body of encrypt holds besides its data. */
const besideDataBytes = 64;

interface Choosing {
  /** What the service takes. */
  readonly limit?: SizeLimit | null;
  readonly without?: readonly string[];
  /** Size of the text pool for data without repetition. */
  readonly poolBytes?: number;
}

/** The levels that the contract allows and a phase sends, `without` some. */
export function dataChoice(
  seed: number,
  contract: Contract,
  wantedBytes: number,
  { limit, without = [], poolBytes = mostPoolBytes }: Choosing = {},
) {
  const { leastDataBytes, mostBodyBytes } = limit ?? {};
  const mostBytes = Math.min(wantedBytes, mostTakenBytes(limit) ?? Infinity);
  const { maxDataBytes: declaredBytes, refuses = [] } = contract.encrypt ?? {};
  const maxDataBytes = declaredBytes ?? Infinity;
  const most = Math.min(mostBytes, maxDataBytes);
  const names = [...without, ...refuses];
  const isRefused = (text: string) =>
    refuses.includes('control characters') && [...text].some((char) => char < ' ');
  const all = maxDataBytes > mostBytes ? lengths : [...lengths, declaredLength(maxDataBytes)];
  const length = sent(all, names).filter(({ bytes }) => {
    const least = bytes(0, 0, 0);
    return least >= (leastDataBytes ?? 0) && least <= most;
  });
  const characters = sent(charactersTried, names).filter(
    ({ pieces, around = [] }) => ![...pieces, ...around.flat()].some(isRefused),
  );
  const short = ['16 to 255 bytes', shortest].find((name) => length.some((one) => one.name === name));
  const longer = length.filter(({ weight }) => weight === 0);
  const repetition = sent(repetitions, names);
  const writing = sent(writings, names);
  return {
    seed,
    mostBytes: most,
    algorithms: otherAlgorithms(contract),
    hasEmptyText: length.some(({ name }) => name === emptyText),
    draw: drawer({ length, repetition, characters, writing }, seed),
    /** Lengths that only planned calls have. */
    longer,
    /** Data that any encryption service accepts, the same in every phase: a few letters and digits, none from a pool. */
    plain: { ...plainest, ...(short && { length: short }), repetition: 'begins like other data' },
    makeText: textMaker(seed, poolBytes, mostBodyBytes == null ? undefined : mostBodyBytes - besideDataBytes),
  };
}

export const emptyText = 'the empty string';

function sent<One extends Level>(levels: readonly One[], without: readonly string[]): readonly One[] {
  const left = levels.filter(({ name }) => !without.includes(name));
  return left.length === 0 ? levels : left;
}

/** RSA takes less data than its key is long: 126 bytes with 2,048 bits, of which OAEP with SHA-512 needs 130 bytes. */
const mostBytesOfOthers = 120;

/** The n-th body. `turnOf`: how many texts had the same length before. Other algorithms get short plain data, no reason to refuse. */
export function encryptBody(
  index: number,
  choice: DataChoice,
  planned: Point = {},
  turnOf: (length: string) => number = () => index,
  algorithm = statedAlgorithm,
) {
  const isOther = algorithm !== statedAlgorithm;
  const { draw, makeText, mostBytes, plain } = choice;
  const { levels, point } = draw(index, isOther ? { ...planned, ...plain } : planned);
  const { length, writing } = levels;
  const most = isOther ? Math.min(mostBytes, mostBytesOfOthers) : mostBytes;
  const data = makeText(levels, index, turnOf(length.name), most);
  return {
    point,
    variety: dataWords(point, algorithm),
    ...(isOther && { otherAlgorithm: algorithm }),
    body: writing.object(data, JSON.stringify(algorithm)),
  };
}

/** Describes data by what distinguishes it from other data: its algorithm, if that is another. */
export function dataWords(point: Point, algorithm = statedAlgorithm): string {
  if (algorithm !== statedAlgorithm) return `algorithm ${algorithm}`;
  const { length, repetition, characters, writing } = point;
  const words = [length, length === emptyText ? '' : characters];
  if (repetition !== plainest.repetition) words.push(repetition);
  if (writing !== plainest.writing) words.push(writing);
  return words.filter(Boolean).join(', ');
}

/** If the contract declares other algorithms, one in eight calls on average uses one of them. */
const otherEvery = 8;

export function algorithmAt(index: number, { seed, algorithms }: DataChoice): string {
  if (algorithms.length === 0) return statedAlgorithm;
  const drawn = mix(index + 4_242_421, seed);
  return drawn % otherEvery === 0 ? inTurn(algorithms, drawn >>> 3) : statedAlgorithm;
}

/** The body of backup calls; null: none. The document does not show one, so it is the contract's, or else an empty object. */
export function backupBody({ backup: { body = {} } = {} }: Contract): string | null {
  return body === null ? null : JSON.stringify(body);
}
