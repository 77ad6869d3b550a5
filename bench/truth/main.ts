import { writeFile } from 'node:fs/promises';
import { cpus, release, type as systemName } from 'node:os';
import { join } from 'node:path';
import { firstLine } from '../../cli/k6/executable.ts';
import { benchFolder } from './folders.ts';
import { measure, secondsOf, type Task } from './measure.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { renderReadme } from './readme.ts';
import { type Results, type Run, readResults, writeResults } from './results.ts';
import { rungs } from './rungs.ts';
import { allTools } from './tools/all.ts';
import type { Tool, ToolRecipe } from './tools/tool.ts';
import { truthServerLack } from './truth-server.ts';

const resultsFile = join(benchFolder, 'results.json');
const say = (line: string) => process.stderr.write(`${line}\n`);

const options = readOptions();
if (!options.render) await measureAll(options);
const results = await readResults(resultsFile);
if (results === null) throw new Error('no results yet');
await writeFile(join(benchFolder, 'README.md'), renderReadme(results));

async function measureAll(asked: BenchOptions): Promise<void> {
  const lack = truthServerLack();
  if (lack !== null) throw new Error(lack);
  const recipes = chosen(allTools, asked.only);
  const { tools, skipped } = await obtainTools(recipes);
  const tasks = plan(asked, [...tools.keys()]);
  const totalS = tasks.reduce((sum, task) => sum + secondsOf(task), 0);
  say(`${tasks.length} runs, about ${Math.ceil(totalS / 60)} minutes, at most ${asked.maxMinutes}`);
  const earlier = asked.fresh ? null : await readResults(resultsFile);
  const skippedBefore = (earlier?.skipped ?? []).filter(
    ({ name }) => !recipes.some((tool) => tool.name === name),
  );
  const runs: Run[] = [...(earlier?.runs ?? [])];
  const endsAt = Date.now() + asked.maxMinutes * 60_000;
  for (const [index, task] of tasks.entries()) {
    const tool = tools.get(task.tool);
    if (Date.now() > endsAt || tool === undefined) break;
    const run = await measure(task, tool);
    runs.push(run);
    say(`${index + 1}/${tasks.length} ${lineOf(run)}`);
    await writeResults(resultsFile, {
      ...about(earlier, tools),
      skipped: [...skipped, ...skippedBefore],
      runs,
    });
  }
}

/** By name; all where none is named. */
function chosen<T extends { readonly name: string }>(
  all: readonly T[],
  names: readonly string[],
): readonly T[] {
  const unknown = names.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new Error(`there is no ${unknown}; there are ${all.map(({ name }) => name).join(', ')}`);
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

async function obtainTools(recipes: readonly ToolRecipe[]) {
  const tools = new Map<string, Tool>();
  const skipped: { name: string; reason: string }[] = [];
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

/** Every tool on one rung before the next rung: what disturbs the machine meanwhile disturbs all of them. */
function plan(asked: BenchOptions, tools: readonly string[]): Task[] {
  const rounds = Array.from({ length: asked.runs }, (_, round) => round);
  return rounds.flatMap(() =>
    asked.burners.flatMap((burners) =>
      chosen(rungs, asked.rungs).flatMap((rung) =>
        tools.map((tool) => {
          const isHarness = tool === 'harness';
          return {
            tool,
            rung,
            burners,
            nice: isHarness && asked.nice,
            profile: isHarness ? asked.profile : '',
          };
        }),
      ),
    ),
  );
}

function about(
  earlier: Results | null,
  tools: ReadonlyMap<string, Tool>,
): Pick<Results, 'schemaVersion' | 'machine' | 'tools'> {
  const processors = cpus();
  const known = allTools.flatMap(({ name, how }) => {
    const version = tools.get(name)?.version ?? earlier?.tools.find((tool) => tool.name === name)?.version;
    return version === undefined ? [] : [{ name, version, how }];
  });
  const processor = processors[0]?.model ?? 'unknown';
  return {
    schemaVersion: 1,
    machine: { cores: processors.length, processor, os: `${systemName()} ${release()}` },
    tools: known,
  };
}

function lineOf({ tool, rung, burners, readings, error, seconds }: Run): string {
  const said = readings.map(({ endpoint, p95, p99 }) => `${endpoint} p95 ${p95 ?? '–'}, p99 ${p99 ?? '–'}`);
  return `${rung}, ${burners} burners, ${tool}: ${error ?? said.join('; ')} (${seconds} s)`;
}
