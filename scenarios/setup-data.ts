import type { ControlProfile } from '../checks/control-profile.ts';
import type { RoundTrip } from '../checks/latency/measurement.ts';
import type { UsualKeys } from '../checks/usual-keys.ts';
import type { WarmUp } from '../reports/facts.ts';
import type { Generator } from '../reports/report.ts';
import { type Endpoint, endpointNames } from '../schemas/endpoints.ts';
import type { Records } from './conformance/records.ts';

/** What setup() found out. Its records are redacted: k6 keeps them in plain text. */
export interface SetupData {
  /** Chosen once for all virtual users: the same seed makes the same requests. */
  readonly seed: number;
  /** When setup() began, milliseconds since 1970: k6 evaluates the script anew for the summary. */
  readonly startedAtMs: number;
  /** When it ended, and the load began. */
  readonly endedAtMs: number;
  readonly reachable: boolean;
  readonly records: Records;
  /** Classes of data that encrypt refuses altogether: the load does without them. */
  readonly refusedClasses: readonly string[];
  /** The body that backup calls carry; null: none. */
  readonly backupBody: string | null;
  /** Settings that make the run impossible; nothing was sent. */
  readonly problems: readonly string[];
  readonly conformanceMs: number;
  /** TCP handshakes of fresh connections, before the load; null: too few. */
  readonly roundTrip: RoundTrip | null;
  /** Network time that each call under load is known to take, where the limit holds at the service; else 0. */
  readonly networkTakenOffMs: number;
  /** Error on the control endpoint before the load, alone; null: not measured. */
  readonly calibration: Generator['controlError'];
  /** null: there was nothing to load. */
  readonly warmUp: WarmUp | null;
}

/** Of that what the virtual users go by. */
export interface LoadData
  extends Pick<SetupData, 'seed' | 'refusedClasses' | 'backupBody' | 'roundTrip' | 'networkTakenOffMs'> {
  /** Requests made before the load. */
  readonly requests: number;
  /** None: there is nothing to load. */
  readonly succeeding: readonly Endpoint[];
  readonly control: ControlProfile;
  readonly usualKeys: UsualKeys;
}

/** As k6 carries it, in two texts: every virtual user gets all of it, and a text weighs less than what it says. */
export interface HandedOn {
  /** LoadData as JSON. */
  readonly load: string;
  /** SetupData as JSON. */
  readonly summary: string;
}

/** As a virtual user has it: the text for the summary it throws away. */
export interface Carried extends Pick<HandedOn, 'load'> {
  summary?: string;
}

export function handOn(data: SetupData): HandedOn {
  return { load: JSON.stringify(loadDataOf(data)), summary: JSON.stringify(data) };
}

export function loadDataOf(data: SetupData): LoadData {
  const { seed, refusedClasses, backupBody, roundTrip, networkTakenOffMs, problems, reachable, records } =
    data;
  const hasSucceeded = (name: Endpoint) => records.calls[name].results.succeeded > 0;
  return {
    seed,
    refusedClasses,
    backupBody,
    roundTrip,
    networkTakenOffMs,
    requests: records.requests,
    succeeding: problems.length > 0 || !reachable ? [] : endpointNames.filter(hasSucceeded),
    control: records.control,
    usualKeys: records.usualKeys,
  };
}
