import type { BurnRate } from '../../checks/availability/burn-rates.ts';
import type { LedgerFigure } from '../../checks/availability/ledger-figure.ts';
import type { AvailabilityMeaning } from '../../checks/availability/meanings.ts';
import type { OutageBound } from '../../checks/availability/outages.ts';
import type { LedgerEndpoint, Standing } from '../../schemas/ledger.ts';

/** What a ledger shows: the content of `ledger --json`, and the only input of its renderers. */
export interface LedgerModel {
  readonly schemaVersion: 1;
  /** The target and build that are summed up; null where the ledger is empty. */
  readonly sum: BuildSum | null;
  /** What the contract says that the figure means; null: nothing is judged. */
  readonly declared: AvailabilityMeaning | null;
  /** A share. */
  readonly target: number;
  readonly figures: readonly MeaningFigure[];
  readonly outages: readonly OutageBound[];
  readonly endpoints: readonly LedgerEndpoint[];
  /** Over all builds of the target. */
  readonly burnRates: readonly BurnRate[];
  /** Other builds and other targets, newest first. */
  readonly others: readonly BuildSum[];
  /** Runs of this target and build that were down, or that do not count; newest first. */
  readonly exceptions: readonly ExceptionalRun[];
}

export interface BuildSum {
  readonly target: string;
  readonly build: string | null;
  readonly firstStartedAt: string;
  readonly lastStartedAt: string;
  readonly runs: number;
  /** Runs that found nobody there; they are among `runs` where the target was ever reached. */
  readonly down: number;
  /** Runs that do not count, and are not among `runs`. */
  readonly leftOut: number;
  readonly calls: number;
  readonly failures: number;
  readonly seconds: number;
  readonly mostBadSeconds: number;
  readonly episodes: number;
}

export interface MeaningFigure extends Omit<LedgerFigure, 'verdict'> {
  readonly meaning: AvailabilityMeaning;
  readonly title: string;
  readonly verdict: LedgerFigure['verdict'] | 'not measured';
  /** Whether the contract says that this is meant. */
  readonly isJudged: boolean;
  readonly explanation: string;
}

export interface ExceptionalRun {
  readonly run: string;
  readonly startedAt: string;
  readonly standing: Exclude<Standing, 'counts'>;
  readonly reason: string;
}
