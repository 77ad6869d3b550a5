import { capacityOf, type LoadLevel } from '../../checks/latency/capacity.ts';
import { sumOf } from '../../checks/statistics/sum.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { levelRate, type ResolvedLoad, sliceCount, slotShare } from '../../schemas/load-plan.ts';
import { levelsOf } from '../../schemas/load-shape.ts';
import { callsDue, countOf, type Metrics } from '../metrics.ts';
import type { Capacity, TimeSlice } from '../report.ts';

/** What an endpoint kept at each rate of a changing load; null where the rate does not change. */
export function capacityUnder(
  metrics: Metrics,
  endpoint: Endpoint,
  load: ResolvedLoad,
  timeline: readonly TimeSlice[],
  allowed: number,
): Capacity | null {
  if (load.shape === 'steady' || endpoint === 'backup') return null;
  const measured = timeline.filter(({ warmUp }) => !warmUp);
  const multiples = levelsOf[load.shape];
  const peak = multiples.lastIndexOf(Math.max(...multiples));
  const perLevel = sliceCount / multiples.length;
  const drops = droppedBy(metrics, load);
  const levels = multiples.map((multiple, index): LoadLevel => {
    const numbers = measured.map((_, slice) => slice).slice(index * perLevel, (index + 1) * perLevel);
    return {
      rate: levelRate(load, multiple),
      afterPeak: index > peak,
      slices: numbers.map((slice) => sliceOf(metrics, endpoint, slice, measured[slice])),
      broken: sumOf(
        numbers,
        (slice) => countOf(metrics, 'far_over', at(endpoint, slice)) + shed(metrics, endpoint, slice),
      ),
      dropped: Math.round((drops[index] ?? 0) * slotShare(endpoint, load)),
      control: load.hasControl ? controlIn(metrics, numbers) : null,
    };
  });
  return capacityOf(levels, allowed);
}

function at(endpoint: Endpoint, slice: number) {
  return { endpoint, slice: String(slice) };
}

/** Valid calls of a slice that were turned away, redirected or refused, in a load that changes. */
export function shed(metrics: Metrics, endpoint: Endpoint, slice: number): number {
  return countOf(metrics, 'shed', at(endpoint, slice));
}

function sliceOf(metrics: Metrics, endpoint: Endpoint, slice: number, seen: TimeSlice | undefined) {
  const lost = shed(metrics, endpoint, slice);
  return { n: (seen?.requests ?? 0) + lost, hits: (seen?.slow ?? 0) + (seen?.failed ?? 0) + lost };
}

function controlIn(metrics: Metrics, slices: readonly number[]): LoadLevel['control'] {
  const of = (name: string) => sumOf(slices, (slice) => countOf(metrics, name, { slice: String(slice) }));
  const misread = of('control_far_over');
  return { n: Math.max(of('control_error'), misread), misread };
}

/** Calls due at the border of two levels may be made in the next. */
const borderCalls = 5;

/** Calls of each level that were not made; they are counted together, so they are told by what was made. */
function droppedBy(metrics: Metrics, load: ResolvedLoad): number[] {
  const multiples = levelsOf[load.shape];
  if (callsDue(metrics).dropped === 0) return multiples.map(() => 0);
  const perLevel = sliceCount / multiples.length;
  const holdMs = load.measureMs / multiples.length;
  return multiples.map((multiple, index) => {
    const slices = Array.from({ length: perLevel }, (_, slice) => String(index * perLevel + slice));
    const made = sumOf(slices, (slice) => countOf(metrics, 'made_calls', { slice }));
    return Math.max(0, (levelRate(load, multiple) * holdMs) / 1000 - made - borderCalls);
  });
}
