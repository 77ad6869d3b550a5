import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import contractSchema from '../../schemas/contract.schema.json';
import type { Contract, DeclaredAnswer, DeclaredBody } from '../../schemas/contract.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { UsageError } from '../exit-status.ts';
import { compileSchema } from './operator-schema.ts';
import { mostNotes, notesOn } from './problems.ts';
import { type Intact, ruleProblems, ruleWarnings } from './rules.ts';
import { type Note, type Path, type Placed, readSource, type Source } from './source.ts';

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

const validate = new Ajv({
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  strictRequired: false,
}).compile(contractSchema);

/** Reads a contract and every schema it names; rejects with a `UsageError` that has all problems at once, in their order in the file. */
export async function loadContract(
  file: string | undefined,
  startedAt: Date,
  env: NodeJS.ProcessEnv,
): Promise<LoadedContract> {
  if (file === undefined) return { file: null, contract: { version: 1 }, validators: {}, warnings: [] };
  const source = await readSource(file, 'contract', env);
  const faults = validate(source.value) ? [] : notesOn(source.value, validate.errors ?? []);
  const intact: Intact<Contract> = without(source.value, faults);
  const bodies = await Promise.all(
    declaredAnswers(intact).map(([body, answer]) => readBody(source, body, answer, env)),
  );
  const problems = [
    ...[...faults.slice(0, mostNotes), ...ruleProblems(intact)].map(source.place),
    ...bodies.flatMap((body) => body.problems),
  ];
  if (problems.length > 0) throw new UsageError(...inOrder(problems, file).map(({ text }) => text));

  const written = source.value as Contract;
  const { refusal, ...answers } = Object.fromEntries(bodies.map(({ body, answer }) => [body, answer]));
  const today = startedAt.toISOString().slice(0, 10);
  return {
    file,
    contract: { ...written, ...(written.answers && { answers }), ...(refusal && { refusal }) },
    validators: Object.fromEntries(bodies.flatMap(({ body, code }) => (code === '' ? [] : [[body, code]]))),
    warnings: [
      ...bodies.flatMap(({ warnings }) => warnings),
      ...ruleWarnings(written, today).map(source.place),
    ].map(({ text }) => text),
  };
}

/** What is left without the fields that these notes are on; a list keeps its places. */
function without(value: unknown, notes: readonly Note[]): object {
  const left = structuredClone(value);
  for (const { path } of notes) {
    const holder = path.slice(0, -1).reduce<unknown>(fieldOf, left);
    const last = path.at(-1);
    if (last === undefined) return {};
    if (typeof holder === 'object' && holder !== null) Reflect.deleteProperty(holder, last);
  }
  return left as object;
}

function fieldOf(holder: unknown, name: Path[number]): unknown {
  return (holder as Record<string | number, unknown> | null | undefined)?.[name];
}

function inOrder(problems: readonly Placed[], contractFile: string): Placed[] {
  return problems.toSorted(
    (a, b) =>
      Number(a.file !== contractFile) - Number(b.file !== contractFile) ||
      a.file.localeCompare(b.file) ||
      a.line - b.line ||
      a.column - b.column,
  );
}

function declaredAnswers({ answers = {}, refusal }: Intact<Contract>) {
  const all = [...endpointNames.map((name) => [name, answers[name]] as const), ['refusal', refusal] as const];
  return all.flatMap(([body, answer]) => (answer === undefined ? [] : [[body, answer] as const]));
}

interface ReadBody {
  readonly body: DeclaredBody;
  /** With the schema of its `schemaFile`. */
  readonly answer: DeclaredAnswer;
  /** Of the validator; empty: there is none. */
  readonly code: string;
  readonly problems: readonly Placed[];
  readonly warnings: readonly Placed[];
}

/** Compiles the schema of an answer, from its own file if it has one. */
async function readBody(
  contract: Source,
  body: DeclaredBody,
  { schemaFile, ...answer }: Intact<DeclaredAnswer>,
  env: NodeJS.ProcessEnv,
): Promise<ReadBody> {
  const path = body === 'refusal' ? [body] : ['answers', body];
  if (schemaFile === undefined) {
    const { schema } = answer;
    const place = (note: Note) => contract.place({ ...note, path: [...path, 'schema', ...note.path] });
    return { body, answer, ...compiled(schema, place) };
  }
  try {
    const source = await readSource(join(dirname(contract.file), schemaFile), 'schema', env);
    const schema = source.value;
    if (!isSchema(schema)) throw new UsageError(source.place(notASchema).text);
    return { body, answer: { ...answer, schema }, ...compiled(schema, source.place) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const at = [...path, 'schemaFile'];
    const problems = error.problems.map((message) => contract.place({ path: at, message }));
    return { body, answer, code: '', problems, warnings: [] };
  }
}

const notASchema = { path: [], message: 'a JSON Schema is a mapping, true or false' };

function isSchema(value: unknown): value is object | boolean {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

function compiled(schema: object | boolean | undefined, place: (note: Note) => Placed) {
  if (schema === undefined) return { code: '', problems: [], warnings: [] };
  const { code, faults, warnings } = compileSchema(schema);
  return { code, problems: faults.map(place), warnings: warnings.map(place) };
}
