import { describe, expect, it } from 'vitest';
import { parseDurationMs, parseRate, parseSeed } from './run-settings.ts';

describe('the settings of a run', () => {
  it.each([
    ['30', 30_000],
    ['30s', 30_000],
    ['1.5m', 90_000],
    ['2h', 7_200_000],
    ['1500ms', 1500],
    ['999ms', null],
    ['25h', null],
    ['', null],
    ['soon', null],
    ['-5s', null],
  ])('a duration of %j is %s ms', (text, ms) => {
    expect(parseDurationMs(text)).toBe(ms);
  });

  it.each([
    ['1', 1],
    ['5000', 5000],
    ['0', null],
    ['5001', null],
    ['1.5', null],
    ['', null],
    ['1e3', null],
  ])('a rate of %j is %s', (text, rate) => {
    expect(parseRate(text)).toBe(rate);
  });

  it.each([
    ['0', 0],
    ['4294967295', 4_294_967_295],
    ['4294967296', null],
    ['-1', null],
    ['0x10', null],
    ['', null],
  ])('a seed of %j is %s', (text, seed) => {
    expect(parseSeed(text)).toBe(seed);
  });
});
