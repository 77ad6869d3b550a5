import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { distinct, groupedBy } from '../../checks/add-up.ts';
import { dayOf, expiredWaivers } from '../../reports/waivers.ts';
import contractSchema from '../../schemas/contract.schema.json';
import type { Contract, DeclaredAnswer, DeclaredValidators } from '../../schemas/contract.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { UsageError } from '../exit-status.ts';
import { notesOn } from './notes.ts';
import { compileSchema } from './operator-schema.ts';
import { ruleProblems } from './rules.ts';
import { readSource } from './source.ts';

export interface LoadedContract {
  /** As given; null: there is none, and so nothing is declared. */
  readonly file: string | null;
  /** Valid, with the content of every `schemaFile` in its `schema`. */
  readonly contract: Contract;
  /** Compiled from its schemas, by body: CommonJS. */
  readonly validators: Readonly<Record<string, string>>;
}

export const noContract: LoadedContract = { file: null, contract: { version: 1 }, validators: {} };

const validate = formats(new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true })).compile(
  contractSchema,
);

const hint = 'check the path, or create one with `contract init`';

/**
 * Reads a contract and every schema it names, in stages: text, fields and values, then rules and schemas. Rejects with all
 * problems of the first stage that finds some, or of the first file that cannot be read. Warnings are of waivers that have expired.
 */
export async function loadContract(
  file: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<LoadedContract & { readonly warnings: readonly string[] }> {
  if (file === undefined) return { ...noContract, warnings: [] };
  const source = await readSource(file, hint, env);
  if (!validate(source.value)) throw new UsageError(...source.linesOn(notesOn(validate.errors ?? [])));
  const written = source.value as Contract;
  const bodies = await Promise.all(
    declaredAnswers(written).map(([body, answer]) => readBody(source, body, answer, env)),
  );
  // The lines of one file stay together, in their order in it.
  const files = groupedBy([{ source, faults: ruleProblems(written) }, ...bodies], (judged) => judged.source);
  const problems = [...files].flatMap(([{ linesOn }, judged]) =>
    linesOn(judged.flatMap(({ faults }) => faults)),
  );
  // A file may hold the schema of several answers.
  if (problems.length > 0) throw new UsageError(...distinct(problems));

  const { refusal, ...answers } = Object.fromEntries(bodies.map(({ body, answer }) => [body, answer]));
  return {
    file,
    contract: { ...written, ...(written.answers && { answers }), ...(refusal && { refusal }) },
    validators: Object.fromEntries(bodies.flatMap(({ body, code }) => (code === '' ? [] : [[body, code]]))),
    warnings: expiredWaivers(written.waivers ?? [], dayOf(Date.now())).map(
      ({ reason, remedy }) => `${reason} This fails every run. ${remedy}`,
    ),
  };
}

function declaredAnswers({ answers = {}, refusal }: Contract) {
  const all = [...endpointNames.map((name) => [name, answers[name]] as const), ['refusal', refusal] as const];
  return all.flatMap(([body, answer]) => (answer === undefined ? [] : [[body, answer] as const]));
}

/** Compiles the schema of an answer, from its own file if it has one; the answer then has the schema. */
async function readBody(
  contract: Awaited<ReturnType<typeof readSource>>,
  body: keyof DeclaredValidators,
  { schemaFile, ...answer }: DeclaredAnswer,
  env: NodeJS.ProcessEnv,
) {
  if (schemaFile !== undefined) {
    const file = join(dirname(contract.file), schemaFile);
    const source = await readSource(file, 'name a JSON Schema by its path from the contract', env);
    const schema = source.value as object | boolean;
    return { body, answer: { ...answer, schema }, source, ...compileSchema(schema) };
  }
  const place = `${body === 'refusal' ? '' : '/answers'}/${body}/schema`;
  const { code, faults } =
    answer.schema === undefined ? { code: '', faults: [] } : compileSchema(answer.schema);
  const placed = faults.map((fault) => ({ ...fault, pointer: place + fault.pointer }));
  return { body, answer, source: contract, code, faults: placed };
}
