import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ledgerLine } from '../../reports/after/ledger/ledger-fixture.ts';
import { gateReport } from '../../reports/gate-fixture.ts';
import { changedReport } from '../../reports/passing-fixture.ts';
import { renderJson } from '../../reports/report.ts';
import { commandLine } from '../command-line-fixture.ts';
import { runCommand } from '../commands/command-fixture.ts';
import { UsageError } from '../exit-status.ts';
import { temporaryFolder } from '../k6/stand-in-fixture.ts';
import { addLedgerCommand } from './ledger-command.ts';

const ledger = (...args: string[]) => runCommand(addLedgerCommand, ['ledger', ...args]);

interface Placed {
  readonly index: number;
  readonly isFailing?: boolean;
  readonly completeness?: 'complete' | 'interrupted' | 'unreachable';
}

const good = gateReport({ times: 20 });
const failing = gateReport({ times: 20, bursts: { user: ['HTTP 503', 5] } });

/** The folder of one run of 30 000 calls of each endpoint, an hour after the one before. */
function place(folder: string, { index, isFailing = false, completeness = 'complete' }: Placed): string {
  const startedAt = new Date(Date.UTC(2026, 2, 1, index)).toISOString();
  const built = isFailing ? failing : good;
  const report = changedReport(built, {
    run: { ...built.run, id: `run-${index}`, startedAt, completeness },
    endpoints: completeness === 'unreachable' ? [] : built.endpoints,
  });
  const own = join(folder, `run-${index}`);
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'report.json'), renderJson(report));
  return own;
}

function folderOf(runs: readonly Placed[]): string {
  const folder = temporaryFolder();
  for (const one of runs) place(folder, one);
  return folder;
}

const some = (count: number, isFailing = false) =>
  Array.from({ length: count }, (_, index) => ({ index, isFailing }));
const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const newLedger = () => join(temporaryFolder(), 'kept', 'ledger.jsonl');

function contract(text: string): string {
  const file = join(temporaryFolder(), 'contract.yaml');
  writeFileSync(file, `version: 1\n${text}`);
  return file;
}
const asRequests = () => contract('availability: { meaning: requests }\n');
/** As if failures came nearly singly. */
const impatient = (more = '') =>
  contract(`availability: { meaning: requests${more} }\nlatency: { maxStallMs: 1 }\n`);

describe('keeping a ledger', () => {
  it('adds a line a run, in their order in time, and no run twice', async () => {
    const file = newLedger();
    const folder = folderOf(some(3));
    expect(await ledger(join(folder, 'run-2', 'report.json'), '--ledger', file, '--build', '1.4')).toBe(0);
    expect(await ledger(folder, join(folder, 'run-0'), '--ledger', file, '--build', '1.5')).toBe(0);
    expect(linesOf(file).map(({ run: id, build }) => [id, build])).toEqual([
      ['run-2', '1.4'],
      ['run-0', '1.5'],
      ['run-1', '1.5'],
    ]);
    const before = readFileSync(file, 'utf8');
    await expect(ledger(folder, '--ledger', file, '--build', '9')).rejects.toThrow(/no run of build 9/);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('mends a last line without its end', async () => {
    const file = join(temporaryFolder(), 'ledger.jsonl');
    writeFileSync(file, JSON.stringify(ledgerLine()));
    await ledger(folderOf(some(1)), '--ledger', file);
    expect(linesOf(file)).toHaveLength(2);
  });

  it('names a broken line, and writes nothing', async () => {
    const file = join(temporaryFolder(), 'ledger.jsonl');
    const text = `${JSON.stringify(ledgerLine())}\n{"run": "cut`;
    writeFileSync(file, text);
    const adding = ledger(folderOf(some(1)), '--ledger', file);
    await expect(adding).rejects.toThrow(
      /ledger\.jsonl is not a ledger: line 2 is not JSON: [^.]*\. A write was cut off .*delete it\. Nothing was written/,
    );
    await expect(ledger('--ledger', file)).rejects.toBeInstanceOf(UsageError);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('is not written over by its own Markdown', async () => {
    const file = newLedger();
    await ledger(folderOf(some(1)), '--ledger', file);
    await expect(ledger('--ledger', file, '--markdown', `${file}/../ledger.jsonl`)).rejects.toThrow(
      '--markdown: this is the ledger',
    );
  });

  it('wants runs that are there, and a ledger to show', async () => {
    const file = newLedger();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'report.json'), '{"schemaVersion": 99}');
    await expect(ledger(folder, '--ledger', file)).rejects.toThrow(/has no report.json of a run/);
    await expect(ledger(join(folder, 'report.json'), '--ledger', file)).rejects.toThrow(/schemaVersion 99/);
    await expect(ledger(join(folder, 'none'), '--ledger', file)).rejects.toThrow('none does not exist. Name');
    await expect(ledger('--ledger', file)).rejects.toThrow(
      `${file}: there is no such ledger. To add runs, name their folders: ledger RUNS --ledger ${file}.`,
    );
    expect(existsSync(file)).toBe(false);
    const other = join(folder, 'other.jsonl');
    writeFileSync(other, '\n');
    await expect(ledger('--ledger', other)).rejects.toThrow(/this ledger has no runs\. To add runs, name/);
    writeFileSync(other, 'builds\n');
    await expect(ledger('--ledger', other)).rejects.toThrow(
      /line 1 is not JSON.* Correct or delete the line, or name a file that --ledger made\./,
    );
    await expect(ledger(folderOf(some(1)), '--ledger', folder)).rejects.toBeInstanceOf(UsageError);
  });
});

describe('the exit status', () => {
  it('judges nothing where no contract says what the figure means', async () => {
    const folder = folderOf(some(4, true));
    expect(await ledger(folder, '--ledger', newLedger())).toBe(0);
    expect(await ledger(folder, '--ledger', newLedger(), '--contract', contract(''))).toBe(0);
  });

  it('is 3 until it is decided, then 0 where it is shown and 1 where it is refuted', async () => {
    const file = newLedger();
    const judged = ['--ledger', file, '--contract', impatient()];
    expect(await ledger(folderOf(some(2)), ...judged)).toBe(3);
    expect(await ledger(folderOf(some(4)), ...judged)).toBe(0);
    expect(await ledger('--ledger', file, '--contract', asRequests())).toBe(3);
    expect(await ledger(folderOf(some(4, true)), '--ledger', newLedger(), '--contract', asRequests())).toBe(
      1,
    );
    const lenient = impatient(', targetPercent: 90');
    expect(await ledger(folderOf(some(4, true)), '--ledger', newLedger(), '--contract', lenient)).toBe(0);
    const synchronised = contract('availability: { meaning: synchronisation }\n');
    expect(await ledger('--ledger', file, '--contract', synchronised)).toBe(3);
  });

  it('is 3 where one run found nobody there', async () => {
    const runs: Placed[] = [...some(4), { index: 4, completeness: 'unreachable' }];
    const file = newLedger();
    expect(await ledger(folderOf(runs), '--ledger', file, '--contract', impatient())).toBe(3);
    expect(linesOf(file).map(({ standing }) => standing)).toEqual([...Array(4).fill('counts'), 'down']);
  });
});

it('counts the runs of a target that is named, and says which there are', async () => {
  const file = join(temporaryFolder(), 'ledger.jsonl');
  const mistyped = { run: 'later', target: 'http://mistyped', startedAt: '2027-01-01T00:00:00Z' };
  writeFileSync(file, [ledgerLine(), ledgerLine(mistyped)].map((line) => JSON.stringify(line)).join('\n'));
  const shown = async (...args: string[]) =>
    (await commandLine(['ledger', '--ledger', file, ...args])).output;
  expect(await shown()).toContain('at http://mistyped');
  expect(await shown('--target', 'http://me:secret@127.0.0.1:8080/')).toContain('at http://127.0.0.1:8080');
  const other = await shown('--target', 'http://me:secret@other');
  expect(other).toContain('has no run of this service.');
  expect(other).toContain(
    'It has runs of build 1.4.2 at http://127.0.0.1:8080, build 1.4.2 at http://mistyped.',
  );
  expect(other).not.toContain('secret');
  const run = place(temporaryFolder(), { index: 1 });
  expect(await shown(run, '--target', 'http://mistyped')).toContain('at http://mistyped');
  expect(await shown('--target', 'http://mistyped', '--build', '9')).toContain(
    'no run of build 9. It has runs of build 1.4.2 at ',
  );
});

it('writes the same as Markdown, with what does not count and why', async () => {
  const out = join(temporaryFolder(), 'site', 'ledger.md');
  const runs: Placed[] = [...some(2), { index: 3, completeness: 'interrupted' }];
  await ledger(folderOf(runs), '--ledger', newLedger(), '--markdown', out, '--build', '1.4.2');
  const text = readFileSync(out, 'utf8');
  expect(text).toContain('2 runs of build 1.4.2');
  expect(text).toContain('run-3: not counted: interrupted');
  await expect(ledger(folderOf(runs), '--ledger', newLedger(), '--markdown', '/dev/null/x')).rejects.toThrow(
    /--markdown .* cannot be written/,
  );
});
