import { expect, it } from 'vitest';
import { segmentOf } from './load-plan.ts';

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
