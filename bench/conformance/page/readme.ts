import { quantile, runsText, table } from '../../markdown-table.ts';
import type { Asked, Results } from '../results.ts';
import { costTable } from './cost-table.ts';
import { servicesOf, serviceTable } from './service-table.ts';
import { shortTable } from './short-table.ts';

/** The page that shows what was measured: nothing in it is written by hand. */
export function renderReadme(results: Results): string {
  const { runs } = results;
  const faults = runs.filter(({ asked }) => asked.kind === 'fault');
  const odd = runs.filter(({ asked }) => asked.kind === 'oddity');
  const sections = [
    section('In short', shortWords, shortTable(results)),
    section('What a run costs', costWords, costTable(results)),
    section('Fault by fault', faultWords, serviceTable(results, faults, ['fault', 'breaks'])),
    section('Oddity by oddity', oddityWords, serviceTable(results, odd, ['oddity'])),
    section('The tools', toolWords, toolTable(results)),
  ];
  return [intro(results), ...sections].join('\n');
}

const shortWords = `A fault is caught when the run fails and names something that the same tool does not hold against the conformant
service too. Every fail of an oddity is a false alarm: the document allows it.`;
const costWords = `Means over all runs of the tool, its start included. \`other\` is every call that is none of the four; backups are those
that stood on the disk of the service. An endpoint without input gives a generator of inputs nothing to vary, so it is asked
a few times, and what comes and goes there hardly shows.`;
const faultWords = `What comes and goes says after its \`@\` when it shows. Each cell names what the tool found; of a caught
fault, what it does not say of the conformant service. Schemathesis explains its codes: \`st explain ST108\`.`;
const oddityWords = 'Conformant services that are unusual.';
const toolWords = `Schemathesis is given the token with \`-H\`, seed 1, and [document.openapi.yaml](document.openapi.yaml), which states
what the document states; its pattern of \`last_sync\` takes every usual form of ISO 8601 in UTC.`;

function intro({ machine, runs, skipped, catalogue }: Results): string {
  const loads = runs.map(({ loadAverage }) => loadAverage);
  const days = runs.map(({ startedAt }) => startedAt.slice(0, 10)).sort();
  const count = (kind: Asked['kind']) => servicesOf(runs.filter(({ asked }) => asked.kind === kind)).length;
  return `# Conformance, judged by every tool

\`node bench/conformance/run.mjs\` measures, and writes \`results.json\` and this page; \`--sample\` says how many faults to take,
\`--render\` writes the page alone. The reference service is broken, or made strange, in one way at a time, and each tool judges it.

${runsText(runs.length)}, one of each tool on each service, ${days[0] ?? 'none'} to ${days.at(-1) ?? 'none'}, on ${machine.cores} cores of ${machine.processor}, ${machine.os}.
Load average before the runs: median ${quantile(loads, 0.5) ?? '–'}, highest ${quantile(loads, 1) ?? '–'}: seconds grow with it, verdicts need not.
The sample has ${count('fault')} of ${catalogue.faults} faults and ${count('oddity')} of ${catalogue.oddities} oddities of the catalogue; left out are the faults of
response time, which no tool judges here, and of the error budget, which is the harness's own and not the document's.
**The catalogue was made together with the harness**, so its own row says that it works, not how it does on faults of others.
${skipped.map(({ name, reason }) => `Not measured: ${name} (${reason}).\n`).join('')}`;
}

function section(title: string, words: string, content: string): string {
  return `## ${title}\n\n${words}\n\n${content}\n`;
}

function toolTable({ tools }: Results): string {
  return table(
    ['tool', 'version', 'how it asks'],
    tools.map(({ name, version, how }) => [name, version, how]),
  );
}
