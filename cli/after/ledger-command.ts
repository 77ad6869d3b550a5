import { appendFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { declaredAvailability } from '../../checks/availability/figure.ts';
import { counted } from '../../checks/wording.ts';
import type { LedgerLine } from '../../dist/ledger-types.ts';
import { type LedgerModel, ledgerOf } from '../../reports/after/ledger/ledger-sum.ts';
import { lineOf, onlyNew, readLedger } from '../../reports/after/ledger/line.ts';
import { renderLedger, renderLedgerMarkdown } from '../../reports/after/ledger/text.ts';
import type { Caller } from '../caller.ts';
import { loadContract } from '../contract/read-contract.ts';
import { type ExitStatus, exitStatus, UsageError } from '../exit-status.ts';
import { makeFolder, readInputFile, refuseWriting, writeNamed } from '../named-file.ts';
import { runsNamed } from './finished-runs.ts';

interface LedgerOptions {
  readonly ledger: string;
  readonly build?: string;
  readonly contract?: string;
  readonly json?: boolean;
  readonly markdown?: string;
}

export function addLedgerCommand(program: Command, caller: Caller): void {
  program
    .command('ledger')
    .description('add up finished runs until the availability figure can be decided')
    .argument(
      '[runs...]',
      'report.json files, run folders or folders of runs; with none, only show the ledger',
    )
    .requiredOption('--ledger <file>', 'the ledger (JSON Lines); created if missing')
    .option('--build <id>', 'the build these runs tested; only its runs are counted; default: the newest')
    .option('--contract <file>', 'what you declare; if it says what 99.99 percent means, that is judged')
    .option('--json', 'print what the ledger shows as JSON')
    .option('--markdown <file>', 'write the result as Markdown, for a CI job summary')
    .action((paths: string[], options: LedgerOptions) => runLedger(paths, options, caller));
}

async function runLedger(paths: readonly string[], options: LedgerOptions, caller: Caller): Promise<void> {
  const { build } = options;
  if (build === '') throw new UsageError('--build: give a name.');
  if (options.markdown !== undefined && resolve(options.markdown) === resolve(options.ledger))
    throw new UsageError('--markdown: this is the ledger. Name another file.');
  const { contract } = await loadContract(options.contract, caller.env);
  const { lines, runs } = await keepLedger(paths, options, caller);
  const model = ledgerOf(lines, {
    build,
    runs,
    declared: declaredAvailability(contract),
    outageMs: contract.latency?.maxStallMs,
  });
  if (model.sum === null && build !== undefined)
    throw new UsageError(
      `${options.ledger} has no run of build ${build}. A run keeps the build under which it was added first.`,
    );
  if (options.markdown !== undefined)
    await writeNamed('--markdown', options.markdown, renderLedgerMarkdown(model));
  caller.print(options.json ? `${JSON.stringify(model, null, 2)}\n` : renderLedger(model));
  caller.exit = statusOfLedger(model);
}

async function keepLedger(paths: readonly string[], { ledger: file, build }: LedgerOptions, { say }: Caller) {
  if (paths.length === 0) {
    const text = await textOf(file);
    const lines = linesIn(file, text ?? '');
    if (lines.length === 0)
      throw new UsageError(
        `${file}: ${text === null ? 'there is no such ledger' : 'this ledger has no runs'}. To add runs, name their folders: ledger RUNS --ledger ${file}.`,
      );
    return { lines, runs: [] };
  }
  const { runs: named, unreadable } = await runsNamed(paths);
  const found = named.map(({ report }) => lineOf(report, build ?? null));
  const { lines, added } = await addToLedger(file, found);
  const known = found.length - added.length;
  const before = known === 0 ? '' : `, ${known} already in it`;
  say(`${counted(added.length, 'run')} added to ${file}${before}`);
  for (const { folder, reason } of unreadable) say(`left out: ${folder}: ${reason}`);
  return { lines, runs: found.map(({ run }) => run) };
}

/**
 * Adds the runs that the ledger does not hold yet: all of them or, if one of its lines is broken, none. The system appends
 * what is written at once as a whole, so several processes need no lock: a run that two of them add counts once.
 */
async function addToLedger(file: string, found: readonly LedgerLine[]) {
  await makeFolder(dirname(file)).catch(refuseWriting(file));
  const text = (await textOf(file)) ?? '';
  const lines = linesIn(file, text);
  const added = onlyNew(lines, found);
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  const more = added.map((line) => `${JSON.stringify(line)}\n`).join('');
  if (more !== '') await appendFile(file, start + more, { flush: true }).catch(refuseWriting(file));
  return { lines: [...lines, ...added], added };
}

function linesIn(file: string, text: string): LedgerLine[] {
  try {
    return readLedger(text);
  } catch (error) {
    const torn = text.endsWith('\n')
      ? ' Name a file that --ledger made.'
      : ' A write was cut off if this is the last line: then delete it.';
    throw new UsageError(`${file} is not a ledger: ${(error as Error).message}${torn} Nothing was written.`);
  }
}

/** null: there is no such file. */
async function textOf(file: string): Promise<string | null> {
  return (await readInputFile(file, mostMb))?.toString() ?? null;
}

const mostMb = 100;

/** Without a declared meaning nothing is judged. */
function statusOfLedger({ figures, declared }: LedgerModel): ExitStatus {
  if (declared === null) return exitStatus.pass;
  const verdict = figures.find(({ meaning }) => meaning === declared)?.verdict;
  if (verdict === 'shown') return exitStatus.pass;
  return verdict === 'refuted' ? exitStatus.fail : exitStatus.inconclusive;
}
