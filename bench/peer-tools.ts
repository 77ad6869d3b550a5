import { firstLine } from '../cli/k6/executable.ts';
import { say } from './say.ts';

interface Named {
  readonly name: string;
}

/** A tool as it is known before it is there. */
export interface Recipe<Tool> extends Named {
  /** How it asks here, in words. */
  readonly how: string;
  /** Rejects with the reason why the tool cannot be had. */
  readonly obtain: (say: (line: string) => void) => Promise<Tool>;
}

export interface KnownTool extends Named {
  readonly version: string;
  readonly how: string;
}

export interface SkippedTool extends Named {
  readonly reason: string;
}

/** By name; all where none is named. */
export function chosen<T extends Named>(all: readonly T[], names: readonly string[]): readonly T[] {
  const unknown = names.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined) {
    throw new Error(`there is no ${unknown}; there are ${all.map(({ name }) => name).join(', ')}`);
  }
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

export async function obtainTools<Tool>(recipes: readonly Recipe<Tool>[]) {
  const tools = new Map<string, Tool>();
  const skipped: SkippedTool[] = [];
  for (const { name, obtain } of recipes) {
    try {
      tools.set(name, await obtain(say));
    } catch (error) {
      const reason = firstLine(error instanceof Error ? error.message : String(error));
      skipped.push({ name, reason });
      say(`without ${name}: ${reason}`);
    }
  }
  return { tools, skipped };
}

/** Of the tools that were obtained now, or by an earlier command. */
export function knownTools<Tool extends { readonly version: string }>(
  recipes: readonly Recipe<Tool>[],
  tools: ReadonlyMap<string, Tool>,
  earlier: readonly KnownTool[],
): readonly KnownTool[] {
  return recipes.flatMap(({ name, how }) => {
    const version = tools.get(name)?.version ?? earlier.find((tool) => tool.name === name)?.version;
    return version === undefined ? [] : [{ name, version, how }];
  });
}
