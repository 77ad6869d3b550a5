import { Argument, type Command } from 'commander';
import { scenarios } from '../../schemas/scenarios.ts';
import type { Caller } from '../caller.ts';
import { loadContract } from '../contract/read-contract.ts';
import { scriptFor } from '../contract/scenario-script.ts';

const names = scenarios.map(({ name }) => name);

export function addScriptCommand(program: Command, { env, print, say }: Caller): void {
  program
    .command('script')
    .description('print a scenario as one self-contained script for k6 run')
    .addArgument(new Argument('<scenario>').choices(names))
    .option('--contract <file>', 'what you declare where the document is silent; becomes part of the script')
    .action(async (scenario: string, { contract: file }: { contract?: string }) => {
      const contract = await loadContract(file, env);
      for (const warning of contract.warnings) say(warning);
      print(await scriptFor(scenario, contract));
    });
}
