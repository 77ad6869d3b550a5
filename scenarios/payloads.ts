import { pickWeighted, randomText } from './random.ts';

/** A class of data for encrypt, one property at a time, so that a finding can name it. */
interface DataClass {
  readonly name: string;
  readonly weight: number;
  /** The data is this, */
  readonly text: (seed: number) => string;
  /** so many times; once where it does not say. */
  readonly times?: number;
}

const unicode =
  'äßçñ Ωж א ع ह 漢字 かな 한 \u{1f512}\u{1f469}\u200d\u{1f4bb} e\u0301 \u202eabc\u202c \ufdd0\ufffd';
const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('');

const block = (seed: number) => randomText(seed, 16);

const dataClasses: readonly DataClass[] = [
  { name: 'short ASCII', weight: 30, text: (seed) => `marker-${randomText(seed, 32)}` },
  { name: 'one character', weight: 4, text: (seed) => randomText(seed, 1) },
  { name: 'no characters', weight: 4, text: () => '' },
  { name: 'all of Unicode', weight: 14, text: (seed) => `${block(seed)} ${unicode}` },
  {
    name: 'control characters',
    weight: 10,
    text: (seed) => `${block(seed)}${controls}\u007f\u0085\u2028`,
  },
  {
    name: 'quotes and backslashes',
    weight: 8,
    text: (seed) => `${block(seed)}"'\\\\"/</script>\${x}%00`,
  },
  { name: 'JSON in a string', weight: 4, text: (seed) => `{"data":"${block(seed)}","user":{}}` },
  { name: '1 KiB', weight: 12, text: block, times: 64 },
  { name: '16 KiB', weight: 8, text: block, times: 1024 },
  { name: '64 KiB', weight: 5, text: block, times: 4096 },
  { name: '256 KiB', weight: 1, text: block, times: 16384 },
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
  const allowed =
    without.length === 0 ? dataClasses : dataClasses.filter(({ name }) => !without.includes(name));
  const { name, text, times = 1 } = pickWeighted(allowed, seed);
  const once = text(seed);
  if (once.length * times > largest) return encryptBody(seed + 7919, choice, algorithm);
  // To quote 64 KiB at one go takes a script 0.6 ms, in which it delays its other calls.
  const quoted = JSON.stringify(once).slice(1, -1).repeat(times);
  return { variety: name, body: `{"data":"${quoted}","algorithm":${JSON.stringify(algorithm)}}` };
}
