import type { BoxTicks } from './proc.ts';

/** One look at the machine. */
export interface Sample {
  /** Monotonic, milliseconds. */
  readonly atMs: number;
  readonly box: BoxTicks | null;
  /** Ticks of the watched process; null where it is not known, or gone. */
  readonly generator: number | null;
  readonly throttledPeriods: number | null;
}

/** Of the time of all cores together, 0 to 1. */
export interface BusyShares {
  readonly boxBusyShare: number | null;
  readonly generatorBusyShare: number | null;
}

export interface Usage extends BusyShares {
  /** The share of the time that went to other machines on the same host. */
  readonly stolenShare: number | null;
  /** Growth between the first and the last sample. */
  readonly throttledPeriods: number | null;
}

/** What happened between the first and the last of some samples; null for what they do not hold. */
export function usageOf(samples: readonly Sample[]): Usage {
  const boxes = samples.flatMap(({ box }) => box ?? []);
  const alive = samples.filter(({ generator }) => generator !== null);
  return {
    boxBusyShare: share(
      growth(boxes, (box) => box.busy),
      growth(boxes, (box) => box.total),
    ),
    generatorBusyShare: share(
      growth(alive, ({ generator }) => generator),
      growth(alive, ({ box }) => box?.total ?? null),
    ),
    stolenShare: share(
      growth(boxes, (box) => box.stolen),
      growth(boxes, (box) => box.total),
    ),
    throttledPeriods: growth(samples, (sample) => sample.throttledPeriods),
  };
}

/** The largest shares between two samples in succession that are at least this many milliseconds apart. */
export function busiestUsage(samples: readonly Sample[], stretchMs: number): BusyShares {
  const stretches = samples.flatMap((end, index) => {
    const start = samples[index - 1];
    return start === undefined || end.atMs - start.atMs < stretchMs ? [] : [usageOf([start, end])];
  });
  return {
    boxBusyShare: largest(stretches.map(({ boxBusyShare }) => boxBusyShare)),
    generatorBusyShare: largest(stretches.map(({ generatorBusyShare }) => generatorBusyShare)),
  };
}

function growth<T>(items: readonly T[], read: (item: T) => number | null): number | null {
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [before, after] = [read(first), read(last)];
  return before === null || after === null ? null : after - before;
}

/** Ticks of one process and of the box are not counted at the same instant: a share can come out above 1. */
function share(part: number | null, whole: number | null): number | null {
  if (part === null || whole === null || whole <= 0) return null;
  return Math.min(1, Math.max(0, part / whole));
}

function largest(shares: readonly (number | null)[]): number | null {
  const known = shares.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((most, value) => Math.max(most, value));
}
