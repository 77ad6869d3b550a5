import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { conformanceFacts } from '../../reports/facts-fixture.ts';
import { commandLine } from '../command-line-fixture.ts';
import { runCommand } from '../commands/command-fixture.ts';
import { UsageError } from '../exit-status.ts';
import { temporaryFolder } from '../k6/stand-in-fixture.ts';
import { addContractCommands } from './contract-commands.ts';
import { answersLike, factsWith } from './draft-fixture.ts';

const init = (...args: string[]) => runCommand(addContractCommands, ['contract', 'init', ...args]);

/** A run folder with these facts, or with this text in their place. */
function runWith(facts: unknown): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'facts.json'), typeof facts === 'string' ? facts : JSON.stringify(facts));
  return folder;
}

const facts = factsWith(answersLike({ endpoint: 'sync', body: { status: 'done' } }));

it.each([
  ['its folder', (run: string) => run],
  ['its facts', (run: string) => join(run, 'facts.json')],
])('a run is named by %s, and an existing file stays as it is', async (_, place) => {
  const run = runWith(facts);
  const file = join(run, 'contract.yaml');
  await init(file, '--from', place(run));
  expect(readFileSync(file, 'utf8')).toContain('#        status:\n#          type: string\n');
  writeFileSync(file, 'version: 1\n');
  await expect(init(file, '--from', run)).rejects.toThrow('already exists and was not changed');
  expect(readFileSync(file, 'utf8')).toBe('version: 1\n');
});

const other = { ...conformanceFacts(), schemaVersion: 2 };

it.each([
  [
    'a folder that is not there',
    () => join(temporaryFolder(), 'none'),
    'none does not exist: name the folder of a finished run.',
  ],
  ['a folder without a run', temporaryFolder, 'has no facts.json: name the folder of a finished run.'],
  ['no JSON', () => runWith('{'), 'was not written by this harness: It is not JSON'],
  ['the report', () => join(runWith('{}'), 'facts.json'), 'does not match its schema at the top'],
  ['facts of a newer harness', () => runWith(other), 'has schemaVersion 2'],
  [
    'a run that saw nothing',
    () => runWith(factsWith(answersLike())),
    'saw nothing that a contract could declare',
  ],
])('%s is wrong usage, said in one line, and writes nothing', async (_, place, words) => {
  const file = join(temporaryFolder(), 'contract.yaml');
  const error: unknown = await init(file, '--from', place()).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UsageError);
  expect(String((error as UsageError).message)).toContain(words);
  expect((error as UsageError).message.split('\n')).toHaveLength(1);
  expect(() => readFileSync(file)).toThrow('ENOENT');
});

it('a folder in which nothing can be written is wrong usage', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'contract.yaml'));
  await expect(init(join(folder, 'none', 'x.yaml'), '--from', runWith(facts))).rejects.toThrow('(ENOENT)');
});

it('a contract that is checked is told what it declares, in its own words', async () => {
  const file = join(temporaryFolder(), 'contract.yaml');
  const check = async (text: string) => {
    writeFileSync(file, text);
    return (await commandLine(['contract', 'check', file])).output;
  };
  expect(await check('version: 1\n')).toBe(`${file} is a valid contract. It declares nothing.\n`);
  const declared = `version: 1
latency: { percentile: 95, at: client }
token: { required: [sync, backup] }
answers: { sync: { statuses: [200], schema: { type: object } } }
waivers: [{ check: user-id-prefix, reason: "known,\\n::error::bug", expires: 2099-12-31 }]
`;
  expect((await check(declared)).split('\n')).toEqual([
    `${file} is a valid contract. It declares:`,
    '  latency.percentile: 95',
    '  latency.at: client',
    '  token.required: sync, backup',
    '  answers.sync.statuses: 200',
    '  answers.sync.schema: declared',
    '  waiver of user-id-prefix until 2099-12-31: known, ::error::bug',
    '',
  ]);
});

it('a contract with an expired waiver ends as its runs do', async () => {
  const file = join(temporaryFolder(), 'contract.yaml');
  const waiver = '{ check: user-id-prefix, reason: known, expires: 1999-12-31 }';
  writeFileSync(file, `version: 1\nwaivers: [${waiver}]\n`);
  const { exitCode, output } = await commandLine(['contract', 'check', file]);
  expect(exitCode).toBe(1);
  expect(output).toContain('expired on 1999-12-31. This fails every run.');
  expect(output).toContain(`${file} can be read, and fails every run: a waiver has expired.`);
});
