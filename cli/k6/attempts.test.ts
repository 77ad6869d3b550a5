import { expect, it } from 'vitest';
import { Absent, firstThatServes, listAttempts, reasonOf } from './attempts.ts';

const failing = (name: string, error: Error) => ({ name, serve: () => Promise.reject(error) });
const serving = (name: string) => ({ name, serve: () => Promise.resolve(name) });
const listed = (attempts: Parameters<typeof listAttempts>[0]) => new Error(listAttempts(attempts));

it('takes the first way that serves, and says why an earlier one did not', async () => {
  const lines: string[] = [];
  const ways = [
    failing('one', new Absent('none')),
    failing('two', new Error('broken')),
    serving('three'),
    serving('four'),
  ];
  expect(await firstThatServes(ways, (line) => lines.push(line), listed)).toBe('three');
  expect(lines).toEqual(['two: broken']);
});

it('fails with every way and its reason', async () => {
  const ways = [failing('a', new Absent('none')), failing('long', new Error('broken'))];
  await expect(firstThatServes(ways, () => {}, listed)).rejects.toThrow('  a     none\n  long  broken');
});

it('finds the reason inside an error', () => {
  const refused = new AggregateError([new Error('connect ECONNREFUSED ::1:1')], '');
  expect(reasonOf(new TypeError('fetch failed', { cause: refused }))).toBe('connect ECONNREFUSED ::1:1');
  expect(reasonOf(new RangeError())).toBe('RangeError');
  expect(reasonOf('plain')).toBe('plain');
});
