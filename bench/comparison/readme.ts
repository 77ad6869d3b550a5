import { percent, quantile, runsText, table } from '../markdown-table.ts';
import { isSame } from './plan.ts';
import type { Case, Results, Run, Said } from './results.ts';
import type { SimulatedRow } from './simulate.ts';

const measuredWords =
  'Runs by what they say: slower is a run that calls at least one endpoint slower and so fails, not slower one that calls all three not slower or faster and so passes, open all others. The change and its ± are means over all endpoints; the client sees a little less than the difference of the services, because its own time is the same for both. So 5 % of 2 ms, 0.1 ms, can pass: what is under 0.2 ms is never called slower.';
const simulatedWords =
  'Simulated, of a counterpart of 10 ms and three endpoints: the median of each block is off as the row says, and the rule of the harness judges. At 2 % a service is as slow as is tolerated, and about 1 % of the runs call it slower. At 5 % no more than 1 % may pass.';

/** The page that shows what was measured and simulated: nothing in it is written by hand. */
export function renderReadme(results: Results, simulated: readonly SimulatedRow[], runs: number): string {
  return [
    intro(results),
    section('Measured', measuredWords, measuredTable(results.runs)),
    section(`Simulated, ${runs} runs a cell`, simulatedWords, simulatedTable(simulated)),
  ].join('\n');
}

function section(title: string, words: string, content: string): string {
  return `## ${title}\n\n${words}\n\n${content}\n`;
}

function intro({ machine, runs }: Results): string {
  const busy = runs.map(({ othersBusyShare }) => othersBusyShare);
  const days = runs.map(({ startedAt }) => startedAt.slice(0, 10)).sort();
  return `# Services that differ by a known share, compared

\`node bench/comparison/run.mjs\` measures, simulates, and writes \`results.json\` and this page; \`--help\` tells how to limit
it, \`--render\` measures nothing. Two servers of [known response times](../truth/README.md) are asked in turns by
\`load --compare\`. The aims: a false alarm in at most 1 % of the runs, and 5 % on the median found in 95 % of them.

${runsText(runs.length)}, ${days[0] ?? 'none'} to ${days.at(-1) ?? 'none'}, on ${machine.cores} cores of ${machine.processor}, ${machine.os}.
Others used ${percentOr(quantile(busy, 0.5))} of the cores in the median run, ${percentOr(quantile(busy, 1))} at most.
`;
}

function percentOr(share: number | null): string {
  return share === null ? '–' : percent(share, 0);
}

function measuredTable(runs: readonly Run[]): string {
  const cases = runs.filter((run, index) => runs.findIndex((other) => isSame(run, other)) === index);
  const head = [
    'profile',
    'burners',
    'counterpart',
    'slower by',
    'runs',
    'slower',
    'not slower',
    'open',
    'change',
    '±',
    'longest run',
  ];
  const rows = [...cases].sort(inOrder).map((one) =>
    rowOf(
      one,
      runs.filter((run) => isSame(run, one)),
    ),
  );
  return table(head, rows);
}

function inOrder(a: Case, b: Case): number {
  return (
    a.profile.localeCompare(b.profile) ||
    a.burners - b.burners ||
    a.ms - b.ms ||
    a.slowerPercent - b.slowerPercent
  );
}

function rowOf({ profile, burners, ms, slowerPercent }: Case, runs: readonly Run[]): readonly string[] {
  const outcomes = runs.map(outcomeOf);
  const counted = (outcome: string) => {
    const count = outcomes.filter((one) => one === outcome).length;
    const isWrong =
      count > 0 && outcome === (slowerPercent === 0 ? 'slower' : slowerPercent * ms > 20 ? 'not slower' : '');
    return isWrong ? `**${count}**` : String(count);
  };
  const said = runs.flatMap((run) => run.said);
  return [
    profile,
    String(burners),
    `${ms} ms`,
    `${slowerPercent} %`,
    String(runs.length),
    counted('slower'),
    counted('not slower'),
    counted('open'),
    meanOf(said, ({ change }) => change),
    meanOf(said, ({ halfWidth }) => halfWidth),
    `${Math.max(...runs.map(({ seconds }) => seconds)).toFixed(0)} s`,
  ];
}

function outcomeOf({ said }: Run): 'slower' | 'not slower' | 'open' {
  if (said.some(({ outcome }) => outcome === 'slower')) return 'slower';
  return said.length === 0 || said.some(({ outcome }) => outcome === 'open') ? 'open' : 'not slower';
}

function meanOf(said: readonly Said[], figure: (one: Said) => number | null): string {
  const values = said.flatMap((one) => figure(one) ?? []);
  if (values.length === 0) return '–';
  return percent(values.reduce((sum, value) => sum + value, 0) / values.length, 2);
}

function simulatedTable(rows: readonly SimulatedRow[]): string {
  const head = [
    'blocks',
    'noise',
    'equal: slower',
    'equal: passed',
    '2 %: slower',
    '5 %: slower',
    '5 %: passed',
  ];
  return table(
    head,
    rows.map(({ blocks, noise, slower: [equal, tolerated, found], passed: [passed, wrong] }) => [
      String(blocks),
      noise,
      ...[equal, passed, tolerated, found, wrong].map((share) => percent(share, 1)),
    ]),
  );
}
