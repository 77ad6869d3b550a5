import { type GeneratorFacts, overGridMs } from '../../checks/latency/measurement.ts';
import { isDisturbed, isQuietEnough } from '../../checks/latency/quiet-time.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { type Endpoint, endpointNames } from '../../schemas/endpoints.ts';
import type { LoadedFacts } from '../facts.ts';
import { countInSlices, countOf, type Metrics } from '../read-metrics.ts';
import type { TimeSlice } from '../report.ts';
import { timelineOf } from './endpoint-figures.ts';

/** The numbers of the slices that count, and of those excluded because other programs disturbed them. */
export interface QuietSlices {
  readonly kept: readonly number[];
  readonly leftOut: readonly number[];
}

/** null: all slices count, because none or most were disturbed, or the counts of each are unknown. */
export function quietSlices({
  metrics,
  machineSlices = [],
  isAligned,
  load,
}: LoadedFacts): QuietSlices | null {
  if (load.shape !== 'steady' || !isAligned) return null;
  // What disturbs the generator is the same for all endpoints.
  const timeline = timelineOf(metrics, 'user', load).filter(({ warmUp }) => !warmUp);
  const leftOut = timeline.flatMap(({ disturbed }, at) =>
    isDisturbed(machineSlices[at], disturbed === true) ? [at] : [],
  );
  if (leftOut.length === 0 || !areSlicesWhole(metrics, timeline.length)) return null;
  const kept = timeline.flatMap((_, at) => (leftOut.includes(at) ? [] : [at]));
  return isQuietEnough(kept.length, timeline.length) ? { kept, leftOut } : null;
}

/** Marks the excluded slices as disturbed. */
export function withLeftOut(timeline: readonly TimeSlice[], quiet: QuietSlices | null): TimeSlice[] {
  const warmUps = timeline.filter(({ warmUp }) => warmUp).length;
  return timeline.map((slice, at) =>
    quiet?.leftOut.includes(at - warmUps) ? { ...slice, disturbed: true } : slice,
  );
}

/** Whether the companion's counts by slice add up to k6's totals. They do not if a virtual user was stopped before it sent its counts. */
function areSlicesWhole(metrics: Metrics, slices: number): boolean {
  const all = Array.from({ length: slices }, (_, at) => at);
  const steps = overGridMs.map(String);
  const control = sumOf([...steps, 'none'], (over) => countInSlices(metrics, 'control_over', all, { over }));
  const isWhole = (endpoint: Endpoint) =>
    sumOf(steps, (over) => countInSlices(metrics, 'over_limit', all, { endpoint, over })) ===
    sumOf(steps, (over) => countOf(metrics, 'over_limit', { endpoint, over }));
  return control === countOf(metrics, 'control_error') && endpointNames.every(isWhole);
}

/** A handshake within one machine takes less than this; hardly any between two machines does. */
const withinMachineMs = 0.15;

/** Whether a service that was not started with the run may use the generator's processors: then its work looks like that of other programs. */
export function mayShareMachine({ isOnThisMachine, roundTrip }: GeneratorFacts): boolean {
  return isOnThisMachine || roundTrip === null || roundTrip.floorMs < withinMachineMs;
}
