import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { thisMachine } from '../machine.ts';
import { chosen, knownTools, obtainTools } from '../peer-tools.ts';
import { readResults, writeResults } from '../results-file.ts';
import { say } from '../say.ts';
import { benchFolder } from './folders.ts';
import { measure } from './measure.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { renderReadme } from './page/readme.ts';
import { plan, secondsOf } from './plan.ts';
import type { Results, Run } from './results.ts';
import { allTools } from './tools/all.ts';
import type { Tool, ToolRecipe } from './tools/tool.ts';
import { truthServerLack } from './truth-server.ts';

const resultsFile = join(benchFolder, 'results.json');

const options = readOptions();
if (!options.render) await measureAll(options);
const measured = await readResults<Results>(resultsFile);
if (measured === null) throw new Error('no results yet');
await writeFile(join(benchFolder, 'README.md'), renderReadme(measured));

async function measureAll(asked: BenchOptions): Promise<void> {
  const lack = truthServerLack();
  if (lack !== null) throw new Error(lack);
  const recipes = chosen(allTools, asked.only);
  const { tools, skipped } = await obtainTools(recipes);
  const earlier = withoutSome(await readResults<Results>(resultsFile), recipes, asked.fresh);
  const about = aboutThis(earlier, tools, skipped);
  const tasks = plan(asked, [...tools.keys()], earlier.runs);
  const totalS = tasks.reduce((sum, task) => sum + secondsOf(task), 0);
  say(`${tasks.length} runs, about ${Math.ceil(totalS / 60)} minutes, at most ${asked.maxMinutes}`);
  const runs: Run[] = [...earlier.runs];
  const endsAt = Date.now() + asked.maxMinutes * 60_000;
  for (const [index, task] of tasks.entries()) {
    const tool = tools.get(task.tool);
    if (Date.now() > endsAt || tool === undefined) break;
    const run = await measure(task, tool);
    runs.push(run);
    say(`${index + 1}/${tasks.length} ${lineOf(run)}`);
    await writeResults(resultsFile, { ...about, runs });
  }
}

type Earlier = Pick<Results, 'tools' | 'skipped' | 'runs'>;

/** What stays of earlier commands: all but what was skipped of these tools then and, where asked for, their runs. */
function withoutSome(results: Results | null, recipes: readonly ToolRecipe[], fresh: boolean): Earlier {
  const { tools, skipped, runs } = results ?? { tools: [], skipped: [], runs: [] };
  const isOther = (name: string) => !recipes.some((recipe) => recipe.name === name);
  return {
    tools,
    skipped: skipped.filter(({ name }) => isOther(name)),
    runs: fresh ? runs.filter(({ tool }) => isOther(tool)) : runs,
  };
}

function aboutThis(
  earlier: Earlier,
  tools: ReadonlyMap<string, Tool>,
  skipped: Results['skipped'],
): Omit<Results, 'runs'> {
  return {
    schemaVersion: 1,
    machine: thisMachine(),
    tools: knownTools(allTools, tools, earlier.tools),
    skipped: [...earlier.skipped, ...skipped],
  };
}

function lineOf({ tool, rung, burners, readings, error, seconds }: Run): string {
  const said = readings.map(({ endpoint, p95, p99 }) => `${endpoint} p95 ${p95 ?? '–'}, p99 ${p99 ?? '–'}`);
  return `${rung}, ${burners} burners, ${tool}: ${error ?? said.join('; ')} (${seconds} s)`;
}
