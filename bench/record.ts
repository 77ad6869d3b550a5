import { readFile, writeFile } from 'node:fs/promises';
import { cpus, release, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** One thing to measure. Its name says all that `WORD…` on the command line can choose it by. */
export interface Task<Run> {
  readonly name: string;
  readonly make: () => Promise<Run>;
}

export interface Bench<Run> {
  readonly tasks: readonly Task<Run>[];
  /** The task of a run that was kept. */
  readonly taskOf: (run: Run) => string;
  /** Whether a run stands beside the earlier ones of its task, or in their place. */
  readonly isRepeated: boolean;
  /** Whether a run counts as made: one that something else disturbed is kept, and its task is tried again. */
  readonly isSound?: (run: Run) => boolean;
  readonly sideBySide?: number;
  /** README.md, where another page does not show the runs already. */
  readonly page?: (runs: readonly Run[]) => string;
}

interface Results<Run> {
  readonly machine?: string;
  readonly runs: readonly Run[];
}

/** Makes the runs, tasks with the fewest first, and keeps each in results.json; then writes the page. */
export async function record<Run>(
  folder: string,
  bench: Bench<Run>,
  words: readonly string[],
): Promise<void> {
  const options = {
    minutes: { type: 'string', default: '60' },
    render: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  const file = join(folder, 'results.json');
  const { machine, runs } = await readResults<Run>(file);
  let kept = [...runs];
  const { isSound = () => true } = bench;
  const made = (task: Task<Run>) =>
    kept.filter((run) => bench.taskOf(run) === task.name && isSound(run)).length;
  const left = bench.tasks
    .filter(({ name }) => positionals.every((word) => name.includes(word)))
    .map((task) => ({ task, before: made(task) }))
    .toSorted((a, b) => a.before - b.before)
    .map(({ task }) => task);
  const endsAt = values.render ? 0 : Date.now() + Number(values.minutes) * 60_000;
  const work = async () => {
    while (Date.now() < endsAt) {
      const task = left.shift();
      if (task === undefined) return;
      const run = await task.make();
      console.error(`${left.length} left: ${JSON.stringify(run)}`);
      kept = [...kept.filter((one) => bench.isRepeated || bench.taskOf(one) !== task.name), run];
      if (!isSound(run)) left.push(task);
      await writeResults(file, { machine: thisMachine(), runs: inOrder(kept, bench) });
    }
  };
  await Promise.all(Array.from({ length: bench.sideBySide ?? 1 }, work));
  if (bench.page === undefined) return;
  const page = bench
    .page(inOrder(kept, bench))
    .replace('MACHINE', values.render ? (machine ?? '') : thisMachine());
  await writeFile(join(folder, 'README.md'), `${page.trim()}\n`);
}

function inOrder<Run>(runs: readonly Run[], { tasks, taskOf }: Bench<Run>): Run[] {
  const place = (run: Run) => tasks.findIndex(({ name }) => name === taskOf(run));
  return runs.toSorted((a, b) => place(a) - place(b));
}

async function readResults<Run>(file: string): Promise<Results<Run>> {
  const text = await readFile(file, 'utf8').catch(() => '{ "runs": [] }');
  return JSON.parse(text);
}

/** A line a run, so that a change of the file can be read. */
async function writeResults<Run>(file: string, { machine, runs }: Results<Run>): Promise<void> {
  const lines = runs.map((run) => `    ${JSON.stringify(run)}`).join(',\n');
  await writeFile(file, `{\n  "machine": ${JSON.stringify(machine)},\n  "runs": [\n${lines}\n  ]\n}\n`);
}

function thisMachine(): string {
  return `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, ${type()} ${release()}`;
}

/** From the first run to the last. */
export function daysOf(runs: readonly { readonly startedAt: string }[]): string {
  const days = runs.map(({ startedAt }) => startedAt.slice(0, 10)).toSorted();
  return [...new Set([days[0], days.at(-1)])].join(' to ');
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function percent(share: number, digits = 0): string {
  return `${Number((share * 100).toFixed(digits))} %`;
}

/** How many verdicts are right, wrong and open. */
export function marksText(marks: readonly string[]): string {
  const count = (mark: string) => marks.filter((one) => one === mark).length;
  const wrong = count('wrong') === 0 ? '0' : `**${count('wrong')}**`;
  return `${count('right')} right, ${wrong} wrong, ${count('open')} open`;
}

/** Items by a key, in the order in which the keys first come. */
export function grouped<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): readonly (readonly [string, readonly T[]])[] {
  const keys = [...new Set(items.map(keyOf))];
  return keys.map((key) => [key, items.filter((item) => keyOf(item) === key)]);
}
