import { percent, quantile, runsText, table } from '../truth/page/table.ts';
import { type Outcome, outcomeOf, ownFindings } from './outcome.ts';
import type { Asked, Results, Run } from './results.ts';

/** The page that shows what was measured: nothing in it is written by hand. */
export function renderReadme(results: Results): string {
  const { runs } = results;
  const faults = runs.filter(({ asked }) => asked.kind === 'fault');
  const odd = runs.filter(({ asked }) => asked.kind === 'oddity');
  const sections = [
    section('In short', shortWords, shortTable(results)),
    section('What a run costs', costWords, costTable(results)),
    section('Fault by fault', faultWords, eachTable(results, faults, ['fault', 'breaks'])),
    section('Oddity by oddity', oddityWords, eachTable(results, odd, ['oddity'])),
    section('The tools', toolWords, toolTable(results)),
  ];
  return [intro(results), ...sections].join('\n');
}

const shortWords = `A fault is caught when the run fails and names something that the same tool does not hold against the conformant
service too. Every fail of an oddity is a false alarm: the document allows it.`;
const costWords = 'Means over all runs of the tool. Backups are those that stood on the disk of the service.';
const faultWords = `What comes and goes says after its \`@\` when it shows. Each cell names what the tool found beyond what it
says of the conformant service.`;
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
The sample has ${count('fault')} of ${catalogue.faults} faults and ${count('oddity')} of ${catalogue.oddities} oddities of the catalogue; faults of response time are left out, for no tool judges it here.
**The catalogue was made together with the harness**, so its own row says that it works, not how it does on faults of others.
${skipped.map(({ name, reason }) => `Not measured: ${name} (${reason}).\n`).join('')}`;
}

function section(title: string, words: string, content: string): string {
  return `## ${title}\n\n${words}\n\n${content}\n`;
}

function shortTable({ tools, runs }: Results): string {
  const head = ['tool', 'faults caught', 'always there', 'coming and going', 'false alarms', 'conformant service'];
  const rows = tools.map(({ name }) => {
    const own = runs.filter(({ tool }) => tool === name);
    const faults = own.filter(({ asked }) => asked.kind === 'fault');
    const odd = own.filter(({ asked }) => asked.kind === 'oddity');
    const plain = own.find(({ asked }) => asked.kind === 'conformant');
    return [
      name,
      share(faults, runs, 'caught'),
      share(faults.filter(({ asked }) => !asked.isIntermittent), runs, 'caught'),
      share(faults.filter(({ asked }) => asked.isIntermittent), runs, 'caught'),
      share(odd, runs, 'false alarm'),
      plain === undefined ? '' : cell(plain, runs),
    ];
  });
  return table(head, rows);
}

/** "9 of 12 (75 %)", and how many gave no answer. */
function share(counted: readonly Run[], runs: readonly Run[], wanted: Outcome): string {
  const outcomes = counted.map((run) => outcomeOf(run, runs));
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  if (outcomes.length === 0) return '–';
  const open = (['inconclusive', 'no verdict'] as const).filter((outcome) => count(outcome) > 0);
  const reached = count(wanted);
  const main = `${reached} of ${outcomes.length} (${percent(reached / outcomes.length, 0)})`;
  return [main, ...open.map((outcome) => `${count(outcome)} ${outcome}`)].join(', ');
}

function costTable({ tools, runs }: Results): string {
  const head = ['tool', 'runs', 'seconds', 'requests', 'user', 'encrypt', 'sync', 'backup', 'other', 'backups created'];
  const rows = tools.map(({ name }) => {
    const own = runs.filter(({ tool }) => tool === name);
    const places = ['user', 'encrypt', 'sync', 'backup', 'other'] as const;
    const means = places.map((place) => mean(own.map(({ requests }) => requests[place])));
    const seconds = mean(own.map((run) => run.seconds)).toFixed(1);
    const whole = [sum(means), ...means, mean(own.map(({ backups }) => backups))];
    return [name, String(own.length), seconds, ...whole.map((value) => value.toFixed(0))];
  });
  return table(head, rows);
}

function eachTable({ tools, runs: all }: Results, runs: readonly Run[], head: readonly string[]): string {
  const rows = servicesOf(runs).map(({ name, breaks }) => [
    `\`${name}\``,
    ...(breaks === null ? [] : [breaks]),
    ...tools.map((tool) => {
      const run = runs.find((one) => one.tool === tool.name && one.asked.name === name);
      return run === undefined ? '' : cell(run, all);
    }),
  ]);
  return table([...head, ...tools.map(({ name }) => name)], rows);
}

function cell(run: Run, runs: readonly Run[]): string {
  const outcome = outcomeOf(run, runs);
  const isBad = outcome === 'missed' || outcome === 'false alarm' || outcome === 'no verdict';
  const named = run.error ?? named(run, runs);
  const text = isBad ? `**${outcome}**` : outcome;
  return named === '' ? text : `${text}: ${named}`;
}

function servicesOf(runs: readonly Run[]): readonly Asked[] {
  const byName = new Map(runs.map(({ asked }) => [asked.name, asked]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function toolTable({ tools }: Results): string {
  return table(
    ['tool', 'version', 'how it asks'],
    tools.map(({ name, version, how }) => [name, version, how]),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}
