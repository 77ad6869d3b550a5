import { pickWeighted, randomText } from './random.ts';

/** A class of data for encrypt, one property at a time, so that a finding can name it. */
interface DataClass {
  readonly name: string;
  readonly weight: number;
  readonly data: (seed: number) => string;
}

const unicode =
  'äßçñ Ωж א ع ह 漢字 かな 한 \u{1f512}\u{1f469}\u200d\u{1f4bb} e\u0301 \u202eabc\u202c \ufdd0\ufffd';
const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('');

const dataClasses: readonly DataClass[] = [
  { name: 'short ASCII', weight: 30, data: (seed) => `marker-${randomText(seed, 32)}` },
  { name: 'one character', weight: 4, data: (seed) => randomText(seed, 1) },
  { name: 'no characters', weight: 4, data: () => '' },
  { name: 'all of Unicode', weight: 14, data: (seed) => `${randomText(seed, 16)} ${unicode}` },
  {
    name: 'control characters',
    weight: 10,
    data: (seed) => `${randomText(seed, 16)}${controls}\u007f\u0085\u2028`,
  },
  {
    name: 'quotes and backslashes',
    weight: 8,
    data: (seed) => `${randomText(seed, 16)}"'\\\\"/</script>\${x}%00`,
  },
  { name: 'JSON in a string', weight: 4, data: (seed) => `{"data":"${randomText(seed, 16)}","user":{}}` },
  { name: '1 KiB', weight: 12, data: (seed) => randomText(seed, 16).repeat(64) },
  { name: '16 KiB', weight: 8, data: (seed) => randomText(seed, 16).repeat(1024) },
  { name: '64 KiB', weight: 5, data: (seed) => randomText(seed, 16).repeat(4096) },
  { name: '256 KiB', weight: 1, data: (seed) => randomText(seed, 16).repeat(16384) },
];

export interface EncryptBody {
  readonly variety: string;
  readonly body: string;
}

export interface DataChoice {
  /** Longest data, in characters. */
  readonly largest: number;
  /** Names of classes that are not to be chosen. */
  readonly without?: readonly string[];
}

/** The stated request body for one seed. */
export function encryptBody(seed: number, choice: DataChoice, algorithm = 'AES-256-GCM'): EncryptBody {
  const { largest, without = [] } = choice;
  const allowed = dataClasses.filter(({ name }) => !without.includes(name));
  const { name, data } = pickWeighted(allowed, seed);
  const text = data(seed);
  if (text.length > largest) return encryptBody(seed + 7919, choice, algorithm);
  return { variety: name, body: JSON.stringify({ data: text, algorithm }) };
}
