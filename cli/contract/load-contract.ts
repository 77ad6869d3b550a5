import { dirname, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import contractSchema from '../../schemas/contract.schema.json';
import type { Contract, DeclaredAnswer } from '../../schemas/contract.ts';
import type { DeclaredBody } from '../../schemas/declared-validators.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { compileSchema } from './operator-schema.ts';
import { notesOn } from './problems.ts';
import { ruleProblems, ruleWarnings } from './rules.ts';
import { ContractError, type Note, readSource, type Source } from './source.ts';

export interface LoadedContract {
  /** As given. */
  readonly file: string;
  /** Valid, with the content of every `schemaFile` in its `schema`. */
  readonly contract: Contract;
  /** One line each; the run goes on. */
  readonly warnings: readonly string[];
}

const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, strictRequired: false });
const validate: ValidateFunction = ajv.compile(contractSchema);

/** Reads a contract and every schema it names; rejects with `ContractError`, which has all problems at once. */
export async function loadContract(file: string, startedAt: Date): Promise<LoadedContract> {
  const source = await readSource(file);
  if (!validate(source.value))
    throw new ContractError(notesOn(source.value, validate.errors ?? []).map(source.line));
  const written = source.value as Contract;
  const answers = await Promise.all(
    declaredAnswers(written).map(([body, answer]) => loadAnswer(source, body, answer)),
  );
  const contract = withAnswers(written, answers);
  const problems = [
    ...answers.flatMap((answer) => answer.problems),
    ...ruleProblems(contract).map(source.line),
  ];
  if (problems.length > 0) throw new ContractError(problems);
  const expired = ruleWarnings(contract, startedAt.toISOString().slice(0, 10)).map(source.line);
  return { file, contract, warnings: [...answers.flatMap(({ warnings }) => warnings), ...expired] };
}

export function declaredAnswers({ answers = {}, refusal }: Contract): [DeclaredBody, DeclaredAnswer][] {
  const all = [...endpointNames.map((name) => [name, answers[name]] as const), ['refusal', refusal] as const];
  return all.flatMap(([body, answer]) => (answer === undefined ? [] : [[body, answer]]));
}

interface LoadedAnswer {
  readonly body: DeclaredBody;
  readonly answer: DeclaredAnswer;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** Brings in the schema of an answer, from its own file where it has one, and compiles it once to find its faults. */
async function loadAnswer(
  contract: Source,
  body: DeclaredBody,
  { schemaFile, ...answer }: DeclaredAnswer,
): Promise<LoadedAnswer> {
  const path = body === 'refusal' ? [body] : ['answers', body];
  if (schemaFile === undefined) {
    return {
      body,
      answer,
      ...judged(answer.schema, ({ path: inner, ...note }) =>
        contract.line({ ...note, path: [...path, 'schema', ...inner] }),
      ),
    };
  }
  try {
    const source = await readSource(join(dirname(contract.file), schemaFile));
    if (!isSchema(source.value)) {
      throw new ContractError([
        source.line({ path: [], message: 'a JSON Schema is a mapping, true or false' }),
      ]);
    }
    return { body, answer: { ...answer, schema: source.value }, ...judged(source.value, source.line) };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const problems = error.problems.map((message) =>
      contract.line({ path: [...path, 'schemaFile'], message }),
    );
    return { body, answer, problems, warnings: [] };
  }
}

function isSchema(value: unknown): value is object | boolean {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

function judged(
  schema: object | boolean | undefined,
  line: (note: Note) => string,
): Pick<LoadedAnswer, 'problems' | 'warnings'> {
  if (schema === undefined) return { problems: [], warnings: [] };
  const { faults, warnings } = compileSchema(schema);
  return { problems: faults.map(line), warnings: warnings.map(line) };
}

function withAnswers(contract: Contract, loaded: readonly LoadedAnswer[]): Contract {
  const { refusal, ...answers } = Object.fromEntries(loaded.map(({ body, answer }) => [body, answer]));
  return {
    ...contract,
    ...(contract.answers && { answers }),
    ...(refusal && { refusal }),
  };
}
