import type { ComparedEndpoint } from '../../checks/comparison/result.ts';
import type { Machine } from '../machine.ts';

/** A pair of services, and how it is compared. */
export interface Case {
  readonly profile: string;
  /** Response time of the counterpart. */
  readonly ms: number;
  /** By so much the judged service is slower. */
  readonly slowerPercent: number;
  readonly burners: number;
}

/** What the harness said of one endpoint; shares, 0.05 for 5 %. */
export interface Said {
  readonly endpoint: string;
  readonly outcome: ComparedEndpoint['outcome'];
  readonly change: number | null;
  readonly halfWidth: number | null;
}

export interface Run extends Case {
  readonly startedAt: string;
  /** Share of all cores that others used meanwhile. */
  readonly othersBusyShare: number;
  readonly seconds: number;
  readonly said: readonly Said[];
  /** Why nothing was said. */
  readonly error: string | null;
}

export interface Results {
  readonly schemaVersion: 1;
  readonly machine: Machine;
  readonly runs: readonly Run[];
}
