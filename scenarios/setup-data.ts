import { refusedClasses } from '../checks/calls.ts';
import type { ControlProfile } from '../checks/control-profile.ts';
import type { UsualKeys } from '../checks/usual-keys.ts';
import type { BeforeLoad } from '../reports/facts.ts';
import { type Endpoint, endpointNames } from '../schemas/endpoints.ts';
import type { Records } from './conformance/records.ts';

/** What setup() found out. Its records are redacted: k6 keeps them in plain text. */
export interface SetupData {
  readonly summary: SetupSummary;
  readonly load: LoadData;
}

/** Of that what the summary goes by. */
export interface SetupSummary {
  readonly seed: number;
  /** When setup() began, milliseconds since 1970: k6 evaluates the script anew for the summary. */
  readonly startedAtMs: number;
  /** Settings that make the run impossible; nothing was sent. */
  readonly problems: readonly string[];
  readonly before: BeforeLoad;
}

/** Of that what the virtual users go by. */
export interface LoadData
  extends Pick<BeforeLoad, 'refusedClasses' | 'roundTrip'>,
    Required<Pick<BeforeLoad, 'networkTakenOffMs'>> {
  /** Chosen once for all virtual users: the same seed makes the same requests. */
  readonly seed: number;
  /** The body that backup calls carry; null: none. */
  readonly backupBody: string | null;
  /** How much longer encrypt takes to refuse what is asked under load than to admit it, on average. */
  readonly refusalDelayMs: number;
  /** Requests made before the load. */
  readonly requests: number;
  /** None: there is nothing to load. */
  readonly succeeding: readonly Endpoint[];
  readonly control: ControlProfile;
  readonly usualKeys: UsualKeys;
}

/** As k6 carries it, in two texts: every virtual user gets all of it, and a text weighs less than what it says. */
export type HandedOn = Readonly<Record<keyof SetupData, string>>;

export function handOn({ summary, load }: SetupData): HandedOn {
  return { summary: JSON.stringify(summary), load: JSON.stringify(load) };
}

/** What the conformance phase found out, for the summary and for the load. */
export interface Found {
  readonly before: BeforeLoad;
  readonly load: LoadData;
}

/** What it found out beside its records. */
interface FoundBeside
  extends Pick<LoadData, 'seed' | 'backupBody' | 'roundTrip' | 'networkTakenOffMs' | 'refusalDelayMs'> {
  readonly reachable: boolean;
}

export function foundIn(
  records: Records,
  { reachable, seed, backupBody, roundTrip, networkTakenOffMs, refusalDelayMs }: FoundBeside,
): Found {
  const { tally, calls, observations, errors, tokenProbes, requests, control, usualKeys } = records;
  const both = { refusedClasses: refusedClasses(records.classes), roundTrip, networkTakenOffMs };
  const hasSucceeded = (name: Endpoint) => calls[name].results.succeeded > 0;
  const seen = { reachable, tally, calls, observations, errors, tokenProbes };
  const succeeding = reachable ? endpointNames.filter(hasSucceeded) : [];
  return {
    before: { endedAtMs: Date.now(), ...seen, ...both, calibration: null, warmUp: null },
    load: { seed, backupBody, refusalDelayMs, requests, succeeding, control, usualKeys, ...both },
  };
}
