import type { Response } from 'k6/http';

type Timings = Response['timings'];

/**
 * Why a call opened a connection. needed: this virtual user had none that was free. ours: its calls ask the service to close the
 * connection. theirs: the service had closed one, or k6 silently repeated the call because its connection broke.
 */
export type Opening = 'none' | 'needed' | 'ours' | 'theirs';

/** As k6 says it of an answer. `tls_version`: empty without TLS. */
interface Connecting {
  readonly timings: Pick<Timings, 'connecting' | 'tls_handshaking'>;
  readonly tls_version: string;
}

/**
 * Milliseconds of its TCP handshake; 0: it opened no connection. Over HTTP/2 a call may begin to open one and then take another,
 * which has become free: k6 gives it a part of a handshake, but none of TLS.
 */
export function connectingMs({ timings, tls_version }: Connecting): number {
  const connecting = timings.connecting;
  return connecting > 0 && tls_version !== '' && timings.tls_handshaking === 0 ? 0 : connecting;
}

/** A call that was blocked for this long opened a connection. Without an answer, k6 does not say so. */
const leastOpeningMs = 0.05;
/** A connection that was closed after an answer is noticed within this time. */
const noticeMs = 20;

/**
 * The connections of one virtual user. It needs as many as it has had calls in flight at once, and another for each call that
 * failed; the service made all others necessary. `closes`: each call is the only one on its connection.
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
    end: ({ opened, failed }: { readonly opened: boolean; readonly failed: boolean }): Opening => {
      inFlight -= 1;
      lastEndMs = Date.now();
      if (opened) openings += 1;
      const isNeeded = openings <= needed + failures;
      if (failed) failures += 1;
      if (closes) return 'ours';
      return opened ? (isNeeded ? 'needed' : 'theirs') : 'none';
    },
    /** Whether a call that has just been reset may have used a connection that the service had closed just after an answer. */
    mayBeClosed: ({ blocked, duration }: Pick<Timings, 'blocked' | 'duration'>, roundTripMs: number) =>
      blocked < leastOpeningMs &&
      duration < noticeMs + roundTripMs &&
      lastEndMs >= Date.now() - duration - noticeMs,
  };
}
