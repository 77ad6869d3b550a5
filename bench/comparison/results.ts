import { readFile, writeFile } from 'node:fs/promises';
import type { ComparedEndpoint } from '../../checks/comparison/result.ts';

/** A pair of services, and how it is compared. */
export interface Case {
  readonly profile: string;
  /** Response time of the counterpart. */
  readonly ms: number;
  /** By so much the judged service is slower. */
  readonly slowerPercent: number;
  readonly burners: number;
}

/** What the harness said of one endpoint; shares, 0.05 for 5 %. */
export interface Said {
  readonly endpoint: string;
  readonly outcome: ComparedEndpoint['outcome'];
  readonly change: number | null;
  readonly halfWidth: number | null;
}

export interface Run extends Case {
  readonly startedAt: string;
  /** Share of all cores that others used meanwhile. */
  readonly othersBusyShare: number;
  readonly seconds: number;
  readonly said: readonly Said[];
  /** Why nothing was said. */
  readonly error: string | null;
}

export interface Results {
  readonly schemaVersion: 1;
  readonly machine: { readonly cores: number; readonly processor: string; readonly os: string };
  readonly runs: readonly Run[];
}

/** What earlier commands measured; null where there is nothing yet. */
export async function readResults(file: string): Promise<Results | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Results);
}

/** A line a run, so that a change of the file can be read. */
export async function writeResults(file: string, { runs, ...rest }: Results): Promise<void> {
  const head = JSON.stringify(rest, null, 2).replace(/\n}$/, '');
  const lines = runs.map((run) => `    ${JSON.stringify(run)}`);
  await writeFile(file, `${head},\n  "runs": [\n${lines.join(',\n')}\n  ]\n}\n`);
}
