import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { distinct } from '../../checks/add-up.ts';
import { cleanAnswers } from '../../checks/draft/clean-answers.ts';
import { utcTime } from '../../checks/wording.ts';
import { visible, withoutCommands } from '../../reports/escape.ts';
import type { Facts } from '../../reports/facts.ts';
import { declarationsIn } from '../../reports/judge/contract-summary.ts';
import contractSchema from '../../schemas/contract.schema.json';
import { factsNamed } from '../after/finished-runs.ts';
import type { Caller } from '../caller.ts';
import { loadContract } from '../contract/read-contract.ts';
import { exitStatus, UsageError } from '../exit-status.ts';
import { refuseWriting } from '../named-file.ts';
import { textOfDraft } from './commented.ts';
import { answerBlocks, callBlocks } from './drafted-blocks.ts';

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
    .description('check a contract: what is wrong with it, or what it declares')
    .argument('[file]', 'the contract', 'contract.yaml')
    .action(async (file: string) => {
      const { warnings, contract: declared } = await loadContract(file, caller.env);
      const isExpired = warnings.length > 0;
      if (isExpired) caller.exit = exitStatus.fail;
      for (const warning of warnings) caller.say(warning);
      const lines = declarationsIn(declared).map((line) => `\n  ${visible(line.replace(/\s+/g, ' '))}`);
      const what = lines.length === 0 ? 'It declares nothing.' : `It declares:${lines.join('')}`;
      caller.print(
        withoutCommands(
          `${file} ${isExpired ? 'can be read, and fails every run: a waiver has expired' : 'is a valid contract'}. ${what}\n`,
        ),
      );
    });
}

async function init(file: string, { from }: { readonly from?: string }, { print }: Caller): Promise<void> {
  const text = from === undefined ? starterContract() : draftedContract(await factsNamed(from), from);
  if (file === '-') {
    print(text);
    return;
  }
  await writeFile(file, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') return refuseWriting(file)(error);
    throw new UsageError(
      `${file} already exists and was not changed. Name another file: contract init FILE.`,
    );
  });
  print(`${file} written. It declares nothing yet: uncomment what you want to declare.\n`);
}

/**
 * A contract that declares nothing yet: what the answers of a run were like, commented out. Rejects with UsageError if the run at
 * `place` saw none.
 */
export function draftedContract({ run, before }: Facts, place: string): string {
  if (before === null || !before.reachable)
    throw new UsageError(`${place}: this run saw no answers, so nothing can be drafted.`);
  // Nobody declares what nobody sees.
  const answers = cleanAnswers(before.answers, (text) => visible(text) === text);
  const blocks = [...answerBlocks(answers), ...callBlocks(answers, before)];
  if (blocks.length === 0)
    throw new UsageError(`${place}: this run saw nothing that a contract could declare.`);
  const head = [
    `What the run of ${utcTime(run.startedAt)} saw of ${run.target} before its load. Nothing of it is declared yet.`,
    'It was seen, which does not make it right: keep what you promise, and delete the rest. To declare a block, remove the # from its lines that have a single one.',
  ];
  return textOfDraft(head.map(visible), blocks);
}

/** The parts of a JSON Schema that are written into the starter contract. */
interface Described {
  readonly type?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly examples?: readonly unknown[];
  readonly $ref?: string;
}

export function starterContract(): string {
  const head = [
    'What you declare about your service, because the document does not show it.',
    'Everything is optional. To declare something, uncomment its lines and the line above that they belong',
    'to. What is not declared is recorded in the report and never fails a run.',
  ];
  const blocks = Object.entries<Described>(contractSchema.properties).flatMap(([name, field]) => {
    const prose = distinct([field.description ?? '', ...fieldWords(field)]);
    return field.examples === undefined ? [] : [{ prose, declared: { [name]: field.examples[0] } }];
  });
  return textOfDraft(head, blocks);
}

/** "field: what it means", for each field and those inside it. */
function fieldWords(described: Described): string[] {
  const { properties: fields = {}, items = {} } = described;
  const words = Object.entries(fields).flatMap(([name, field]) => {
    const resolved = { ...definitionOf(field), ...field };
    return [`${name}: ${resolved.description}`, ...fieldWords(resolved)];
  });
  return [...words, ...(items.$ref === undefined ? [] : fieldWords(definitionOf(items)))];
}

function definitionOf({ $ref = '' }: Described): Described {
  const definitions: Readonly<Record<string, Described>> = contractSchema.definitions;
  return definitions[$ref.replace('#/definitions/', '')] ?? {};
}
