import { algorithmVariety } from '../checks/declared/declared-checks.ts';
import type { Contract } from '../schemas/contract.ts';
import { byWeight, inTurn, mix, pick, randomText } from './random.ts';

/** A class of data for encrypt, one property at a time, so that a finding can name it. */
interface DataClass {
  readonly name: string;
  readonly weight: number;
  /** The data is this, made from a number, */
  readonly text: (index: number, seed: number) => string;
  /** so many times, in every second text less some characters; once where it does not say. */
  readonly times?: number;
  /** So many bytes of it, neither more nor less. */
  readonly exactly?: number;
  /** The body around it has white space, and its keys are in the other order. */
  readonly spaced?: true;
  /** Nobody who encrypts anything refuses it. */
  readonly plain?: true;
}

const unicode =
  'äßçñ Ωж א ع ह 漢字 かな 한 \u{1f512}\u{1f469}\u200d\u{1f4bb} e\u0301 \u202eabc\u202c \ufdd0\ufffd';
const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('');

const blockLength = 16;
const block = (index: number, seed: number) => randomText(index, blockLength, seed);

/** Of 96 lengths: a service may handle one of them in its own way. */
const marker = (index: number, seed: number) =>
  `marker-${randomText(index, 32 + (mix(index + 31, seed) % 96), seed)}`;

/** Numbers of all sizes, some beyond those of a computer, and zeros in front. */
const digits = (index: number, seed: number) =>
  [127, 191]
    .map((offset) => String(mix(index + offset, seed)).padStart(10, '0'))
    .join('')
    .slice(mix(index + 255, seed) % 19);

const dataClasses: readonly DataClass[] = [
  { name: 'short ASCII', weight: 24, text: marker, plain: true },
  { name: 'digits', weight: 3, text: digits, plain: true },
  { name: 'white space', weight: 3, text: (index, seed) => ` \t ${block(index, seed)} \r\n ` },
  { name: 'one character', weight: 4, text: (index, seed) => randomText(index, 1, seed), plain: true },
  { name: 'no characters', weight: 4, text: () => '' },
  { name: 'all of Unicode', weight: 14, text: (index, seed) => `${block(index, seed)} ${unicode}` },
  {
    name: 'control characters',
    weight: 10,
    text: (index, seed) => `${block(index, seed)}${controls}\u007f\u0085\u2028`,
  },
  {
    name: 'quotes and backslashes',
    weight: 8,
    text: (index, seed) => `${block(index, seed)}"'\\\\"/</script>\${x}%00`,
  },
  {
    name: 'JSON in a string',
    weight: 4,
    text: (index, seed) => `{"data":"${block(index, seed)}","user":{}}`,
  },
  { name: 'JSON with white space', weight: 4, text: marker, spaced: true },
  { name: '1 KiB', weight: 12, text: block, times: 64, plain: true },
  { name: '16 KiB', weight: 8, text: block, times: 1024 },
  { name: '64 KiB', weight: 5, text: block, times: 4096 },
  { name: '256 KiB', weight: 1, text: block, times: 16384 },
];

/** That the service takes as much as the contract says is not to be believed unseen. */
function declaredClass(bytes: number): DataClass {
  const times = Math.ceil(bytes / blockLength);
  return { name: `the declared ${bytes} bytes`, weight: 5, text: block, times, exactly: bytes };
}

export interface EncryptBody {
  readonly variety: string;
  readonly body: string;
}

/** From which data and algorithms a part of a run chooses. */
export interface DataChoice {
  /** The run's: another one makes other data. */
  readonly seed: number;
  /** Longest data, in bytes of UTF-8. */
  readonly mostBytes: number;
  /** Of the longest data that the contract declares, where that is no more. */
  readonly declaredBytes?: number;
  /** Names of classes that are not to be chosen. */
  readonly without?: readonly string[];
  /** Algorithms that the contract declares besides the stated one. */
  readonly algorithms?: readonly string[];
}

/** What the contract allows, and no more than this part of a run sends. */
export function dataChoice(seed: number, { encrypt }: Contract, mostBytes: number): DataChoice {
  const { maxDataBytes, algorithms = [] } = encrypt ?? {};
  const allowed = { seed, mostBytes: Math.min(mostBytes, maxDataBytes ?? mostBytes), algorithms };
  return maxDataBytes === undefined || maxDataBytes > mostBytes
    ? allowed
    : { ...allowed, declaredBytes: maxDataBytes };
}

const statedAlgorithm = 'AES-256-GCM';
/** One call in so many names another algorithm, where some are declared. */
const otherEvery = 8;

/** The stated request body, the n-th of the run. */
export function encryptBody(
  index: number,
  choice: DataChoice,
  algorithm = algorithmOf(index, choice),
): EncryptBody {
  const { seed, mostBytes } = choice;
  const { name, text, times = 1, exactly, spaced, plain } = pick(classesOf(choice), index, seed);
  const once = text(index, seed);
  // No UTF-16 unit takes more than three bytes.
  const isTooLong =
    exactly === undefined && once.length * 3 * times > mostBytes && utf8Bytes(once) * times > mostBytes;
  // Data that encrypt refuses says nothing of the algorithm.
  if (isTooLong || (algorithm !== statedAlgorithm && !plain))
    return encryptBody(index + 7919, choice, algorithm);
  // To quote 64 KiB at one go takes a script 0.6 ms, in which it delays its other calls.
  const quoted = JSON.stringify(once).slice(1, -1).repeat(times);
  const data = quoted.slice(0, exactly ?? quoted.length - (times === 1 ? 0 : lostCharacters(index, seed)));
  const named = JSON.stringify(algorithm);
  return {
    variety: algorithm === statedAlgorithm ? name : algorithmVariety(algorithm),
    body: spaced
      ? `{\n  "algorithm": ${named},\n  "data": "${data}"\n}\n`
      : `{"data":"${data}","algorithm":${named}}`,
  };
}

const classesFound = new WeakMap<DataChoice, readonly DataClass[]>();

/** Looked for once: in k6's engine that takes longer than to make the data. */
function classesOf(choice: DataChoice): readonly DataClass[] {
  const known = classesFound.get(choice);
  if (known !== undefined) return known;
  const { declaredBytes, without = [] } = choice;
  const all = declaredBytes === undefined ? dataClasses : [...dataClasses, declaredClass(declaredBytes)];
  const found = byWeight(all.filter(({ name }) => !without.includes(name)));
  classesFound.set(choice, found);
  return found;
}

/** Half of the long texts are as long as their name says; the others end anywhere in a block of a cipher. */
function lostCharacters(index: number, seed: number): number {
  const drawn = mix(index + 63, seed) % (2 * blockLength);
  return drawn < blockLength ? drawn : 0;
}

function algorithmOf(index: number, { seed, algorithms = [] }: DataChoice): string {
  if (algorithms.length === 0) return statedAlgorithm;
  const drawn = mix(index + 4_242_421, seed);
  return drawn % otherEvery === 0 ? inTurn(algorithms, drawn >>> 3) : statedAlgorithm;
}

function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Half of a surrogate pair has two of the pair's four bytes.
    if (code >= 0x80) bytes += code >= 0x800 && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
