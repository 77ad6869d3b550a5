import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAs, type Run } from './judged.ts';
import { page } from './page.ts';
import results from './results.json' with { type: 'json' };
import { rows } from './rows/index.ts';
import type { Expected } from './rows/row.ts';

const runs: readonly Run[] = results.runs;

describe('the table of stacks', () => {
  it('has every row once, each with a run that came out as it must', () => {
    const names = rows.map(({ name }) => name);
    expect([new Set(names).size, runs.map(({ row }) => row)]).toEqual([names.length, names]);
    const wrong = runs.filter((run) => !rows.some((row) => row.name === run.row && isAs(row.expected, run)));
    expect(wrong).toEqual([]);
  });

  it('is on its page', () => {
    const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
    expect(text).toBe(`${page(runs).replace('MACHINE', results.machine).trim()}\n`);
  });
});

const run: Run = { row: '', startedAt: '', fail: [], open: [] };

it.each<[string, Expected, Partial<Run>, boolean]>([
  ['a pass', 'pass', {}, true],
  ['a pass that was left open', 'pass', { open: ['encrypt-offered'] }, false],
  ['a pass without a report', 'pass', { fail: ['exit status 4'] }, false],
  ['a fail', { fail: ['a', 'b'] }, { fail: ['b', 'a'], open: ['c'] }, true],
  ['a fail that was not found', { fail: ['a'] }, {}, false],
  ['a fail of more', { fail: ['a'] }, { fail: ['a', 'b'] }, false],
  ['a fail of some', { failSome: ['a', 'b'] }, { fail: ['b'] }, true],
  ['a fail of none', { failSome: ['a', 'b'] }, {}, false],
  ['a fail of others', { failSome: ['a', 'b'] }, { fail: ['a', 'c'] }, false],
  ['what is left open', { open: ['a'] }, { open: ['a', 'b'] }, true],
  ['what is left open, and fails', { open: ['a'] }, { open: ['a'], fail: ['b'] }, false],
  ['what is open elsewhere', { open: ['a'] }, { open: ['b'] }, false],
])('%s', (_, expected, found, isRight) => {
  expect(isAs(expected, { ...run, ...found })).toBe(isRight);
});
