import { refusedClasses } from '../checks/calls/calls.ts';
import { causeKey } from '../checks/tally.ts';
import { type BeforeLoad, nothingToLoad } from '../reports/facts.ts';
import { type Endpoint, endpointNames } from '../schemas/endpoints.ts';
import type { Records } from './conformance/records.ts';

/** What setup() passes to the summary. It is redacted, because k6 stores it in plain text. */
export interface SetupSummary {
  /** When setup() began, in milliseconds since 1970. k6 evaluates the script again for the summary. */
  readonly startedAtMs: number;
  /** Settings that make the run impossible: nothing was sent. */
  readonly problems: readonly string[];
  readonly before: BeforeLoad;
}

/** Two JSON texts: every virtual user gets both, and a text takes less memory than its objects. */
export interface HandedOn {
  readonly summary: string;
  readonly load: string;
}

export function handOn(summary: SetupSummary, load: LoadData): HandedOn {
  return { summary: JSON.stringify(summary), load: JSON.stringify(load) };
}

/** What the conformance phase found, for the summary and the load. */
export interface Found {
  readonly before: BeforeLoad;
  readonly load: LoadData;
}

/** What setup() passes to the virtual users. It is redacted too. */
export interface LoadData
  extends Pick<BeforeLoad, 'refusedClasses' | 'roundTrip' | 'sizeLimit' | 'networkTakenOffMs'>,
    Pick<Records, 'requests' | 'known' | 'refusal' | 'keepsOpen'> {
  /** Chosen once for all virtual users, so that the same seed makes the same requests. */
  readonly seed: number;
  /** Endpoints that have answered a call successfully. Empty: there is nothing to load. */
  readonly succeeding: readonly Endpoint[];
  /** How much longer encrypt typically takes to refuse a call than to accept one. */
  readonly refusalDelayMs: number;
  /** Where the companion times its own connections under load if k6 opens too few. null: not needed, or not possible. */
  readonly ownTo: { readonly host: string; readonly port: number } | null;
  /** Causes of failures that already have evidence, by `causeKey`. */
  readonly evidenced: readonly string[];
}

/** What the phase knows beside its records. */
type Measured = Pick<BeforeLoad, 'reachable' | 'space' | 'roundTrip' | 'networkTakenOffMs'> &
  Pick<LoadData, 'refusalDelayMs' | 'ownTo'>;

export function foundIn(records: Records, seed: number, measured: Partial<Measured> = {}): Found {
  const { reachable = false, space = [], refusalDelayMs = 0, ownTo = null } = measured;
  const { roundTrip = null, networkTakenOffMs = 0 } = measured;
  const { tally, calls, observations, errors, tokenProbes, answers, sizeLimit } = records;
  const { requests, known, refusal, keepsOpen } = records;
  const both = { refusedClasses: refusedClasses(records.classes), sizeLimit, roundTrip, networkTakenOffMs };
  const seen = { reachable, space, tally, calls, observations, errors, tokenProbes, answers, ...both };
  const isLoadable = !nothingToLoad(seen);
  const succeeding = endpointNames.filter((name) => isLoadable && calls[name].results.succeeded > 0);
  const evidenced = Object.entries(tally).flatMap(([check, { causes }]) =>
    Object.keys(causes).map((cause) => causeKey(check, cause)),
  );
  const learned = { requests, known, refusal, keepsOpen, succeeding, evidenced };
  return {
    before: { endedAtMs: Date.now(), ...seen, warmUp: null },
    load: { seed, refusalDelayMs, ownTo, ...learned, ...both },
  };
}
