import { resolve } from 'node:path';
import type { Command } from 'commander';
import { declaredAvailability } from '../../checks/availability/figure.ts';
import { counted } from '../../checks/wording.ts';
import { type LedgerModel, ledgerOf } from '../../reports/after/ledger/ledger-sum.ts';
import { lineOf } from '../../reports/after/ledger/line.ts';
import { renderLedger, renderLedgerMarkdown } from '../../reports/after/ledger/text.ts';
import type { Caller } from '../caller.ts';
import { loadContract } from '../contract/read-contract.ts';
import { type ExitStatus, exitStatus, UsageError, writeNamed } from '../exit-status.ts';
import { runsNamed } from './finished-runs.ts';
import { addToLedger, readLedgerFile } from './ledger-file.ts';

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
  caller.exitWith(statusOfLedger(model));
}

async function keepLedger(paths: readonly string[], { ledger: file, build }: LedgerOptions, { say }: Caller) {
  if (paths.length === 0) return { lines: await readLedgerFile(file), runs: [] };
  const { runs: named, unreadable } = await runsNamed(paths);
  const found = named.map(({ report }) => lineOf(report, build ?? null));
  const { lines, added } = await addToLedger(file, found);
  const known = found.length - added.length;
  const before = known === 0 ? '' : `, ${known} already in it`;
  say(`${counted(added.length, 'run')} added to ${file}${before}`);
  for (const { folder, reason } of unreadable) say(`left out: ${folder}: ${reason}`);
  return { lines, runs: found.map(({ run }) => run) };
}

/** Without a declared meaning nothing is judged. */
function statusOfLedger({ figures, declared }: LedgerModel): ExitStatus {
  if (declared === null) return exitStatus.pass;
  const verdict = figures.find(({ meaning }) => meaning === declared)?.verdict;
  if (verdict === 'shown') return exitStatus.pass;
  return verdict === 'refuted' ? exitStatus.fail : exitStatus.inconclusive;
}
