import { controlErrorMs, overGridMs } from '../../checks/latency/measurement.ts';
import { farOverMs } from '../../checks/latency/refutation.ts';
import { bucketOf } from '../../schemas/histogram-grid.ts';
import { callControl, timeHandshake } from '../companion.ts';
import * as metrics from './k6-metrics.ts';
import type { LoadUser } from './load-user.ts';
import type { MadeCall } from './plain-calls.ts';

/** A connection that could not be opened counts as this slow. */
const longestHandshakeMs = 5000;

/** Calls the control endpoint once to measure this generator's error, and times the network if k6 opens no connections. */
export async function askControl({ context, data, isServiceHere }: LoadUser, made: MadeCall) {
  const { companion } = context.settings;
  if (companion === null || !made.isMeasured) return made;
  const slice = made.slice.name;
  const called = await callControl(companion);
  if (called === null) {
    metrics.controlLost.add(1, slice);
    metrics.controlFarOver.add(1, slice);
  } else {
    const errorMs = controlErrorMs(called.durationMs, called.trueMs, isServiceHere);
    metrics.controlService.add(called.trueMs);
    metrics.controlError.add(errorMs, { slice });
    if (errorMs >= farOverMs) metrics.controlFarOver.add(1, slice);
    const over = overGridMs.findLast((step) => errorMs >= step);
    metrics.controlOver.add(1, slice, String(over ?? 'none'));
  }
  if (data.ownTo !== null) {
    const ms = (await timeHandshake(companion, data.ownTo)) ?? longestHandshakeMs;
    metrics.callMetrics.handshakes.add(1, String(bucketOf(ms)));
  }
  return made;
}
