import { setTimeout } from 'k6/timers';

export interface Pace {
  readonly calls: number;
  /** From one call to the next. */
  readonly stepMs: number;
  /** Calls beyond this many at once are not made. */
  readonly mostUnderWay: number;
}

export interface Paced {
  readonly dropped: number;
  /** The clock was set, and no further call was made. */
  readonly clockJumped: boolean;
}

/** Nothing of the harness makes a call this late. */
const clockJumpMs = 1000;

/** Makes calls in one event loop at a steady rate, whether or not earlier ones were answered; waits for the last answer. */
export async function paced(pace: Pace, make: (index: number) => Promise<void>): Promise<Paced> {
  const { calls, stepMs, mostUnderWay } = pace;
  const underWay = new Set<Promise<void>>();
  const startedAt = Date.now();
  let [dropped, clockJumped] = [0, false];
  for (let index = 0; index < calls && !clockJumped; index += 1) {
    const earlyMs = startedAt + index * stepMs - Date.now();
    clockJumped = Math.abs(earlyMs) > stepMs + clockJumpMs;
    if (earlyMs > 0 && !clockJumped) await sleep(earlyMs);
    if (underWay.size >= mostUnderWay) {
      dropped += 1;
      continue;
    }
    const call: Promise<void> = make(index).then(() => {
      underWay.delete(call);
    });
    underWay.add(call);
    // Its error is thrown in the end: k6 would end a virtual user at once, and none of its own handlers would know.
    call.catch(() => {});
  }
  await Promise.all(underWay);
  return { dropped, clockJumped };
}

/** How many may wait for their turn, by far. */
const mostWaiting = 1000;

/** Lets one caller after the other go on, each so long after the one before; no time that was lost is made up for. */
export function inTurns(stepMs: number): () => Promise<void> {
  let dueAtMs = 0;
  return async () => {
    const nowMs = Date.now();
    const isClockSetBack = dueAtMs - nowMs > mostWaiting * stepMs;
    dueAtMs = isClockSetBack ? nowMs : Math.max(nowMs, dueAtMs + stepMs);
    if (dueAtMs > nowMs) await sleep(dueAtMs - nowMs);
  };
}

export function sleep(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(), durationMs);
  });
}
