import { writeFile } from 'node:fs/promises';
import { cpus, release, type as systemName } from 'node:os';
import { join } from 'node:path';
import { firstLine } from '../../cli/k6/executable.ts';
import { type VariantSummary, variants } from '../../service/variants/index.ts';
import { benchFolder } from './folder.ts';
import { measure } from './measure.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { renderReadme } from './page/readme.ts';
import { type Asked, type Results, type Run, readResults, writeResults } from './results.ts';
import { judgedFaults, oddities, sampleOf } from './sample.ts';
import { allTools } from './tools/all.ts';
import type { Tool, ToolRecipe } from './tools/tool.ts';

const resultsFile = join(benchFolder, 'results.json');
const conformant: Asked = { name: 'conformant', kind: 'conformant', isIntermittent: false, breaks: null };
const say = (line: string) => process.stderr.write(`${line}\n`);

const options = readOptions();
if (!options.render) await measureAll(options);
const measured = await readResults(resultsFile);
if (measured === null) throw new Error('no results yet');
await writeFile(join(benchFolder, 'README.md'), renderReadme(measured));

async function measureAll(options: BenchOptions): Promise<void> {
  const chosenTools = chosen(allTools, options.only);
  const services = [conformant, ...chosenVariants(options).map(askedOf)];
  const { tools, skipped } = await obtainTools(chosenTools);
  const earlier = options.fresh ? null : await readResults(resultsFile);
  const about = aboutThis(tools, skipped, earlier);
  let runs = earlier?.runs ?? [];
  const endsAt = Date.now() + options.maxMinutes * 60_000;
  say(
    `${services.length} services, ${tools.size} tools, at most ${options.maxMinutes} minutes and the last run`,
  );
  const tasks = services.flatMap((asked) => [...tools].map(([name, tool]) => ({ name, tool, asked })));
  for (const [index, { name, tool, asked }] of tasks.entries()) {
    if (Date.now() > endsAt) break;
    const run = await measure(name, tool, asked);
    runs = [...runs.filter((other) => other.tool !== name || other.asked.name !== asked.name), run];
    say(`${index + 1}/${tasks.length} ${lineOf(run)}`);
    await writeResults(resultsFile, { ...about, runs });
  }
}

function askedOf({ name, kind, isIntermittent, breaks }: VariantSummary): Asked {
  return { name, kind, isIntermittent, breaks: breaks ?? null };
}

function chosenVariants({ variants: names, sample }: BenchOptions): readonly VariantSummary[] {
  if (names.length === 0) return sampleOf(variants, sample);
  return chosen([...judgedFaults(variants), ...oddities(variants)], names);
}

/** By name; all where none is named. */
function chosen<T extends { readonly name: string }>(all: readonly T[], names: readonly string[]) {
  const unknown = names.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined) throw new Error(`there is no ${unknown}`);
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

function aboutThis(
  tools: ReadonlyMap<string, Tool>,
  skipped: Results['skipped'],
  earlier: Results | null,
): Omit<Results, 'runs'> {
  const processors = cpus();
  const processor = processors[0]?.model ?? 'unknown';
  const known = allTools.flatMap(({ name, how }) => {
    const version = tools.get(name)?.version ?? earlier?.tools.find((tool) => tool.name === name)?.version;
    return version === undefined ? [] : [{ name, version, how }];
  });
  return {
    schemaVersion: 1,
    machine: { cores: processors.length, processor, os: `${systemName()} ${release()}` },
    catalogue: { faults: judgedFaults(variants).length, oddities: oddities(variants).length },
    tools: known,
    skipped,
  };
}

function lineOf({ asked, tool, verdict, findings, error, seconds }: Run): string {
  return `${asked.name}, ${tool}: ${verdict} (${seconds} s) ${error ?? findings.join(', ')}`;
}
