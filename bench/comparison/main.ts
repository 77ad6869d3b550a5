import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../cli/k6/package-root.ts';
import { thisMachine } from '../machine.ts';
import { readResults, writeResults } from '../results-file.ts';
import { say } from '../say.ts';
import { truthServerLack } from '../truth/truth-server.ts';
import { measure } from './measure.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { plan, secondsOfProfile } from './plan.ts';
import { renderReadme } from './readme.ts';
import type { Results, Run } from './results.ts';
import { simulate } from './simulate.ts';

const folder = join(packageRoot(), 'bench', 'comparison');
const resultsFile = join(folder, 'results.json');
const simulatedRuns = 1000;

const options = readOptions();
if (!options.render) await measureAll(options);
const measured = await readResults<Results>(resultsFile);
if (measured === null) throw new Error('no results yet');
const page = renderReadme(measured, simulate(simulatedRuns), simulatedRuns);
await writeFile(join(folder, 'README.md'), page);

async function measureAll(asked: BenchOptions): Promise<void> {
  const lack = truthServerLack();
  if (lack !== null) throw new Error(lack);
  const runs: Run[] = asked.fresh ? [] : [...((await readResults<Results>(resultsFile))?.runs ?? [])];
  const cases = plan(asked, runs);
  const totalS = cases.reduce((sum, { profile }) => sum + (secondsOfProfile[profile] ?? 0), 0);
  say(`${cases.length} runs, about ${Math.ceil(totalS / 60)} minutes, at most ${asked.maxMinutes}`);
  const endsAt = Date.now() + asked.maxMinutes * 60_000;
  for (const [index, one] of cases.entries()) {
    if (Date.now() > endsAt) break;
    const run = await measure(one);
    runs.push(run);
    say(`${index + 1}/${cases.length} ${lineOf(run)}`);
    await writeResults(resultsFile, { schemaVersion: 1, machine: thisMachine(), runs });
  }
}

function lineOf({ profile, ms, slowerPercent, burners, said, error, seconds }: Run): string {
  const words = said.map(({ endpoint, outcome }) => `${endpoint} ${outcome}`);
  return `${profile}, ${burners} burners, ${ms} ms + ${slowerPercent} %: ${error ?? words.join(', ')} (${seconds} s)`;
}
