import type { Tick } from '../../charts/drawing.ts';
import { linearScale, ninesOf, type Scale } from '../../charts/scale.ts';
import { chosenShare } from '../../format.ts';

const levels = [0, 0.9, 0.99, 0.999, 0.9999];
/** In nines: how far 100 % stands above the highest other share, and the least of the axis below the lowest. */
const roomAbove = 0.5;
const roomBelow = 0.15;
const most = ninesOf(0.99999);

export interface ShareAxis {
  readonly y: Scale;
  readonly ticks: readonly Tick[];
}

/** Shares by their number of nines, so that 99 % and 99.9 % are as far apart as 90 % and 99 %; 100 % is the top. */
export function shareAxis(shares: readonly number[], bottom: number, top: number): ShareAxis {
  const nines = shares.filter((share) => share < 1).map(ninesOf);
  const lowest = Math.max(0, Math.min(...nines, ninesOf(0.99)) - roomBelow);
  const highest = Math.min(most, Math.max(...nines, ninesOf(0.99)));
  const scale = linearScale(lowest, highest + roomAbove, bottom, top);
  const y = (share: number) => (share >= 1 ? top : scale(Math.min(ninesOf(share), highest)));
  const inside = levels.filter((level) => ninesOf(level) >= lowest && ninesOf(level) <= highest + 0.1);
  return { y, ticks: [...inside, 1].map((level) => ({ at: y(level), text: chosenShare(level) })) };
}
