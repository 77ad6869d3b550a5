import { algorithmVariety } from '../checks/declared/algorithms.ts';
import type { Contract } from '../schemas/contract.ts';
import { byWeight, inTurn, mix, pick, randomText } from './random.ts';

/** A class of data for encrypt, one property at a time, so that a finding can name it. */
interface DataClass {
  readonly name: string;
  readonly weight: number;
  /** Of its longest data, in UTF-8. */
  readonly bytes: number;
  /** Makes the data from a number; where it is absent, a text is repeated, up to these bytes or a few less. */
  readonly text?: (index: number, seed: number) => string;
  /** Never less. */
  readonly isExact?: true;
  /** The body around it has white space, and its keys are in the other order. */
  readonly spaced?: true;
}

const unicode =
  'äßçñ Ωж א ع ह 漢字 かな 한 \u{1f512}\u{1f469}\u200d\u{1f4bb} e\u0301 \u202eabc\u202c \ufdd0\ufffd';
const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('');

const blockLength = 16;
const block = (index: number, seed: number) => randomText(index, blockLength, seed);

/** Of 96 lengths: a service may handle one of them in its own way. */
const marker = (index: number, seed: number) =>
  `marker-${randomText(index, 32 + (mix(index + 31, seed) % 96), seed)}`;

export const dataClasses: readonly DataClass[] = [
  { name: 'short ASCII', weight: 24, bytes: 134, text: marker },
  { name: 'digits', weight: 3, bytes: 10, text: (index, seed) => String(mix(index, seed)) },
  { name: 'white space', weight: 3, bytes: 23, text: (index, seed) => ` \t ${block(index, seed)} \r\n ` },
  { name: 'one character', weight: 4, bytes: 1, text: (index, seed) => randomText(index, 1, seed) },
  { name: 'no characters', weight: 4, bytes: 0, text: () => '' },
  {
    name: 'all of Unicode',
    weight: 14,
    bytes: 95,
    text: (index, seed) => `${block(index, seed)} ${unicode}`,
  },
  {
    name: 'control characters',
    weight: 10,
    bytes: 54,
    text: (index, seed) => `${block(index, seed)}${controls}\u007f\u0085\u2028`,
  },
  {
    name: 'quotes and backslashes',
    weight: 8,
    bytes: 38,
    text: (index, seed) => `${block(index, seed)}"'\\\\"/</script>\${x}%00`,
  },
  {
    name: 'JSON in a string',
    weight: 4,
    bytes: 37,
    text: (index, seed) => `{"data":"${block(index, seed)}","user":{}}`,
  },
  { name: 'JSON with white space', weight: 4, bytes: 134, text: marker, spaced: true },
  { name: '1 KiB', weight: 12, bytes: 1024 },
  { name: '16 KiB', weight: 8, bytes: 16_384 },
  { name: '64 KiB', weight: 5, bytes: 65_536 },
  { name: '256 KiB', weight: 1, bytes: 262_144 },
];

/** That the service takes as much as the contract says is not to be believed unseen. */
function declaredClass(bytes: number): DataClass {
  return { name: `the declared ${bytes} bytes`, weight: 5, bytes, isExact: true };
}

export interface EncryptBody {
  readonly variety: string;
  readonly body: string;
}

/** From which data and algorithms a part of a run chooses. */
export interface DataChoice {
  /** The run's: another one makes other data. */
  readonly seed: number;
  /** Each as often as its weight says. */
  readonly classes: readonly DataClass[];
  /** Algorithms that the contract declares besides the stated one. */
  readonly algorithms: readonly string[];
}

/**
 * What the contract allows, no more than this part of a run sends, and none of the classes that were refused: in the place of
 * another comes the first of these, so that the n-th body of a load is that of the conformance phase wherever it can be.
 */
export function dataChoice(
  seed: number,
  { encrypt }: Contract,
  mostBytes: number,
  refused: readonly string[] = [],
): DataChoice {
  const { maxDataBytes, algorithms = [] } = encrypt ?? {};
  const all = maxDataBytes === undefined ? dataClasses : [...dataClasses, declaredClass(maxDataBytes)];
  const most = Math.min(mostBytes, maxDataBytes ?? mostBytes);
  const isAllowed = ({ name, bytes }: DataClass) => bytes <= most && !refused.includes(name);
  const first = all.find(isAllowed);
  const classes = byWeight(all).map((one) => (isAllowed(one) ? one : (first ?? one)));
  return { seed, classes, algorithms };
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
  const { seed, classes } = choice;
  const { name, bytes, text, isExact, spaced } = pick(classes, index, seed);
  const data =
    text === undefined
      ? longText(index, seed, isExact ? bytes : bytes - lostCharacters(index, seed))
      : JSON.stringify(text(index, seed)).slice(1, -1);
  const named = JSON.stringify(algorithm);
  return {
    variety: algorithm === statedAlgorithm ? name : algorithmVariety(algorithm),
    body: spaced
      ? `{\n  "algorithm": ${named},\n  "data": "${data}"\n}\n`
      : `{"data":"${data}","algorithm":${named}}`,
  };
}

/** Of characters that JSON writes as they are: to quote 64 KiB takes a script 0.6 ms, in which it delays its other calls. */
function longText(index: number, seed: number, length: number): string {
  return block(index, seed)
    .repeat(Math.ceil(length / blockLength))
    .slice(0, length);
}

/** Half of the long texts are as long as their name says; the others end anywhere in a block of a cipher. */
function lostCharacters(index: number, seed: number): number {
  const drawn = mix(index + 63, seed) % (2 * blockLength);
  return drawn < blockLength ? drawn : 0;
}

function algorithmOf(index: number, { seed, algorithms }: DataChoice): string {
  if (algorithms.length === 0) return statedAlgorithm;
  const drawn = mix(index + 4_242_421, seed);
  return drawn % otherEvery === 0 ? inTurn(algorithms, drawn >>> 3) : statedAlgorithm;
}
