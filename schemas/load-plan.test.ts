import { expect, it } from 'vitest';
import { type LoadShape, levelsOf, plannedCalls, type ResolvedLoad, segmentOf } from './load-plan.ts';

it.each([
  [null, 1],
  ['', 1],
  ['0:1/2', 0.5],
  ['1/2:1', 0.5],
  ['1/4:3/4', 0.5],
  ['1/5', 0.2],
  ['0:25%', 0.25],
  ['nonsense', 1],
])('the segment %j is %s of the load', (segment, share) => {
  expect(segmentOf(segment).share).toBeCloseTo(share, 9);
});

it.each(Object.keys(levelsOf) as LoadShape[])('as many backups are planned as a %s load makes', (shape) => {
  const load = { shape, rate: 100, measureMs: 60_000, backups: 12, hasControl: true } as ResolvedLoad;
  expect(plannedCalls('backup', load)).toBe(12);
});
