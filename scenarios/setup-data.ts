import { refusedClasses } from '../checks/calls/calls.ts';
import type { KnownAnswers } from '../checks/meaning/meaning.ts';
import { causeKey } from '../checks/tally.ts';
import type { SizeLimit } from '../dist/facts-types.ts';
import { type BeforeLoad, nothingToLoad } from '../reports/facts.ts';
import { type Endpoint, endpointNames } from '../schemas/endpoints.ts';
import type { KnownRefusal, Records } from './conformance/records.ts';

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
export interface LoadData extends Pick<BeforeLoad, 'refusedClasses' | 'roundTrip' | 'sizeLimit'> {
  /** Chosen once for all virtual users, so that the same seed makes the same requests. */
  readonly seed: number;
  /** Number of requests sent before the load. */
  readonly requests: number;
  readonly known: KnownAnswers;
  /** What declared algorithms take, by their names. Absent: as much as the stated one. */
  readonly limitsOfOthers?: Readonly<Record<string, SizeLimit>>;
  /** A refusal of a probe that passed every check. null: none is known. */
  readonly refusal: KnownRefusal | null;
  /** Endpoints that have answered a call successfully. Empty: there is nothing to load. */
  readonly succeeding: readonly Endpoint[];
  /** How much longer encrypt typically takes to refuse a call than to accept one. */
  readonly refusalDelayMs: number;
  readonly networkTakenOffMs: number;
  /** Where the companion times its own connections under load if k6 opens too few. null: not needed, or not possible. */
  readonly ownTo: { readonly host: string; readonly port: number } | null;
  /** Causes of failures that already have evidence, by `causeKey`. */
  readonly evidenced: readonly string[];
  /** The service keeps connections open that it is asked to close. */
  readonly keepsOpen?: boolean;
}

/** `measured`: what is known beside the records. Absent: not measured. */
export function foundIn(
  records: Records,
  seed: number,
  measured: Partial<
    Pick<LoadData, 'refusalDelayMs' | 'roundTrip' | 'networkTakenOffMs' | 'ownTo'> &
      Pick<BeforeLoad, 'reachable' | 'space'>
  > = {},
): Found {
  const { tally, calls, observations, errors, tokenProbes, answers, requests, known, sizeLimit, refusal } =
    records;
  const { limitsOfOthers } = records;
  const { refusalDelayMs = 0, ownTo = null, roundTrip = null, networkTakenOffMs = 0, ...others } = measured;
  const recorded = { tally, calls, observations, errors, tokenProbes, answers };
  const seen = { reachable: false, space: [], ...recorded, ...others };
  const both = { refusedClasses: refusedClasses(records.classes), sizeLimit, roundTrip, networkTakenOffMs };
  const isLoadable = !nothingToLoad(seen);
  const succeeding = endpointNames.filter((name) => isLoadable && calls[name].results.succeeded > 0);
  const evidenced = Object.entries(tally).flatMap(([check, { causes }]) =>
    Object.keys(causes).map((cause) => causeKey(check, cause)),
  );
  return {
    before: { endedAtMs: Date.now(), ...seen, ...both, warmUp: null },
    load: {
      ...{ seed, refusalDelayMs, requests, succeeding, known, limitsOfOthers, refusal, evidenced, ownTo },
      ...(records.keepsOpen && { keepsOpen: true }),
      ...both,
    },
  };
}
