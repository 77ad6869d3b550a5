export const ledgerVersion = 1;

/**
 * How a run counts. `counts`: its calls and its time are evidence. `down`: nobody was there to be loaded, which is a bad
 * time. `left-out`: it says nothing of availability.
 */
export type LedgerStanding = 'counts' | 'down' | 'left-out';

/** One line of a ledger: one finished run; the shape of `ledger.schema.json`. */
export interface LedgerLine {
  readonly schemaVersion: typeof ledgerVersion;
  /** Id of the run: at most one line has it. */
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly target: string;
  /** As it was named when the run was added; null: not named. */
  readonly build: string | null;
  readonly scenario: string;
  readonly profile: string;
  readonly standing: LedgerStanding;
  /** Why the run is down or left out; empty where it counts. */
  readonly reason: string;
  /** The valid calls of all endpoints that were made in the measured time. */
  readonly calls: {
    readonly n: number;
    readonly failures: number;
    /** How many failed calls are worth one independent failure. */
    readonly designEffect: number;
    /** Due and never made, where they were too many to be passed over; nobody knows how they would have ended. */
    readonly neverMade?: number;
  };
  readonly time: LedgerTime;
}

/** The measured time, all endpoints together; a second is bad where a call failed in it. */
export interface LedgerTime {
  /** In which calls were made. */
  readonly seconds: number;
  /** At least so many were bad; slices longer than a second do not tell which. */
  readonly leastBadSeconds: number;
  readonly mostBadSeconds: number;
  /** Mean length of the episode in which a bad second lies. */
  readonly meanEpisodeSeconds: number;
}
