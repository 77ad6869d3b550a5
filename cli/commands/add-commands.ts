import type { Command } from 'commander';
import { addFinishedRunCommands } from '../after/finished-run-commands.ts';
import { addLedgerCommand } from '../after/ledger-command.ts';
import type { Caller } from '../caller.ts';
import { addDoctorCommand } from '../doctor/doctor-command.ts';
import { addContractCommands } from '../draft/contract-commands.ts';
import { UsageError } from '../exit-status.ts';
import { harnessVersion } from '../package-root.ts';
import { repeated } from '../transport.ts';
import { addChecksCommand } from './checks-command.ts';
import { addScenarioCommands } from './scenario-commands.ts';
import { addScriptCommand } from './script-command.ts';
import { addServeCommand } from './serve-command.ts';
import { addTokenCommand } from './token-command.ts';

/** All commands; docs/reference.md lists them. */
export function addCommands(program: Command, caller: Caller): void {
  program
    .description('Checks whether a running service conforms to the Encryption and Backup Service Interface.')
    .addHelpText(
      'after',
      '\nSet BASE_URL and ACCESS_TOKEN to the service and its token.\nExit status: 0 pass, 1 fail, 2 wrong usage (nothing was sent), 3 inconclusive, 4 no verdict.',
    )
    .version(harnessVersion())
    // Otherwise a --version anywhere in the line would end it with status 0.
    .enablePositionalOptions();
  addScenarioCommands(program, caller);
  addServeCommand(program, caller);
  addFinishedRunCommands(program, caller);
  addLedgerCommand(program, caller);
  addContractCommands(program, caller);
  addScriptCommand(program, caller);
  addChecksCommand(program, caller);
  addTokenCommand(program, caller);
  addDoctorCommand(program, caller);
  for (const command of program.commands) refuseRepeated(command);
}

/** Refuses an option that is given twice: commander would drop the first value without a word. */
function refuseRepeated(command: Command): void {
  for (const option of command.options.filter((one) => one.required && one.parseArg !== repeated)) {
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) throw new UsageError(`${option.long} is given twice; give it once.`);
      isGiven = true;
    });
  }
}
