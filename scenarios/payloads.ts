import type { Contract } from '../schemas/contract.ts';
import { byWeight, inTurn, mix, pick, randomText } from './random.ts';

/** A class of data for encrypt, with one unusual property, so that a finding can name it. */
interface DataClass {
  readonly name: string;
  readonly weight: number;
  /** `block`: random text, 16 characters of it. */
  readonly text: (block: string, index: number, seed: number) => string;
  /** The text is repeated this often, in every second case less some characters; absent: once. */
  readonly times?: number;
  /** The data has exactly this many bytes. */
  readonly exactly?: number;
  /** The request body has white space, and its keys in the other order. */
  readonly spaced?: true;
  /** No encryption service would refuse this data. */
  readonly plain?: true;
}

const unicode =
  'äßçñ Ωж א ع ह 漢字 かな 한 \u{1f512}\u{1f469}\u200d\u{1f4bb} e\u0301 \u202eabc\u202c \ufdd0\ufffd';
const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('');

const blockLength = 16;
/** Of 96 different lengths: a service may mishandle one of them. */
const marker: DataClass['text'] = (_, index, seed) =>
  `marker-${randomText(index, 32 + (mix(index + 31, seed) % 96), seed)}`;

/** Numbers of all sizes, some beyond 64 bits, some with leading zeros. */
const digits: DataClass['text'] = (_, index, seed) =>
  [127, 191]
    .map((offset) => String(mix(index + offset, seed)).padStart(10, '0'))
    .join('')
    .slice(mix(index + 255, seed) % 19);

const same: DataClass['text'] = (block) => block;

const emptyClass = 'the empty string';

const dataClasses: readonly DataClass[] = [
  { name: 'short ASCII', weight: 24, text: marker, plain: true },
  { name: 'digits', weight: 3, text: digits, plain: true },
  { name: 'white space', weight: 3, text: (block) => ` \t ${block} \r\n ` },
  { name: 'one character', weight: 4, text: (block) => block.slice(0, 1), plain: true },
  { name: emptyClass, weight: 4, text: () => '' },
  { name: 'many scripts and emoji', weight: 14, text: (block) => `${block} ${unicode}` },
  { name: 'control characters', weight: 10, text: (block) => `${block}${controls}\u007f\u0085\u2028` },
  { name: 'quotes and backslashes', weight: 8, text: (block) => `${block}"'\\\\"/</script>\${x}%00` },
  { name: 'JSON in a string', weight: 4, text: (block) => `{"data":"${block}","user":{}}` },
  { name: 'JSON with white space', weight: 4, text: marker, spaced: true },
  { name: '1 KiB', weight: 12, text: same, times: 64, plain: true },
  { name: '16 KiB', weight: 8, text: same, times: 1024 },
  { name: '64 KiB', weight: 5, text: same, times: 4096 },
  { name: '256 KiB', weight: 1, text: same, times: 16384 },
];

/** Tests that the service takes as much data as the contract says. */
function declaredClass(bytes: number): DataClass {
  const times = Math.ceil(bytes / blockLength);
  return { name: `the declared ${bytes} bytes`, weight: 5, text: same, times, exactly: bytes };
}

/** From which data and algorithms a part of a run chooses. */
export type DataChoice = ReturnType<typeof dataChoice>;

/** Whether text is of a kind that a contract may say the service refuses. */
const isOfKind = {
  'the empty string': (text: string) => text === '',
  'control characters': (text: string) => [...text].some((char) => char < ' '),
};

/** What the contract allows and this part of a run sends. `mostBytes`: of UTF-8; `without`: names of classes that are not chosen. */
export function dataChoice(
  seed: number,
  { encrypt }: Contract,
  mostBytes: number,
  without: readonly string[] = [],
) {
  const { maxDataBytes = Infinity, algorithms = [], refuses = [] } = encrypt ?? {};
  const all = maxDataBytes > mostBytes ? dataClasses : [...dataClasses, declaredClass(maxDataBytes)];
  /** Each as often as its weight says. */
  const classes = byWeight(
    all.filter(
      ({ name, text }) =>
        !without.includes(name) && !refuses.some((kind) => isOfKind[kind](text('x', 0, seed))),
    ),
  );
  return { seed, mostBytes: Math.min(mostBytes, maxDataBytes), classes, algorithms };
}

/** Of the same choice, the empty string alone. */
export function emptyData(choice: DataChoice): DataChoice {
  return { ...choice, classes: choice.classes.filter(({ name }) => name === emptyClass) };
}

/** Of the same choice, what no encryption service would refuse. */
export function plainData(choice: DataChoice): DataChoice {
  return { ...choice, classes: choice.classes.filter(({ plain }) => plain) };
}

const statedAlgorithm = 'AES-256-GCM';
/** If the contract declares other algorithms, every eighth call on average names one. */
const otherEvery = 8;

/** The n-th request body of the run, of the form that the document states. */
export function encryptBody(
  index: number,
  choice: DataChoice,
  algorithm = algorithmOf(index, choice),
): { readonly variety: string; readonly otherAlgorithm?: string; readonly body: string } {
  const { seed, mostBytes } = choice;
  const { name, text, times = 1, exactly, spaced, plain } = pick(choice.classes, index, seed);
  const once = text(randomText(index, blockLength, seed), index, seed);
  // The cheap test first: a UTF-16 unit takes at most three bytes.
  const isTooLong =
    exactly === undefined && once.length * 3 * times > mostBytes && utf8Bytes(once) * times > mostBytes;
  // If encrypt refused unusual data, that would say nothing about the algorithm.
  if (isTooLong || (algorithm !== statedAlgorithm && !plain))
    return encryptBody(index + 7919, choice, algorithm);
  // Quoted before it is repeated: quoting 64 KiB takes 0.6 ms, which would delay other calls.
  const quoted = JSON.stringify(once).slice(1, -1).repeat(times);
  const data = quoted.slice(0, exactly ?? quoted.length - (times === 1 ? 0 : lostCharacters(index, seed)));
  const named = JSON.stringify(algorithm);
  return {
    ...(algorithm === statedAlgorithm
      ? { variety: name }
      : { variety: `algorithm ${algorithm}`, otherAlgorithm: algorithm }),
    body: spaced
      ? `{\n  "algorithm": ${named},\n  "data": "${data}"\n}\n`
      : `{"data":"${data}","algorithm":${named}}`,
  };
}

/** Half of the long texts have the length in their name; the others end anywhere within a cipher block. */
function lostCharacters(index: number, seed: number): number {
  const drawn = mix(index + 63, seed) % (2 * blockLength);
  return drawn < blockLength ? drawn : 0;
}

function algorithmOf(index: number, { seed, algorithms }: DataChoice): string {
  if (algorithms.length === 0) return statedAlgorithm;
  const drawn = mix(index + 4_242_421, seed);
  return drawn % otherEvery === 0 ? inTurn(algorithms, drawn >>> 3) : statedAlgorithm;
}

function utf8Bytes(text: string): number {
  return encodeURIComponent(text).replace(/%../g, '%').length;
}

/** The body of backup calls; null: none. The document does not show it: the contract's is used, or an empty object. */
export function backupBody({ backup: { body = {} } = {} }: Contract): string | null {
  return body === null ? null : JSON.stringify(body);
}
