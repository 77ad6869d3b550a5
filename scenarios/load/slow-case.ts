import type { Opening } from './connections.ts';

interface SlowCase {
  readonly durationMs: number;
  readonly status: number;
  readonly opening: Opening;
  /** Of the call. */
  readonly number: number;
}

/** Slow answers are successes, so no status is lower. */
const leastStatus = 200;
const statuses = 100;
/** Greater than the number of calls in any load. */
const numbers = 2 ** 28;

/** Packs what is kept of a slow answer into one number that facts can hold. The duration comes first, so that the maximum that k6 keeps is the slowest call. */
export function packed({ durationMs, status, opening, number }: SlowCase): number {
  const ended = Math.ceil(durationMs) * statuses + status;
  return (ended * 2 + Number(opening !== 'none')) * numbers + number;
}

export function unpacked(value: number) {
  const rest = Math.floor(value / numbers);
  const ended = Math.floor(rest / 2) - leastStatus;
  return {
    durationMs: Math.floor(ended / statuses),
    status: leastStatus + (ended % statuses),
    /** The call opened its connection. */
    isFresh: rest % 2 === 1,
    number: value % numbers,
  };
}
