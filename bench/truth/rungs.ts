export type Percentile = 'p95' | 'p99';

/** The largest share of slow calls with which "percentile under the limit" still holds. */
export const allowedSlowShare: Readonly<Record<Percentile, number>> = { p95: 0.05, p99: 0.01 };

/** The figure of the document, milliseconds. */
export const limitMs = 20;

/** One service with known response times. */
export interface Rung {
  readonly name: string;
  /** What the truth server is started with. */
  readonly mode: readonly string[];
  readonly group: 'ladder' | 'bursts' | 'stall' | 'drift' | 'one endpoint';
  /** The percentile that lies exactly at the limit here: no verdict on it is right or wrong. */
  readonly boundary: Percentile | null;
  /** How long a peer asks, seconds: whole periods of a stall. */
  readonly durationS: number;
}

const usOfMs = (ms: number) => String(ms * 1000);
const slowMs = 40;
const baseMs = 2;

export const rungs: readonly Rung[] = [
  ...[15, 18, 19, 19.5, 20.5, 21, 22, 25].map(fixed),
  mix('0.5 % slow', 200, null),
  mix('1 % slow', 100, 'p99'),
  mix('2 % slow', 50, null),
  mix('5 % slow', 20, 'p95'),
  burst('0.5 % slow in runs of 10', 10, 2000),
  burst('2 % slow in runs of 20', 20, 1000),
  {
    name: 'stall of 500 ms every 6 s',
    mode: ['stall', usOfMs(baseMs), usOfMs(500), usOfMs(6000)],
    group: 'stall',
    boundary: null,
    durationS: 18,
  },
  {
    name: 'drift from 12 to 30 ms',
    mode: ['drift', usOfMs(12), usOfMs(30), usOfMs(18_000)],
    group: 'drift',
    boundary: null,
    durationS: 18,
  },
  {
    name: 'user alone at 25 ms',
    mode: ['only', 'user', usOfMs(25), usOfMs(baseMs)],
    group: 'one endpoint',
    boundary: null,
    durationS: 6,
  },
];

function fixed(ms: number): Rung {
  return { name: `${ms} ms`, mode: ['fixed', usOfMs(ms)], group: 'ladder', boundary: null, durationS: 6 };
}

/** One slow call in every block, at a place without a period. */
function mix(name: string, block: number, boundary: Percentile | null): Rung {
  return { name, mode: runs(1, block), group: 'ladder', boundary, durationS: 6 };
}

function burst(name: string, length: number, block: number): Rung {
  return { name, mode: runs(length, block), group: 'bursts', boundary: null, durationS: 10 };
}

function runs(length: number, block: number): readonly string[] {
  return ['runs', usOfMs(slowMs), usOfMs(baseMs), String(length), String(block)];
}
