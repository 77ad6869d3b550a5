import { fileURLToPath } from 'node:url';
import { variants } from '../../service/variants/index.ts';
import { judgedAs, judgeVariants } from '../../tests/variant-run.ts';
import { readResults, writeResults } from '../results-file.ts';
import { say } from '../say.ts';
import { type RowRun, type RowRuns, rowsToRun, scenariosRun } from './rows.ts';

const file = fileURLToPath(new URL('../catalogue/results.json', import.meta.url));
const sideBySide = 3;
const [, , ...words] = process.argv;
const named = words.filter((word) => !word.startsWith('--'));
const before = words.includes('--fresh') ? [] : ((await readResults<RowRuns>(file))?.runs ?? []);
const names = named.length > 0 ? named : rowsToRun(variants).map(({ name }) => name);
const wanted = names.flatMap((name) => scenariosRun.map((scenario) => ({ name, scenario })));
const isDone = (one: { name: string; scenario: string }) =>
  named.length === 0 && before.some((run) => run.name === one.name && run.scenario === one.scenario);
const left = wanted.filter((one) => !isDone(one));
let runs = before.filter(
  (run) => !left.some((one) => one.name === run.name && one.scenario === run.scenario),
);

await Promise.all(Array.from({ length: sideBySide }, work));

async function work(): Promise<void> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const run = await measured(next.name, next.scenario);
    runs = [...runs, run].toSorted((a, b) =>
      `${a.name} ${a.scenario}`.localeCompare(`${b.name} ${b.scenario}`),
    );
    await writeResults(file, { schemaVersion: 1, runs });
    say(
      `${left.length} left: ${next.name}, ${next.scenario}: fail ${run.fail.join()}; open ${run.open.join()}`,
    );
  }
}

async function measured(name: string, scenario: string): Promise<RowRun> {
  const run = await judgeVariants([name], scenario);
  return { name, scenario, fail: judgedAs(run, 'fail'), open: judgedAs(run, 'inconclusive') };
}
