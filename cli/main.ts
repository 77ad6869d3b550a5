import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import { addCatalogueCommands } from './commands/catalogue.ts';
import { addContractCommands } from './commands/contract.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addLedgerCommand } from './commands/ledger.ts';
import { addMergeCommand } from './commands/merge.ts';
import { addReportCommands } from './commands/report.ts';
import { addScenarioCommands } from './commands/scenarios.ts';
import { addServeCommand } from './commands/serve.ts';
import { addTrendCommand } from './commands/trend.ts';
import { ContractError } from './contract/contract-error.ts';
import { exitStatus, UsageError } from './exit-status.ts';

const program = new Command('encryption-backup-harness')
  .description('Judges whether a running service keeps the Encryption and Backup Service Interface.')
  .addHelpText(
    'after',
    '\nThe service and its token come from BASE_URL and ACCESS_TOKEN.\nExit status: 0 pass, 1 fail, 2 wrong usage (nothing was sent), 3 inconclusive, 4 no verdict.',
  )
  .showHelpAfterError('Try --help.')
  .exitOverride();

for (const add of [
  addScenarioCommands,
  addServeCommand,
  addReportCommands,
  addMergeCommand,
  addTrendCommand,
  addLedgerCommand,
  addContractCommands,
  addCatalogueCommands,
  addDoctorCommand,
]) {
  add(program);
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = statusFor(error);
}

function statusFor(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.pass : exitStatus.usage;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${pc.red('error')} ${message}\n`);
  return error instanceof UsageError || error instanceof ContractError
    ? exitStatus.usage
    : exitStatus.noVerdict;
}
