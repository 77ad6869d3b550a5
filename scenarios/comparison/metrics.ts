import { Counter, Gauge } from 'k6/metrics';

/** Calls by `endpoint`, `side` and `outcome`. */
export const compareCalls = new Counter('compare_calls');
/** Of the successful calls of one block, by `endpoint` and `block`: how many, and their times in milliseconds. */
export const compareAnswered = new Gauge('compare_answered');
export const compareP50 = new Gauge('compare_p50', true);
export const compareP90 = new Gauge('compare_p90', true);
/** Calls that were due and not made. */
export const compareDropped = new Counter('compare_dropped');
/** Times that the clock was set, or the machine stood still. */
export const compareClockJumps = new Counter('compare_clock_jumps');
