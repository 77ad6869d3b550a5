import type { Contract } from '../../schemas/contract.ts';

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
