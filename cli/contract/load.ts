import type { Contract, DeclaredAnswer } from '../../schemas/contract.ts';
import type { DeclaredBody } from '../../schemas/contract-module.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { loadAnswer } from './answer-schema.ts';
import { ContractError } from './contract-error.ts';
import { type KnownChecks, ruleProblems } from './rules.ts';
import { shapeProblems } from './shape.ts';
import { readSource, type Source } from './source.ts';

export interface LoadedContract {
  /** As given. */
  readonly file: string;
  /** Valid, with the content of every `schemaFile` in its `schema`. */
  readonly contract: Contract;
  /** One line each; the run goes on. */
  readonly warnings: readonly string[];
}

/** Reads a contract and every schema it names; rejects with `ContractError`, which has all problems at once. */
export async function loadContract(
  file: string,
  startedAt: Date,
  known: KnownChecks,
): Promise<LoadedContract> {
  const source = await readSource(file);
  const misshapen = shapeProblems(source);
  if (misshapen.length > 0) throw new ContractError(misshapen);
  const written = source.value as Contract;
  const bodies = await Promise.all(
    declaredAnswers(written).map(async ([body, answer]) => ({
      body,
      ...(await loadAnswer(source, body, answer)),
    })),
  );
  const contract = withAnswers(written, bodies);
  const problems = [...bodies.flatMap((body) => body.problems), ...ruleProblems(contract, source, known)];
  if (problems.length > 0) throw new ContractError(problems);
  const warnings = [
    ...bodies.flatMap((body) => body.warnings),
    ...ruleWarnings(contract, source, startedAt.toISOString().slice(0, 10)),
  ];
  return { file, contract, warnings };
}

export function declaredAnswers({ answers = {}, refusal }: Contract): [DeclaredBody, DeclaredAnswer][] {
  const all = [...endpointNames.map((name) => [name, answers[name]] as const), ['refusal', refusal] as const];
  return all.flatMap(([body, answer]) => (answer === undefined ? [] : [[body, answer]]));
}

function withAnswers(
  contract: Contract,
  bodies: readonly { readonly body: DeclaredBody; readonly answer: DeclaredAnswer }[],
): Contract {
  const loaded = Object.fromEntries(bodies.map(({ body, answer }) => [body, answer]));
  const { refusal, ...answers } = loaded;
  return {
    ...contract,
    ...(contract.answers === undefined ? {} : { answers }),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

function ruleWarnings(
  { waivers = [], backup, answers }: Contract,
  { problem }: Source,
  todayIso: string,
): string[] {
  const expired = waivers.flatMap(({ check, expires }, index) =>
    expires < todayIso
      ? [problem(['waivers', index, 'expires'], `the waiver of "${check}" has expired, which fails the run`)]
      : [],
  );
  if (backup?.call !== false || answers?.backup === undefined) return expired;
  return [...expired, problem(['answers', 'backup'], 'judges nothing: backup.call is false')];
}
