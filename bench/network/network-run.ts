import type { Reading } from './judged.ts';
import type { Case } from './matrix.ts';

export interface Asked extends Case {
  readonly profile: 'quick' | 'standard';
}

export interface Run extends Asked {
  readonly startedAt: string;
  readonly seconds: number;
  readonly dropped: number;
  /** How late calls were made at p99: what else the machine had to do. */
  readonly latenessMs: number | null;
  readonly readings: readonly Reading[];
}

export function nameOf({
  profile,
  roundTripMs,
  jitterMs,
  lossPercent,
  service,
  protocol,
  at,
}: Asked): string {
  return `${profile}, ${roundTripMs} ms, jitter ${jitterMs} ms, ${lossPercent} % lost, service ${service}, ${protocol}, at ${at}`;
}

/** Calls made later than a quarter of the limit at p99 tell of a machine that had other work. */
export function wasQuiet({ latenessMs }: Run): boolean {
  return latenessMs !== null && latenessMs < 5;
}
