import { relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';

const everyMs = 60_000;
const mostShown = 20;

export interface FileTime {
  readonly file: string;
  readonly durationMs: number;
}

/**
 * Says at the end of a run which files took longest and, where nobody watches a terminal, every minute how far it is.
 * `npm test` runs with it.
 */
export default class Progress implements Reporter {
  readonly #isWatched: boolean;
  readonly #print: (text: string) => void;
  readonly #underWay = new Set<string>();
  readonly #ended: FileTime[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor({ isWatched = true, print = console.log } = {}) {
    this.#isWatched = isWatched;
    this.#print = print;
  }

  onTestRunStart({ length }: readonly TestSpecification[]): void {
    if (this.#isWatched) return;
    const startedMs = performance.now();
    const say = () =>
      this.#print(
        progressWords(performance.now() - startedMs, this.#ended.length, length, [...this.#underWay]),
      );
    this.#timer = setInterval(say, everyMs);
  }

  onTestModuleQueued({ moduleId }: Pick<TestModule, 'moduleId'>): void {
    this.#underWay.add(named(moduleId));
  }

  onTestModuleEnd(module: Pick<TestModule, 'moduleId' | 'diagnostic'>): void {
    const file = named(module.moduleId);
    const { prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
    this.#underWay.delete(file);
    this.#ended.push({ file, durationMs: prepareDuration + setupDuration + collectDuration + duration });
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    this.#print(slowestWords(this.#ended));
  }
}

const named = (moduleId: string) => relative(process.cwd(), moduleId);

export function progressWords(
  elapsedMs: number,
  ended: number,
  all: number,
  underWay: readonly string[],
): string {
  const now = underWay.length === 0 ? '' : `; now ${underWay.join(', ')}`;
  return `${Math.round(elapsedMs / 60_000)} min: ${ended} of ${all} files done${now}`;
}

export function slowestWords(times: readonly FileTime[]): string {
  const slowest = times.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, mostShown);
  const lines = slowest.map(
    ({ file, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(8)} s  ${file}`,
  );
  return ['The slowest files:', ...lines].join('\n');
}
