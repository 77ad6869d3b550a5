import { controlErrorMs, overGridMs } from '../../checks/latency/measurement.ts';
import { farOverMs } from '../../checks/latency/refutation.ts';
import { bucketOf } from '../../schemas/histogram-grid.ts';
import { type ControlCall, callControl, timeHandshake } from '../companion.ts';
import * as metrics from './k6-metrics.ts';
import type { LoadUser } from './load-user.ts';
import type { MadeCall } from './plain-calls.ts';

/** A connection that could not be opened counts as this slow. */
const longestHandshakeMs = 5000;

/** Calls the control endpoint once to measure this generator's error, and times the network if k6 opens no connections. */
export async function askControl(
  { context, data, isServiceHere }: LoadUser,
  made: MadeCall,
): Promise<MadeCall> {
  const { companion } = context.settings;
  if (companion === null || !made.isMeasured) return made;
  countControl(await callControl(companion), made.slice.name, isServiceHere);
  if (data.ownTo !== null) {
    const ms = (await timeHandshake(companion, data.ownTo)) ?? longestHandshakeMs;
    metrics.callMetrics.handshakes.add(1, String(bucketOf(ms)));
  }
  return made;
}

function countControl(called: ControlCall | null, slice: string, isServiceHere: boolean): void {
  if (called === null) {
    metrics.controlLost.add(1, slice);
    metrics.controlFarOver.add(1, slice);
    return;
  }
  const { durationMs, trueMs } = called;
  const errorMs = controlErrorMs(durationMs, trueMs, isServiceHere);
  metrics.controlService.add(trueMs);
  metrics.controlError.add(errorMs, { slice });
  if (errorMs >= farOverMs) metrics.controlFarOver.add(1, slice);
  const over = overGridMs.findLast((step) => errorMs >= step);
  metrics.controlOver.add(1, slice, String(over ?? 'none'));
}
