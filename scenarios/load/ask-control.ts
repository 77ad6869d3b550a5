import { controlErrorMs, overGridMs } from '../../checks/latency/measurement.ts';
import { bucketOf } from '../../schemas/histogram-grid.ts';
import { callControl, timeHandshake } from '../companion.ts';
import { metrics } from './k6-metrics.ts';
import type { LoadUser } from './load-user.ts';
import type { PlannedCall } from './plan-calls.ts';

/** A connection that could not be opened counts as this slow. */
const longestHandshakeMs = 5000;

/** Calls the control endpoint once to measure this generator's error, and times the network if k6 opens no connections. */
export async function askControl({ context, data, isServiceHere }: LoadUser, call: PlannedCall) {
  const { companion } = context.settings;
  if (companion === null || !call.isMeasured) return call;
  const { slice } = call;
  const called = await callControl(companion);
  if (called === null) metrics.control_lost.add(1, call);
  else {
    const errorMs = controlErrorMs(called.durationMs, called.trueMs, isServiceHere);
    metrics.control_service.add([called.trueMs], {});
    const over = overGridMs.findLast((step) => errorMs >= step);
    metrics.control_over.add(1, { slice, over: String(over ?? 'none') });
  }
  if (data.ownTo !== null) {
    const ms = (await timeHandshake(companion, data.ownTo)) ?? longestHandshakeMs;
    metrics.handshakes.add(1, { bucket: String(bucketOf(ms)) });
  }
  return call;
}
