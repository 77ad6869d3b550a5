import type { ExitStatus } from '../../cli/exit-status.ts';
import type { RunningService } from '../../service/server.ts';

/** The status of a process that somebody else ended. */
type Status = ExitStatus | 'SIGKILL' | 'SIGQUIT';

/** What must come out. */
export interface Due {
  readonly status: readonly Status[];
  /** Checks that the service breaks, of which a fail may name some; without them nothing may fail. */
  readonly mayFail?: readonly string[];
  /** Nobody can read what it says. */
  readonly isUnheard?: true;
}

/** One thing that goes wrong. */
export interface Row {
  /** What the service, the machine or the operator does. */
  readonly name: string;
  readonly due: Due;
  /** A service that keeps the document runs until the end of the row, and is judged unless the row gives another. */
  readonly begin: (place: Place, service: RunningService) => Promise<Given> | Given;
}

/** Folders of one row, which are searched for the token. */
export interface Place {
  readonly out: string;
  readonly home: string;
  readonly temporary: string;
}

/** How the harness is started in a row. */
export interface Given {
  /** Its words; without them, `smoke`. */
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Lines of a shell before it, in which "$OUT" is the folder of the run. */
  readonly shell?: string;
  readonly after?: After;
  readonly end?: () => unknown;
  /** Calls by which somebody else got the token. */
  readonly strayed?: () => readonly string[];
}

/** What happens once the service has had so many calls: tried again for as long as it throws, as a process may not have been started yet. */
export interface After {
  readonly calls: number;
  /** Gets the process of the command line. */
  readonly act: (pid: number) => unknown;
}

export interface Run {
  readonly name: string;
  readonly startedAt: string;
  readonly status: number | string;
  /** In report.json; null: there is none. */
  readonly verdict: string | null;
  readonly failed: readonly string[];
  readonly seconds: number;
  /** Of all processes of the run together. */
  readonly peakMb: number;
  /** Where the token stands. */
  readonly leaks: readonly string[];
  /** Processes that outlived the run. */
  readonly left: number;
  /** Whether a stack trace was printed. */
  readonly trace: boolean;
  readonly words: string;
}

export const unreached: Due = { status: [4] };
/** Nothing is proved, and it depends on the moment whether anything could be judged at all. */
export const unproved: Due = { status: [3, 4] };
export const open: Due = { status: [3] };
export const refused: Due = { status: [2] };
/** The command line is ended by a signal that leaves it no time for words. */
export const ended = (signal: 'SIGKILL' | 'SIGQUIT'): Due => ({ status: [signal], isUnheard: true });
export const passes: Due = { status: [0] };
/** Where a busy machine may not ask enough in the time of a run. */
export const passesInTime: Due = { status: [0, 3] };
export const fails = (...mayFail: readonly string[]): Due => ({ status: [1], mayFail });
