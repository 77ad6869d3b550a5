import { expect, it } from 'vitest';
import { countText, percentText, secondsText, timesText } from './wording.ts';

it('groups thousands', () => {
  expect([0, 999, 1000, 46_050, 1_234_567].map(countText)).toEqual([
    '0',
    '999',
    '1 000',
    '46 050',
    '1 234 567',
  ]);
});

it('rounds a share so that the claim stays true', () => {
  expect(percentText(0.99961685, 'down')).toBe('99.961 %');
  expect(percentText(0.99961685, 'up')).toBe('99.962 %');
  expect(percentText(0.01, 'up')).toBe('1 %');
  expect(percentText(0.99, 'up')).toBe('99 %');
  expect(percentText(0.3333, 'down')).toBe('33 %');
  expect(percentText(0, 'up')).toBe('0 %');
  expect(percentText(1, 'down')).toBe('100 %');
  expect(percentText(0.9999999999, 'down')).toBe('99.999999 %');
});

it('says how much longer, where that makes sense', () => {
  expect(timesText(2.61)).toBe('2.7 times');
  expect(timesText(12.2)).toBe('13 times');
  expect(timesText(Number.POSITIVE_INFINITY)).toBeNull();
  expect(secondsText(52_983)).toBe('53 s');
});
