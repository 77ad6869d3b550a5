import { mostBadShare } from './share-bounds.ts';

/** A stretch of time that was watched, and the episodes in which calls failed in it. */
export interface Watch {
  readonly startMs: number;
  readonly seconds: number;
  readonly episodes: number;
}

/** What outages of one length could amount to. */
export interface OutageBound {
  readonly outageSeconds: number;
  /** Largest share of the time that such outages take. */
  readonly mostShare: number;
}

/**
 * The share of time that outages of one length take at most, at every look. In T seconds such outages have T/D chances
 * to be seen; none seen bounds their share by 5.7·D/T, which is the 4.6·D/T of a single look at 99 % and the price of
 * looking after every run. A watch sees an outage that began up to its length before: watches far apart see more.
 */
export function outageBound(watches: readonly Watch[], outageSeconds: number): OutageBound {
  const chances = exposureSeconds(watches, outageSeconds) / outageSeconds;
  const episodes = watches.reduce((sum, watch) => sum + watch.episodes, 0);
  const mostShare = mostBadShare({ n: Math.max(chances, episodes), bad: episodes });
  return { outageSeconds, mostShare };
}

/** Length of time in which an outage of this length could have begun and been seen. */
function exposureSeconds(watches: readonly Watch[], outageSeconds: number): number {
  const inOrder = watches.filter(({ seconds }) => seconds > 0).toSorted((a, b) => a.startMs - b.startMs);
  let seenUntilMs = Number.NEGATIVE_INFINITY;
  let seconds = 0;
  for (const watch of inOrder) {
    const endMs = watch.startMs + watch.seconds * 1000;
    const fromMs = Math.max(watch.startMs - outageSeconds * 1000, seenUntilMs);
    seconds += Math.max(0, endMs - fromMs) / 1000;
    seenUntilMs = Math.max(seenUntilMs, endMs);
  }
  return seconds;
}
