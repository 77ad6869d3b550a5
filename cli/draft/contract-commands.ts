import { writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Command } from 'commander';
import { factsNamed } from '../after/finished-runs.ts';
import type { Caller } from '../caller.ts';
import { loadContract } from '../contract/read-contract.ts';
import { UsageError } from '../exit-status.ts';
import { packageRoot } from '../package-root.ts';
import { draftedContract } from './draft.ts';
import { starterContract } from './init.ts';

export function addContractCommands(program: Command, caller: Caller): void {
  const contract = program
    .command('contract')
    .description('create or check a contract: what you declare where the document is silent');
  contract
    .command('init')
    .description('write a commented contract that declares nothing yet: examples, or what a run saw')
    .argument('[file]', 'file to write, which must not exist; - is standard output', 'contract.yaml')
    .option('--from <run>', 'draft it from what this run saw: its folder, or its facts.json')
    .action((file: string, options: { readonly from?: string }) => init(file, options, caller));
  contract
    .command('check')
    .description('check a contract and list what is wrong with it')
    .argument('[file]', 'the contract', 'contract.yaml')
    .action(async (file: string) => {
      const { warnings } = await loadContract(file, caller.env);
      for (const warning of warnings) caller.say(warning);
      caller.print(`${file} is a valid contract.\n`);
    });
}

async function init(file: string, { from }: { readonly from?: string }, { print }: Caller): Promise<void> {
  const schema = join(packageRoot(), 'schemas', 'contract.schema.json');
  // The cache of npx is somewhere else on every machine, and is removed some day.
  const isLasting = file !== '-' && !schema.split(sep).includes('_npx');
  const schemaFile = isLasting ? relative(dirname(file), schema) : null;
  const text =
    from === undefined
      ? starterContract(schemaFile)
      : draftedContract(await factsNamed(from), from, schemaFile);
  if (file === '-') {
    print(text);
    return;
  }
  await writeFile(file, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === 'EEXIST'
        ? `${file} already exists and was not changed. Name another file: contract init FILE.`
        : `${file} cannot be written (${error.code}): nothing was changed.`,
    );
  });
  print(`${file} written. It declares nothing yet: remove the # from what you declare.\n`);
}
