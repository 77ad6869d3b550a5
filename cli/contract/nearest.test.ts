import { expect, test } from 'vitest';
import { didYouMean, editDistance } from './nearest.ts';

const fields = ['percentile', 'limitMs', 'maxStallMs', 'rate'];

test.each([
  ['percentil', 'percentile'],
  ['percnetile', 'percentile'],
  ['LimitMS', 'limitMs'],
  ['rates', 'rate'],
])('%s is meant as %s', (word, meant) => {
  expect(didYouMean(word, fields)).toBe(`; did you mean "${meant}"?`);
});

test.each(['throughput', 'x', ''])('%j is like none of them', (word) => {
  expect(didYouMean(word, fields)).toBe('');
});

test.each([
  ['', 'abc', 3],
  ['abc', 'abc', 0],
  ['abc', 'acb', 1],
  ['kitten', 'sitting', 3],
])('%j and %j are %i apart', (from, to, distance) => {
  expect(editDistance(from, to)).toBe(distance);
});
