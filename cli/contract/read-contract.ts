import { dirname, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import contractSchema from '../../schemas/contract.schema.json';
import type { Contract, DeclaredAnswer, DeclaredBody } from '../../schemas/contract.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { UsageError } from '../exit-status.ts';
import { compileSchema } from './operator-schema.ts';
import { notesOn } from './problems.ts';
import { ruleProblems, ruleWarnings } from './rules.ts';
import { type Note, readSource, type Source } from './source.ts';

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

/** Of no file the empty one: without ajv and yaml a run starts sooner. */
export async function loadContract(file: string | undefined, startedAt: Date): Promise<LoadedContract> {
  if (file === undefined) return { file: null, contract: { version: 1 }, validators: {}, warnings: [] };
  const { readContract } = await import('./read-contract.ts');
  return await readContract(file, startedAt);
}

const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, strictRequired: false });
const validate: ValidateFunction = ajv.compile(contractSchema);

/** Reads a contract and every schema it names; rejects with a `UsageError` that has all problems at once. */
export async function readContract(file: string, startedAt: Date): Promise<LoadedContract> {
  const source = await readSource(file);
  if (!validate(source.value))
    throw new UsageError(...notesOn(source.value, validate.errors ?? []).map(source.line));
  const written = source.value as Contract;
  const found: Findings = { problems: [], warnings: [], validators: {} };
  const loaded: [DeclaredBody, DeclaredAnswer][] = [];
  for (const [body, answer] of declaredAnswers(written))
    loaded.push([body, await loadAnswer(source, body, answer, found)]);
  const { refusal, ...answers } = Object.fromEntries(loaded);
  const contract: Contract = {
    ...written,
    ...(written.answers && { answers }),
    ...(refusal && { refusal }),
  };
  found.problems.push(...ruleProblems(contract).map(source.line));
  if (found.problems.length > 0) throw new UsageError(...found.problems);
  const expired = ruleWarnings(contract, startedAt.toISOString().slice(0, 10)).map(source.line);
  return { file, contract, validators: found.validators, warnings: [...found.warnings, ...expired] };
}

function declaredAnswers({ answers = {}, refusal }: Contract): [DeclaredBody, DeclaredAnswer][] {
  const all = [...endpointNames.map((name) => [name, answers[name]] as const), ['refusal', refusal] as const];
  return all.flatMap(([body, answer]) => (answer === undefined ? [] : [[body, answer]]));
}

interface Findings {
  readonly problems: string[];
  readonly warnings: string[];
  readonly validators: Record<string, string>;
}

/** Brings in the schema of an answer, from its own file where it has one, and adds its faults to `found`. */
async function loadAnswer(
  contract: Source,
  body: DeclaredBody,
  { schemaFile, ...answer }: DeclaredAnswer,
  found: Findings,
): Promise<DeclaredAnswer> {
  const path = body === 'refusal' ? [body] : ['answers', body];
  if (schemaFile === undefined) {
    const line = ({ path: inner, ...note }: Note) =>
      contract.line({ ...note, path: [...path, 'schema', ...inner] });
    if (answer.schema !== undefined) compile(body, answer.schema, line, found);
    return answer;
  }
  try {
    const source = await readSource(join(dirname(contract.file), schemaFile));
    if (!isSchema(source.value)) {
      throw new UsageError(source.line({ path: [], message: 'a JSON Schema is a mapping, true or false' }));
    }
    compile(body, source.value, source.line, found);
    return { ...answer, schema: source.value };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const at = [...path, 'schemaFile'];
    found.problems.push(...error.problems.map((message) => contract.line({ path: at, message })));
    return answer;
  }
}

function isSchema(value: unknown): value is object | boolean {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

function compile(
  body: DeclaredBody,
  schema: object | boolean,
  line: (note: Note) => string,
  found: Findings,
): void {
  const { code, faults, warnings } = compileSchema(schema);
  found.validators[body] = code;
  found.problems.push(...faults.map(line));
  found.warnings.push(...warnings.map(line));
}
