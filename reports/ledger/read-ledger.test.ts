import { expect, it, test } from 'vitest';
import { ledgerLine } from '../../schemas/ledger-fixture.ts';
import { onlyNew, readLedger } from './read-ledger.ts';

const text = (...runs: string[]) => runs.map((run) => `${JSON.stringify(ledgerLine({ run }))}\n`).join('');
const ids = (lines: readonly { run: string }[]) => lines.map(({ run }) => run);

it('reads every run once', () => {
  expect(ids(readLedger(text('a', 'b', 'a')))).toEqual(['a', 'b']);
  expect(readLedger('')).toEqual([]);
  expect(ids(readLedger(`\n${text('a')}\n\r\n${text('b').trimEnd()}`))).toEqual(['a', 'b']);
});

it('knows a run again as part of a merged one', () => {
  const [merged] = readLedger(text('a + b'));
  const lines = readLedger(text('b', 'c'));
  expect(ids(onlyNew(merged === undefined ? [] : [merged], lines))).toEqual(['c']);
});

test.each([
  ['{"run": 1', /^line 2 is not JSON: /],
  ['null', /^line 2 does not match its schema at the top: must be object\.$/],
  ['{"schemaVersion": 2}', 'line 2 has schemaVersion 2, but this harness reads 1: use a newer harness.'],
  [JSON.stringify({ ...ledgerLine(), extra: 1 }), /^line 2 does not match its schema at the top: /],
  [JSON.stringify(ledgerLine({ startedAt: 'today' })), /^line 2 does not match its schema at \/startedAt: /],
])('refuses %s', (line, reason) => {
  expect(() => readLedger(`${text('a')}${line}\n${text('b')}`)).toThrow(reason);
});
