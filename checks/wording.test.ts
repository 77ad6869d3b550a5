import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  counted,
  countText,
  duration,
  milliseconds,
  msText,
  percentText,
  perSecond,
  roughPercentText,
  secondsText,
  timesText,
  utcTime,
} from './wording.ts';

/** Replaces narrow and no-break spaces by plain ones, as a person would type the text. */
const typed = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('a count', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1 000'],
    [1234567, '1 234 567'],
  ])('%d is %s', (value, text) => expect(typed(countText(value))).toBe(text));

  test('one is singular', () => {
    expect(typed(counted(1, 'call'))).toBe('1 call');
    expect(typed(counted(2, 'call'))).toBe('2 calls');
  });
});

describe('a time', () => {
  test.each([
    [0.004, '0.00'],
    [3.274, '3.27'],
    [112.34, '112.3'],
    [1234.5, '1 235'],
  ])('%d is %s', (value, text) => expect(typed(milliseconds(value))).toBe(text));

  test('never rounds a time to the other side of the limit', () => {
    expect(milliseconds(19.998, 20)).toBe('19.998');
    expect(milliseconds(20, 20)).toBe('20.00');
    fc.assert(
      fc.property(fc.double({ min: 0, max: 40, noNaN: true }), (value) => {
        expect(Number(milliseconds(value, 20)) < 20).toBe(value < 20);
      }),
    );
  });

  test('in a sentence no zeros stand at the end', () => {
    expect(typed(msText(112))).toBe('112 ms');
    expect(typed(msText(1.5))).toBe('1.5 ms');
  });
});

describe('a share', () => {
  test.each([
    [1, '100 %'],
    [0, '0 %'],
    [0.9983, '99.83 %'],
    [0.99996, '99.996 %'],
    [0.00001, '0.001 %'],
    [0.29, '29.00 %'],
  ])('%d is %s', (value, text) => expect(typed(percentText(value))).toBe(text));

  test('a lower bound goes down and an upper bound up', () => {
    expect(typed(percentText(0.99859, 'down'))).toBe('99.85 %');
    expect(typed(percentText(0.99851, 'up'))).toBe('99.86 %');
    expect(typed(percentText(0.999999, 'up'))).toBe('99.9999 %');
    expect(typed(percentText(1.97e-10, 'down'))).toBe('0 %');
    expect(typed(percentText(1 - 1e-11, 'up'))).toBe('100 %');
  });

  test('only all is 100 % and only none is 0 %', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), (value) => {
        for (const rounded of ['nearest', 'down', 'up'] as const) {
          expect(typed(percentText(value, rounded))).not.toMatch(/^(100|0)(\.0*)? %$/);
        }
      }),
    );
  });

  test('stands as it was chosen, or roughly', () => {
    expect(typed(roughPercentText(0.999))).toBe('99.9 %');
    expect(typed(roughPercentText(0.14183, 3))).toBe('14.2 %');
  });
});

test.each([
  [850, '850 ms'],
  [12_440, '12.4 s'],
  [50_000, '50 s'],
  [59_990, '1 min 0 s'],
  [62_000, '1 min 2 s'],
  [7_500_000, '2 h 5 min'],
])('a duration of %d ms is %s', (value, text) => expect(typed(duration(value))).toBe(text));

test('a rate has one digit below a hundred', () => {
  expect(perSecond(39.84)).toBe('39.8/s');
  expect(perSecond(40)).toBe('40/s');
  expect(perSecond(182.4)).toBe('182/s');
});

test('a time is UTC and says so', () => {
  expect(utcTime('2026-03-21T09:15:02.417Z')).toBe('2026-03-21 09:15:02 UTC');
});

test('says how much longer, where that makes sense', () => {
  expect(timesText(2.61)).toBe('2.7 times');
  expect(timesText(12.2)).toBe('13 times');
  expect(timesText(Number.POSITIVE_INFINITY)).toBeNull();
  expect(typed(secondsText(52_983))).toBe('53 s');
});
