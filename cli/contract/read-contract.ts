import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import contractSchema from '../../schemas/contract.schema.json';
import type { Contract, DeclaredAnswer, DeclaredBody } from '../../schemas/contract.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { UsageError } from '../exit-status.ts';
import { compileSchema } from './operator-schema.ts';
import { notesOn } from './problems.ts';
import { ruleProblems, ruleWarnings } from './rules.ts';
import { readSource, type Source } from './source.ts';

export interface LoadedContract {
  /** As given; null: there is none, and so nothing is declared. */
  readonly file: string | null;
  /** Valid, with the content of every `schemaFile` in its `schema`. */
  readonly contract: Contract;
  /** Compiled from its schemas, by body: CommonJS. */
  readonly validators: Readonly<Record<string, string>>;
  /** One line each; the run goes on. */
  readonly warnings: readonly string[];
}

const validate = formats(
  new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, strictRequired: false }),
).compile(contractSchema);

/**
 * Reads a contract and every schema it names; rejects with a `UsageError` that has all problems with the form of the contract,
 * or else all with what it declares.
 */
export async function loadContract(
  file: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<LoadedContract> {
  if (file === undefined) return { file: null, contract: { version: 1 }, validators: {}, warnings: [] };
  const source = await readSource(file, 'contract', env);
  if (!validate(source.value)) throw new UsageError(...source.linesOn(notesOn(validate.errors ?? [])));
  const written = source.value as Contract;
  const bodies = await Promise.all(
    declaredAnswers(written).map(([body, answer]) => readBody(source, body, answer, env)),
  );
  const problems = [...source.linesOn(ruleProblems(written)), ...bodies.flatMap((body) => body.problems)];
  if (problems.length > 0) throw new UsageError(...problems);

  const { refusal, ...answers } = Object.fromEntries(bodies.map(({ body, answer }) => [body, answer]));
  return {
    file,
    contract: { ...written, ...(written.answers && { answers }), ...(refusal && { refusal }) },
    validators: Object.fromEntries(bodies.flatMap(({ body, code }) => (code === '' ? [] : [[body, code]]))),
    warnings: [...bodies.flatMap(({ warnings }) => warnings), ...source.linesOn(ruleWarnings(written))],
  };
}

function declaredAnswers({ answers = {}, refusal }: Contract) {
  const all = [...endpointNames.map((name) => [name, answers[name]] as const), ['refusal', refusal] as const];
  return all.flatMap(([body, answer]) => (answer === undefined ? [] : [[body, answer] as const]));
}

interface ReadBody {
  readonly body: DeclaredBody;
  /** With the schema of its `schemaFile`. */
  readonly answer: DeclaredAnswer;
  /** Of the validator; empty: there is none. */
  readonly code: string;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** Compiles the schema of an answer, from its own file if it has one. */
async function readBody(
  contract: Source,
  body: DeclaredBody,
  { schemaFile, ...answer }: DeclaredAnswer,
  env: NodeJS.ProcessEnv,
): Promise<ReadBody> {
  if (schemaFile === undefined) {
    const { schema } = answer;
    if (schema === undefined) return { body, answer, code: '', problems: [], warnings: [] };
    const path = [...(body === 'refusal' ? [] : ['answers']), body, 'schema'];
    const linesOn: Source['linesOn'] = (notes) =>
      contract.linesOn(notes.map((note) => ({ ...note, path: [...path, ...note.path] })));
    return { body, answer, ...compiled(schema, linesOn) };
  }
  const { value, linesOn } = await readSource(join(dirname(contract.file), schemaFile), 'schema', env);
  return { body, answer: { ...answer, schema: value as object | boolean }, ...compiled(value, linesOn) };
}

function compiled(schema: unknown, linesOn: Source['linesOn']) {
  const { code, faults, warnings } = compileSchema(schema);
  return { code, problems: linesOn(faults), warnings: linesOn(warnings) };
}
