import { dirname, join } from 'node:path';
import type { DeclaredAnswer } from '../../schemas/contract.ts';
import type { DeclaredBody } from '../../schemas/contract-module.ts';
import { ContractError } from './contract-error.ts';
import { compileSchema, type SchemaNote } from './operator-schema.ts';
import { type Path, readSource, type Source } from './source.ts';

export interface LoadedAnswer {
  readonly answer: DeclaredAnswer;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** Brings in the schema of an answer, from its own file where it has one, and compiles it once to find its faults. */
export async function loadAnswer(
  contract: Source,
  body: DeclaredBody,
  { schemaFile, ...answer }: DeclaredAnswer,
): Promise<LoadedAnswer> {
  const path: Path = body === 'refusal' ? [body] : ['answers', body];
  if (schemaFile === undefined) return judged(contract, [...path, 'schema'], answer);
  try {
    const source = await readSource(join(dirname(contract.file), schemaFile));
    if (!isSchema(source.value))
      throw new ContractError([source.problem([], 'a JSON Schema is a mapping, true or false')]);
    return judged(source, [], { ...answer, schema: source.value });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const problems = error.problems.map((problem) => contract.problem([...path, 'schemaFile'], problem));
    return { answer, problems, warnings: [] };
  }
}

function isSchema(value: unknown): value is object | boolean {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

/** `path` is where the schema stands in its source. */
function judged(source: Source, path: Path, answer: DeclaredAnswer): LoadedAnswer {
  if (answer.schema === undefined) return { answer, problems: [], warnings: [] };
  const { faults, warnings } = compileSchema(answer.schema);
  const line = (note: SchemaNote): string => source.problem([...path, ...note.path], note.message, note.on);
  return { answer, problems: faults.map(line), warnings: warnings.map(line) };
}
