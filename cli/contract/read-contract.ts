import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { dayOf, expiredWaivers } from '../../reports/waivers.ts';
import contractSchema from '../../schemas/contract.schema.json';
import type { Contract, DeclaredAnswer, DeclaredBody } from '../../schemas/contract.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { UsageError } from '../exit-status.ts';
import { type CompiledSchema, compileSchema } from './operator-schema.ts';
import { notesOn } from './problems.ts';
import { ruleProblems } from './rules.ts';
import { type Note, type Path, readSource, type Source } from './source.ts';

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

/** Reads a contract and every schema it names. Rejects with all problems of its form or, if that is right, of its rules and schemas. */
export async function loadContract(
  file: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<LoadedContract> {
  if (file === undefined) return { file: null, contract: { version: 1 }, validators: {}, warnings: [] };
  const source = await readSource(file, 'check the path, or create one with `contract init`', env);
  if (!validate(source.value)) throw new UsageError(...source.linesOn(notesOn(validate.errors ?? [])));
  const written = source.value as Contract;
  const bodies = await Promise.all(
    declaredAnswers(written).map(([body, answer]) => readBody(source, body, answer, env)),
  );
  const judged = [{ source, faults: ruleProblems(written), warnings: [] }, ...bodies];
  const problems = linesOf('faults', judged);
  if (problems.length > 0) throw new UsageError(...problems);

  const { refusal, ...answers } = Object.fromEntries(bodies.map(({ body, answer }) => [body, answer]));
  return {
    file,
    contract: { ...written, ...(written.answers && { answers }), ...(refusal && { refusal }) },
    validators: Object.fromEntries(bodies.flatMap(({ body, code }) => (code === '' ? [] : [[body, code]]))),
    warnings: [
      ...linesOf('warnings', judged),
      ...expiredWaivers(written.waivers ?? [], dayOf(Date.now())).map(
        ({ text }) => `${text} Its failures count again.`,
      ),
    ],
  };
}

interface Judged {
  /** Where the faults and the warnings are: the contract, or the file of a schema. */
  readonly source: Source;
  readonly faults: readonly Note[];
  readonly warnings: readonly Note[];
}

/** The lines of one file stay together, in their order in it. */
function linesOf(kind: 'faults' | 'warnings', judged: readonly Judged[]): string[] {
  return [...new Set(judged.map(({ source }) => source))].flatMap((source) =>
    source.linesOn(judged.flatMap((one) => (one.source === source ? one[kind] : []))),
  );
}

function declaredAnswers({ answers = {}, refusal }: Contract) {
  const all = [...endpointNames.map((name) => [name, answers[name]] as const), ['refusal', refusal] as const];
  return all.flatMap(([body, answer]) => (answer === undefined ? [] : [[body, answer] as const]));
}

interface ReadBody extends Judged {
  readonly body: DeclaredBody;
  /** With the schema of its `schemaFile`. */
  readonly answer: DeclaredAnswer;
  /** Of the validator; empty: there is none. */
  readonly code: string;
}

/** Compiles the schema of an answer, from its own file if it has one. */
async function readBody(
  contract: Source,
  body: DeclaredBody,
  { schemaFile, ...answer }: DeclaredAnswer,
  env: NodeJS.ProcessEnv,
): Promise<ReadBody> {
  const path = [...(body === 'refusal' ? [] : ['answers']), body];
  if (schemaFile === undefined) {
    const { code, faults, warnings } = answer.schema === undefined ? nothing : compileSchema(answer.schema);
    const at = (notes: readonly Note[]) => below([...path, 'schema'], notes);
    return { body, answer, source: contract, code, faults: at(faults), warnings: at(warnings) };
  }
  try {
    const file = join(dirname(contract.file), schemaFile);
    const source = await readSource(file, 'name a JSON Schema by its path from the contract', env);
    const schema = source.value as object | boolean;
    return { body, answer: { ...answer, schema }, source, ...compileSchema(schema) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const faults = error.problems.map((message) => ({ path: [...path, 'schemaFile'], message }));
    return { body, answer, source: contract, ...nothing, faults };
  }
}

const nothing: CompiledSchema = { code: '', faults: [], warnings: [] };

function below(path: Path, notes: readonly Note[]): Note[] {
  return notes.map((note) => ({ ...note, path: [...path, ...note.path] }));
}
