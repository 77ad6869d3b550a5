import { expect, it } from 'vitest';
import { markOf } from './bench.ts';

const steady = { name: '25 ms', group: 'steady', mode: 'fixed 25000' } as const;
const stall = { ...steady, group: 'stall' } as const;
const reading = {
  endpoint: 'user',
  p95: 'fail',
  p99: 'fail',
  openModelSlowShare: 1,
  servedSlowShare: 1,
} as const;

it.each([
  ['a fail of a slow service', reading, steady, 'right'],
  ['a pass of a slow service', { ...reading, p99: 'pass' }, steady, 'wrong'],
  ['a fail of a fast service', { ...reading, openModelSlowShare: 0, servedSlowShare: 0 }, steady, 'wrong'],
  ['no verdict', { ...reading, p99: 'inconclusive' }, steady, 'open'],
  ['a share at the limit', reading, { ...steady, boundary: 'p99' as const }, 'not counted'],
  [
    'a machine that made a fast service slow',
    { ...reading, openModelSlowShare: 0.005 },
    steady,
    'not counted',
  ],
  [
    'a stall that was seldom met',
    { ...reading, openModelSlowShare: 0.08, servedSlowShare: 0 },
    stall,
    'right',
  ],
  [
    'a drift, by what was served',
    { ...reading, openModelSlowShare: null, servedSlowShare: 0.3 },
    steady,
    'right',
  ],
])('%s', (_, said, rung, mark) => {
  expect(markOf(said, 'p99', rung)).toBe(mark);
});
