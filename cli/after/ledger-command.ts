import { appendFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { distinct } from '../../checks/add-up.ts';
import { counted } from '../../checks/wording.ts';
import type { LedgerLine } from '../../dist/ledger-types.ts';
import { type LedgerModel, ledgerOf } from '../../reports/after/ledger/ledger-sum.ts';
import { lineOf, onlyNew, readLedger } from '../../reports/after/ledger/line.ts';
import { renderLedger, renderLedgerMarkdown } from '../../reports/after/ledger/text.ts';
import type { Caller } from '../caller.ts';
import { loadContract } from '../contract/read-contract.ts';
import { type ExitStatus, exitStatus, UsageError } from '../exit-status.ts';
import { makeFolder, readInputFile, refuseWriting, writeNamed } from '../named-file.ts';
import { serviceAt } from '../target.ts';
import { runsNamed } from './finished-runs.ts';

const mostMb = 100;

interface LedgerOptions {
  readonly ledger: string;
  readonly target?: string;
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
    .option('--target <url>', 'the service whose runs are counted; default: that of the newest run')
    .option(
      '--build <id>',
      'the build of the service that these runs tested, by any name; only its runs are counted; default: the newest',
    )
    .option('--contract <file>', 'what you declare; if it says what 99.99 percent means, that is judged')
    .option('--json', 'print what the ledger shows as JSON')
    .option('--markdown <file>', 'write the result as Markdown, for a CI job summary')
    .action((paths: string[], options: LedgerOptions) => runLedger(paths, options, caller));
}

async function runLedger(paths: readonly string[], options: LedgerOptions, caller: Caller): Promise<void> {
  const { ledger: file, build, markdown } = options;
  if (build === '') throw new UsageError('--build: give a name.');
  if (markdown !== undefined && resolve(markdown) === resolve(file))
    throw new UsageError('--markdown: this is the ledger. Name another file.');
  const { contract } = await loadContract(options.contract, caller.env);
  const { lines, runs } = await keepLedger(paths, options, caller);
  const target = options.target === undefined ? undefined : serviceAt(options.target, '--target').url;
  const model = ledgerOf(lines, {
    target,
    build,
    // --target alone says which runs are meant.
    runs: target === undefined ? runs : [],
    declared: contract.availability,
    outageMs: contract.latency?.maxStallMs,
  });
  if (model === null)
    throw new UsageError(
      `${file} has no run of ${build === undefined ? 'this service' : `build ${build}`}. It has runs of ${distinct(lines.map(nameOf)).join(', ')}. A run keeps the build under which it was added first.`,
    );
  if (markdown !== undefined) await writeNamed('--markdown', markdown, renderLedgerMarkdown(model));
  caller.print(options.json ? `${JSON.stringify(model, null, 2)}\n` : renderLedger(model));
  caller.exit = statusOfLedger(model);
}

const nameOf = ({ build, target }: LedgerLine) => `${build === null ? '' : `build ${build} at `}${target}`;

/**
 * Adds the runs that the ledger does not hold yet: all of them or, if one of its lines is broken, none. The system appends
 * what is written at once as a whole, so several processes need no lock: a run that two of them add counts once.
 */
async function keepLedger(paths: readonly string[], { ledger: file, build }: LedgerOptions, { say }: Caller) {
  const { runs: named, unreadable } = await runsNamed(paths);
  const found = named.map(({ report }) => lineOf(report, build ?? null));
  const text = (await readInputFile(file, mostMb))?.toString();
  const known = linesIn(file, text ?? '');
  const added = onlyNew(known, found);
  const lines = [...known, ...added];
  if (lines.length === 0)
    throw new UsageError(
      `${file}: ${text === undefined ? 'there is no such ledger' : 'this ledger has no runs'}. To add runs, name their folders: ledger RUNS --ledger ${file}.`,
    );
  const missingEnd = text && !text.endsWith('\n') ? '\n' : '';
  const more = added.map((line) => `${JSON.stringify(line)}\n`).join('');
  if (more !== '')
    await makeFolder(dirname(file))
      .then(() => appendFile(file, missingEnd + more, { flush: true }))
      .catch(refuseWriting(file));
  const again = found.length - added.length;
  if (paths.length > 0)
    say(`${counted(added.length, 'run')} added to ${file}${again === 0 ? '' : `, ${again} already in it`}`);
  for (const { folder, reason } of unreadable) say(`left out: ${folder}: ${reason}`);
  return { lines, runs: found.map(({ run }) => run) };
}

function linesIn(file: string, text: string): LedgerLine[] {
  try {
    return readLedger(text);
  } catch (error) {
    const torn = text.endsWith('\n')
      ? ' Correct or delete the line, or name a file that --ledger made.'
      : ' A write was cut off if this is the last line: then delete it.';
    throw new UsageError(`${file} is not a ledger: ${(error as Error).message}${torn} Nothing was written.`);
  }
}

/** Without a declared meaning nothing is judged. */
function statusOfLedger({ figures, declared }: LedgerModel): ExitStatus {
  if (declared === null) return exitStatus.pass;
  const verdict = figures.find(({ meaning }) => meaning === declared)?.verdict;
  if (verdict === 'shown') return exitStatus.pass;
  return verdict === 'refuted' ? exitStatus.fail : exitStatus.inconclusive;
}
