import { sliceCount } from '../../schemas/load-plan.ts';
import { geometric, type Random } from '../random.ts';
import type { Window } from './facts.ts';

/**
 * A window in which a share of the calls is slow in the long run, in bursts whose lengths are geometric with the given
 * mean; null: every call is slow or not by itself.
 */
export function simulateWindow(
  random: Random,
  calls: number,
  share: number,
  meanBurst: number | null,
): Window {
  const slow = new Array<number>(sliceCount).fill(0);
  for (const { start, length } of burstsIn(random, calls, share, meanBurst)) {
    for (let call = start; call < start + length; call += 1) {
      const slice = Math.floor((call * sliceCount) / calls);
      slow[slice] = (slow[slice] ?? 0) + 1;
    }
  }
  return { slices: slow.map((count, index) => ({ n: sizeOf(index, calls), slow: count })) };
}

/** Windows one after the other as one, in as many slices. */
export function joined(windows: readonly Window[]): Window {
  const slices = Array.from({ length: sliceCount }, () => ({ n: 0, slow: 0 }));
  windows.forEach((window, index) => {
    window.slices.forEach(({ n, slow }, number) => {
      const slice = slices[Math.floor((index * sliceCount + number) / windows.length)];
      if (slice === undefined) return;
      slice.n += n;
      slice.slow += slow;
    });
  });
  return { slices };
}

/** Bursts and the gaps between them in turn, begun at a random point of either. */
function* burstsIn(random: Random, calls: number, share: number, meanBurst: number | null) {
  const mean = meanBurst ?? 1 / (1 - share);
  const meanGap = (mean * (1 - share)) / share;
  let at = random() < share ? 0 : geometric(random, meanGap);
  while (at < calls) {
    const length = Math.min(geometric(random, mean), calls - at);
    yield { start: at, length };
    at += length + geometric(random, meanGap);
  }
}

function sizeOf(slice: number, calls: number): number {
  const start = Math.ceil((slice * calls) / sliceCount);
  return Math.ceil(((slice + 1) * calls) / sliceCount) - start;
}
