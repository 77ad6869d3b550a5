import { setTimeout } from 'k6/timers';

interface Pace<Due extends { readonly dueMs: number }> {
  readonly calls: number;
  /** The n-th call, due `dueMs` milliseconds after the start. */
  readonly at: (number: number) => Due;
  /** The start in milliseconds since 1970; absent: now. */
  readonly startMs?: number;
  /** A call that becomes due while this many are in flight is dropped. */
  readonly mostInFlight: number;
  readonly onDrop?: (due: Due) => void;
  /** Stops if a call is early or late by this much: the clock was set, or the machine was suspended. Absent: never. */
  readonly clockJumpMs?: number;
}

/**
 * Makes calls when they are due, whether or not earlier ones have been answered, and waits for the last answer. If a call throws,
 * stops and throws that error. Returns whether it stopped because the clock jumped.
 */
export async function makePaced<Due extends { readonly dueMs: number }, Made>(
  { calls, at, startMs = Date.now(), mostInFlight, onDrop, clockJumpMs = Infinity }: Pace<Due>,
  make: (due: Due) => Promise<Made>,
  onEnd?: (made: Made) => void,
): Promise<boolean> {
  let clockJumped = false;
  let inFlight = 0;
  const errors: unknown[] = [];
  let onIdle = () => {};
  const leave = () => {
    inFlight -= 1;
    if (inFlight === 0) onIdle();
  };
  const fail = (error: unknown) => {
    errors.push(error);
    leave();
  };
  const end = (made: Made) => {
    try {
      onEnd?.(made);
    } catch (error) {
      errors.push(error);
    }
    leave();
  };
  for (let number = 0; number < calls && !clockJumped && errors.length === 0; number += 1) {
    const due = at(number);
    const earlyMs = startMs + due.dueMs - Date.now();
    clockJumped = Math.abs(earlyMs) > clockJumpMs;
    if (earlyMs > 0 && !clockJumped) await sleep(earlyMs);
    if (inFlight >= mostInFlight) {
      onDrop?.(due);
      continue;
    }
    inFlight += 1;
    // An unhandled rejection would end the virtual user before it is counted.
    make(due).then(end, fail);
  }
  if (inFlight > 0)
    await new Promise<void>((resolve) => {
      onIdle = resolve;
    });
  if (errors.length > 0) throw errors[0];
  return clockJumped;
}

/** The harness itself never delays a call by this much. */
const longestDelayMs = 1000;

/** A steady rate that stops if the clock jumps. */
export function steadyPace(calls: number, stepMs: number, mostInFlight: number) {
  const at = (index: number) => ({ index, dueMs: index * stepMs });
  return { calls, at, mostInFlight, clockJumpMs: stepMs + longestDelayMs };
}

/** Lets callers proceed one at a time, each at least `stepMs` after the previous one actually did. */
export function inTurns(stepMs: number): () => Promise<void> {
  let lastTurn = Promise.resolve();
  let lastMs = 0;
  const turn = async () => {
    const earlyMs = lastMs + stepMs - Date.now();
    // A wait longer than a step means that the clock was set back.
    if (earlyMs > 0 && earlyMs <= stepMs) await sleep(earlyMs);
    lastMs = Date.now();
  };
  return () => {
    lastTurn = lastTurn.then(turn);
    return lastTurn;
  };
}

export function sleep(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(), durationMs);
  });
}
