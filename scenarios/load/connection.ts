/**
 * Why a call opened a connection. first: this virtual user had none, or the call before failed. ours: we had asked the
 * service to close it. theirs: the service had closed it. A call that k6 repeats because the connection breaks under it
 * opens one too, and k6 does not tell.
 */
export type Opening = 'none' | 'first' | 'ours' | 'theirs';

export interface CallOnConnection {
  readonly opened: boolean;
  readonly failed: boolean;
  /** It carried `Connection: close`. */
  readonly closeAfter: boolean;
}

export interface MeasuredConnection {
  /** A call begins. If k6 interrupts it, its connection is gone, and nobody at the service closed it. */
  readonly begin: () => void;
  readonly end: (call: CallOnConnection) => Opening;
}

type State = 'none' | 'closed' | 'open';

/** The service's connection of one virtual user, which makes one call after the other. */
export function newConnection(): MeasuredConnection {
  let now: State = 'none';
  let before: State = 'none';
  return {
    begin: () => {
      before = now;
      now = 'none';
    },
    end: ({ opened, failed, closeAfter }) => {
      const reopened = before === 'open' ? 'theirs' : 'first';
      now = failed ? 'none' : closeAfter ? 'closed' : 'open';
      return before === 'closed' ? 'ours' : opened ? reopened : 'none';
    },
  };
}
