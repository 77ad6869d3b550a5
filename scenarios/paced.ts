import { setTimeout } from 'k6/timers';

export interface Pace {
  readonly calls: number;
  /** When the n-th call is due, milliseconds after the start. */
  readonly dueMs: (index: number) => number;
  /** The start, milliseconds since 1970; absent: now. */
  readonly startMs?: number;
  /** A call that is due while this many are in flight is dropped. */
  readonly mostInFlight: number;
  readonly onDrop?: (index: number) => void;
  /** Stops if a call is this much too early or too late: the clock was set, or the machine stood still. Absent: never. */
  readonly clockJumpMs?: number;
}

/**
 * Makes calls when they are due, in one event loop, whether or not earlier ones have been answered, and waits for the last
 * answer. Makes no further calls after an error of one, and throws it. Returns whether it stopped because the clock jumped.
 */
export async function makePaced(pace: Pace, make: (index: number) => Promise<void>): Promise<boolean> {
  const { calls, dueMs, startMs = Date.now(), mostInFlight, onDrop, clockJumpMs = Infinity } = pace;
  const inFlight = new Set<Promise<void>>();
  let [clockJumped, failed] = [false, false];
  for (let index = 0; index < calls && !clockJumped && !failed; index += 1) {
    const earlyMs = startMs + dueMs(index) - Date.now();
    clockJumped = Math.abs(earlyMs) > clockJumpMs;
    if (earlyMs > 0 && !clockJumped) await sleep(earlyMs);
    if (inFlight.size >= mostInFlight) {
      onDrop?.(index);
      continue;
    }
    const call: Promise<void> = make(index).then(() => {
      inFlight.delete(call);
    });
    inFlight.add(call);
    // A rejection that nothing handles would end the virtual user before it is counted.
    call.catch(() => {
      failed = true;
    });
  }
  await Promise.all(inFlight);
  return clockJumped;
}

/** Nothing that the harness does delays a call by this much. */
const longestDelayMs = 1000;

/** A steady pace that stops if the clock jumps. */
export function steadyPace(calls: number, stepMs: number, mostInFlight: number): Pace {
  return { calls, dueMs: (index) => index * stepMs, mostInFlight, clockJumpMs: stepMs + longestDelayMs };
}

/** How many callers may wait for their turn, at the very most. */
const mostWaiting = 1000;

/** Lets callers go on one after the other, at least `stepMs` apart; lost time is not made up for. */
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
