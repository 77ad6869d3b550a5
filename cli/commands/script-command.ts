import { Argument, type Command } from 'commander';
import { scenarios } from '../../schemas/scenarios.ts';
import { loadContract } from '../contract/read-contract.ts';
import { scriptFor } from '../contract/scenario-script.ts';
import { say } from '../exit-status.ts';

export function addScriptCommand(program: Command): void {
  program
    .command('script')
    .description('print a scenario as one self-contained script for k6 run')
    .addArgument(new Argument('<scenario>').choices(scenarios.map(({ name }) => name)))
    .option('--contract <file>', 'what you declare where the document is silent; becomes part of the script')
    .allowExcessArguments(false)
    .action(async (scenario: string, { contract: file }: { contract?: string }) => {
      const contract = await loadContract(file, process.env);
      for (const warning of contract.warnings) say(warning);
      process.stdout.write(await scriptFor(scenario, contract));
    });
}
