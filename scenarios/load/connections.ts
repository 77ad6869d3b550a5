/**
 * Why a call opened a connection. needed: this virtual user had none that was free. ours: its calls ask the service to close
 * the connection. theirs: the service had closed one. A call that k6 repeats because the connection breaks under it opens
 * one too, and k6 does not tell.
 */
export type Opening = 'none' | 'needed' | 'ours' | 'theirs';

export interface Connections {
  readonly begin: () => void;
  readonly end: (call: { readonly opened: boolean; readonly failed: boolean }) => Opening;
  /** Whether a call that has just been reset may have had a connection that the service closed just behind an answer. */
  readonly mayBeClosed: (timings: UnansweredTimings, roundTripMs: number) => boolean;
}

/** In milliseconds, as k6 has them. */
interface UnansweredTimings {
  readonly blocked: number;
  readonly duration: number;
}

/** From here on k6 opened a connection for a call, of which it does not tell where it had no answer. */
const leastOpeningMs = 0.05;
/** A connection that was closed behind an answer is noticed within this time. */
const noticeMs = 20;

/**
 * The connections of one virtual user. It needs as many as it has had calls in flight at once, and another for each that failed;
 * what it opens beyond that, the service had made necessary. Where `closes`, every call is the only one of its connection.
 */
export function newConnections(closes: boolean): Connections {
  let inFlight = 0;
  let needed = 0;
  let failures = 0;
  let openings = 0;
  let lastEndMs = 0;
  return {
    begin: () => {
      inFlight += 1;
      needed = Math.max(needed, inFlight);
    },
    end: ({ opened, failed }) => {
      inFlight -= 1;
      lastEndMs = Date.now();
      if (opened) openings += 1;
      const isNeeded = openings <= needed + failures;
      if (failed) failures += 1;
      if (closes) return 'ours';
      return opened ? (isNeeded ? 'needed' : 'theirs') : 'none';
    },
    mayBeClosed: ({ blocked, duration }, roundTripMs) =>
      blocked < leastOpeningMs &&
      duration < noticeMs + roundTripMs &&
      lastEndMs >= Date.now() - duration - noticeMs,
  };
}
