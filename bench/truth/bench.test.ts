import { expect, it } from 'vitest';
import { markOf } from './bench.ts';

const reading = { endpoint: 'user', said: 'fail', openModelSlowShare: 1, servedSlowShare: 1 } as const;

it.each([
  ['a fail of a slow service', reading, 'right'],
  ['a pass of a slow service', { ...reading, said: 'pass' }, 'wrong'],
  ['a fail of a fast service', { ...reading, openModelSlowShare: 0, servedSlowShare: 0 }, 'wrong'],
  ['no verdict', { ...reading, said: 'inconclusive' }, 'open'],
  ['a share at the limit', { ...reading, openModelSlowShare: 0.01 }, 'not counted'],
  ['a machine that made a fast service slow', { ...reading, openModelSlowShare: 0.005 }, 'not counted'],
  ['a drift, by what was served', { ...reading, openModelSlowShare: null, servedSlowShare: 0.3 }, 'right'],
])('%s', (_, said, mark) => {
  expect(markOf(said, 'steady')).toBe(mark);
});

it('a stall that was seldom met', () => {
  expect(markOf({ ...reading, openModelSlowShare: 0.08, servedSlowShare: 0 }, 'stall')).toBe('right');
});
