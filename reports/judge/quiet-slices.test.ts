import { expect, it } from 'vitest';
import type { MachineSlice } from '../../dist/facts-types.ts';
import { sliceCount } from '../../schemas/load-plan.ts';
import { addLoads } from '../add-loads.ts';
import type { Facts } from '../facts.ts';
import { loadCalls, loadFacts } from '../facts-fixture.ts';
import { buildReport } from './build-report.ts';

const quiet: MachineSlice = { othersCores: 0, stolenCores: 0, waitedMs: 2, throttledPeriods: 0 };
const busy: MachineSlice = { ...quiet, othersCores: 1.5, waitedMs: 300 };
const elsewhere = { target: 'http://staging.example.com', isOnThisMachine: false };

/** Every 20th call is slow in the slices that other programs disturbed, from the 21st to the 30th, and every `otherwise`th in the others; 0: none. */
function disturbed(change: Partial<Facts> = {}, otherwise = 0): Facts {
  const isBusy = (slice: number) => slice >= 20 && slice < 30;
  const everyAt = (slice: number) => (isBusy(slice) ? 20 : otherwise);
  const facts = loadFacts(
    loadCalls((_, index) => (index % everyAt(Math.floor((index * sliceCount) / 1544)) === 0 ? 22 : 2)),
    1,
    { machineSlices: Array.from({ length: sliceCount }, (_, slice) => (isBusy(slice) ? busy : quiet)) },
  );
  const before = facts.before && { ...facts.before, roundTrip: { floorMs: 0.6, p95Ms: 1 } };
  return { ...facts, before, run: { ...facts.run, ...elsewhere }, ...change };
}

const userOf = (facts: Facts) => buildReport(facts).endpoints[0];

it('the report counts all calls, and says which the verdict rests on', () => {
  const user = userOf(disturbed());
  const { quiet: kept } = user?.latency ?? {};
  expect(user?.slow).toBeGreaterThan(0);
  expect(user?.latency.slowCalls).toEqual([]);
  expect((kept?.seconds ?? 0) + (kept?.leftOut.seconds ?? 0)).toBeCloseTo(13, 6);
  const marked = user?.timeline.filter((slice) => slice.disturbed === true);
  expect(marked).toHaveLength(10);
});

it('where less than a quarter was quiet, all of the load counts', () => {
  const quietSlices = (count: number) =>
    disturbed({ machineSlices: Array.from({ length: sliceCount }, (_, at) => (at < count ? quiet : busy)) });
  const secondsOf = (count: number) => userOf(quietSlices(count))?.latency.quiet?.seconds;
  expect([0, sliceCount / 4 - 1].map(secondsOf)).toEqual([undefined, undefined]);
  expect(secondsOf(sliceCount / 4)).toBeCloseTo(13 / 4, 6);
});

it('further loads have slices of their own, so that what one of them lost is all that is left out', () => {
  const seconds = userOf(addLoads([disturbed(), disturbed()]))?.latency.quiet?.leftOut.seconds;
  expect(seconds).toBeCloseTo(2 * (userOf(disturbed())?.latency.quiet?.leftOut.seconds ?? 0), 6);
});

it.each<[string, Partial<Facts>]>([
  ['nothing was watched', { machineSlices: [] }],
  ['it is not known which calls were made at the same time', { isAligned: false }],
  ['a virtual user did not tell what it counted', { metrics: withoutSlice('control_over') }],
  ['no control call was made in the quiet time', { metrics: controlCallsInSlice(25) }],
])('all of the load counts where %s', (_, change) => {
  expect(userOf(disturbed(change))?.latency.quiet).toBeUndefined();
});

function withoutSlice(name: string): Facts['metrics'] {
  const lost = (key: string) => key.startsWith(`${name}{`) && key.includes('slice:7}');
  return Object.fromEntries(Object.entries(disturbed().metrics).filter(([key]) => !lost(key)));
}

function controlCallsInSlice(slice: number): Facts['metrics'] {
  const moved: Record<string, Facts['metrics'][string]> = {};
  for (const [key, figures] of Object.entries(disturbed().metrics)) {
    const place = key.startsWith('control_over{') ? key.replace(/slice:\d+/, `slice:${slice}`) : key;
    moved[place] = {
      ...figures,
      ...(figures['count'] && { count: figures['count'] + (moved[place]?.['count'] ?? 0) }),
    };
  }
  return moved;
}
