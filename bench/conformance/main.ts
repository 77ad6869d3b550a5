import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type VariantSummary, variants } from '../../service/variants/index.ts';
import { thisMachine } from '../machine.ts';
import { chosen, knownTools, obtainTools } from '../peer-tools.ts';
import { readResults, writeResults } from '../results-file.ts';
import { say } from '../say.ts';
import { benchFolder } from './folder.ts';
import { measure } from './measure.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { renderReadme } from './page/readme.ts';
import type { Asked, Results, Run } from './results.ts';
import { judgedFaults, oddities, sampleOf } from './sample.ts';
import { allTools } from './tools/all.ts';
import type { Tool } from './tools/tool.ts';

const resultsFile = join(benchFolder, 'results.json');
const conformant: Asked = { name: 'conformant', kind: 'conformant', isIntermittent: false, breaks: null };

const options = readOptions();
if (!options.render) await measureAll(options);
const measured = await readResults<Results>(resultsFile);
if (measured === null) throw new Error('no results yet');
await writeFile(join(benchFolder, 'README.md'), renderReadme(measured));

async function measureAll(options: BenchOptions): Promise<void> {
  const chosenTools = chosen(allTools, options.only);
  const services = [conformant, ...chosenVariants(options).map(askedOf)];
  const { tools, skipped } = await obtainTools(chosenTools);
  const earlier = options.fresh ? null : await readResults<Results>(resultsFile);
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

function aboutThis(
  tools: ReadonlyMap<string, Tool>,
  skipped: Results['skipped'],
  earlier: Results | null,
): Omit<Results, 'runs'> {
  return {
    schemaVersion: 1,
    machine: thisMachine(),
    catalogue: { faults: judgedFaults(variants).length, oddities: oddities(variants).length },
    tools: knownTools(allTools, tools, earlier?.tools ?? []),
    skipped,
  };
}

function lineOf({ asked, tool, verdict, findings, error, seconds }: Run): string {
  return `${asked.name}, ${tool}: ${verdict} (${seconds} s) ${error ?? findings.join(', ')}`;
}
