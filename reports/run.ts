import type { Transport } from './transport.ts';

export interface Run {
  readonly id: string;
  readonly scenario: string;
  readonly profile: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The same seed makes the same requests; absent in older reports, and where generators had several. */
  readonly seed?: number;
  /** The base URL, without userinfo. */
  readonly target: string;
  /** Whether the run came to its own end; a run that did not gives no verdict, whatever it saw. */
  readonly completeness: 'complete' | 'unreachable' | 'interrupted' | 'broken';
  /** True when the embedded reference service was judged. */
  readonly embeddedService: boolean;
  /** The command that runs exactly this again, with $ACCESS_TOKEN for the token. */
  readonly reproduce: string;
  /** How the requests went where that is not the plain way; absent in older reports too. */
  readonly transport?: Transport;
  /** Inconclusive runs before this one, after each of which all was done again. Absent: none. */
  readonly tries?: readonly Try[];
  /** The command line exits 0 on fail and inconclusive too. */
  readonly advisory?: true;
}

/** A run that was inconclusive; its files are in try-1, try-2 … of the run folder. */
export interface Try {
  readonly id: string;
  readonly startedAt: string;
  readonly reason: string;
}

/** The service in words. The embedded one gets another port each time. */
export function serviceOf({ embeddedService, target }: Run): string {
  return embeddedService ? 'the embedded reference service' : target;
}
