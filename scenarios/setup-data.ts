import type { RoundTrip } from '../checks/latency/measurement.ts';
import type { Generator } from '../reports/report.ts';
import type { WarmUp } from './before-load/warm-up.ts';
import type { Records } from './conformance/records.ts';

/** What setup() hands to the virtual users and to the summary. Its records are redacted: k6 keeps it in plain text. */
export interface SetupData {
  /** Chosen once for all virtual users: the same seed makes the same requests. */
  readonly seed: number;
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
  /** Error on the control endpoint before the load, alone; null: not measured. */
  readonly calibration: Generator['controlError'];
  /** null: there was nothing to load. */
  readonly warmUp: WarmUp | null;
}
