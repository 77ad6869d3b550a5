import type { Case } from './matrix.ts';

type Verdict = 'pass' | 'fail' | 'inconclusive' | 'not-applicable';

/** What the harness says of one endpoint, and what is known of it. */
export interface Reading {
  readonly endpoint: string;
  readonly said: Verdict | null;
  /** The conditions that kept it from a verdict. */
  readonly openFor: readonly string[];
  /** Share of the calls that took the limit or longer: as the client saw them, and by the service's own clock. */
  readonly seenSlowShare: number;
  readonly servedSlowShare: number;
  readonly servedP99Ms: number;
}

const limitMs = 20;
const allowedShare = 0.01;

/**
 * A pass is wrong where the limit was not kept at the place that counts, and a fail where it was. Unless the contract says
 * where, a pass must hold for the client and a fail at the service.
 */
export function markOf(reading: Reading, path: Case): 'right' | 'wrong' | 'open' {
  if (reading.said !== 'pass' && reading.said !== 'fail') return 'open';
  const isWrong = reading.said === 'pass' ? isWrongPass(reading, path) : isWrongFail(reading, path);
  return isWrong ? 'wrong' : 'right';
}

function isWrongPass({ servedSlowShare, servedP99Ms, seenSlowShare }: Reading, path: Case): boolean {
  if (servedSlowShare > allowedShare) return true;
  if (path.at === 'service') return false;
  return servedP99Ms + path.roundTripMs >= limitMs || seenSlowShare > allowedShare;
}

function isWrongFail({ servedSlowShare, servedP99Ms, seenSlowShare }: Reading, path: Case): boolean {
  if (path.at !== 'client') return servedSlowShare <= allowedShare;
  const isKept = path.lossPercent < 1 && servedP99Ms + longestMs(path) < limitMs;
  return isKept || seenSlowShare <= allowedShare;
}

/** The round trip with all its jitter, without loss. */
function longestMs({ roundTripMs, jitterMs }: Case): number {
  return roundTripMs + 2 * jitterMs;
}

/** What is to be decided: a steady service with time to spare on either side, and no poor path. */
export function dueVerdict(path: Case): 'pass' | 'fail' | null {
  const { at, lossPercent, jitterMs, roundTripMs, service } = path;
  const serviceMs = Number(/^(\d+) ms$/.exec(service)?.[1]);
  if (lossPercent > 0 || jitterMs > 2 || roundTripMs > 10 || Number.isNaN(serviceMs)) return null;
  const hasRoom = at === 'service' || serviceMs + longestMs(path) <= limitMs - 2;
  if (serviceMs <= 8 && hasRoom) return 'pass';
  return serviceMs >= 22 + (at === 'client' ? 0 : longestMs(path)) ? 'fail' : null;
}
