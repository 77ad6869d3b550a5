/**
 * Who closed the connection that a call would have used. ours: the calls of this virtual user ask the service to. theirs: the service
 * did, or the connection broke and k6 silently repeated the call. none: it was open, or this virtual user needed one more.
 */
export type ClosedBy = 'none' | 'ours' | 'theirs';

/** What k6 reports of the connection of a call, in milliseconds. `tls_version` is empty without TLS. */
interface Connecting {
  readonly timings: { readonly connecting: number; readonly tls_handshaking: number };
  readonly tls_version: string;
}

/**
 * Milliseconds of the TCP handshake; 0: the call opened no connection. Over HTTP/2 a call may start a handshake and then use
 * another connection that became free. k6 then reports part of a TCP handshake, but no TLS handshake.
 */
export function connectingMs({ timings, tls_version }: Connecting): number {
  const connecting = timings.connecting;
  return connecting > 0 && tls_version !== '' && timings.tls_handshaking === 0 ? 0 : connecting;
}

/** A call blocked for at least this long opened a connection. For calls without an answer, k6 does not report it otherwise. */
const leastOpeningMs = 0.05;
/** k6 notices within this time that a connection was closed after an answer. */
const noticeMs = 20;
/** A service that lets a call wait for longer before it closes the connection had received it. */
const crossingMs = 10;

/**
 * The connections of one virtual user. It needs as many as it has had calls in flight at once, plus one for each failed call; all
 * others are the service's doing. `closes`: every call asks the service to close its connection.
 */
export function newConnections(closes: boolean) {
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
    /** Whether the call opened a connection, and whether it failed. */
    end: (opened: boolean, failed: boolean): ClosedBy => {
      inFlight -= 1;
      lastEndMs = Date.now();
      if (opened) openings += 1;
      const isNeeded = openings <= needed + failures;
      if (failed) failures += 1;
      if (closes) return 'ours';
      return opened && !isNeeded ? 'theirs' : 'none';
    },
    /** Whether a call that was reset may have used a connection that the service had just closed after an answer. */
    mayBeClosed: ({ blocked, duration }: { blocked: number; duration: number }, roundTripMs: number) =>
      blocked < leastOpeningMs &&
      duration < crossingMs + roundTripMs &&
      lastEndMs >= Date.now() - duration - noticeMs,
  };
}
