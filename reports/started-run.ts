import type { Looks } from '../checks/latency/reading.ts';

/** What the command line tells the script of a run that it starts; plain k6 is told nothing of it. */
export interface StartedRun {
  readonly id: string;
  readonly startedAtMs: number;
  /** Runs this again. */
  readonly command: string;
  /** Loads that are made at most, one after the other, and which one this is. */
  readonly loads: Looks;
  /** The profile's rate was lowered to what this machine can time. */
  readonly isRateCapped: boolean;
  /** The service is the reference service that comes with the harness. */
  readonly embedded: boolean;
  /** URL of the process beside k6. */
  readonly companion: string;
  readonly k6Version: string;
}
