import { percent, quantile, runsText, table } from '../../markdown-table.ts';
import { quietBusyShare } from '../conditions.ts';
import type { Results, Run } from '../results.ts';
import { allowedSlowShare, type Rung } from '../rungs.ts';
import { rungNamed } from '../tally.ts';
import { aimRows } from './aims.ts';
import { precisionTable } from './precision-table.ts';
import { rungTable } from './rung-table.ts';
import { stallTable } from './stall-table.ts';
import { tallyTable } from './tally-table.ts';

const tallyWords =
  'Rungs of the ladder. Each cell: right / **wrong** / inconclusive, and the runs behind it. The harness gives three verdicts a run, all others one.';
const stallWords =
  'The whole process freezes for 500 ms every 6 s. Of calls that come at any time, 8.03 % take 20 ms or longer, so "p95 under 20 ms" and "p99 under 20 ms" are both false. A tool that reads no share shows its percentiles alone.';
const rungWords =
  'P: pass, F: fail, I: inconclusive, –: no answer; wrong ones bold. Not counted: the share lies exactly at the limit, or a busy machine made it another than was written.';
const precisionWords =
  'What the server added to the written times of the endpoint `user`, the stall left out: the median over the runs, and the worst run.';

/** The page that shows what was measured: nothing in it is written by hand. */
export function renderReadme(results: Results): string {
  const order = results.tools.map(({ name }) => name);
  const runs = [...results.runs].sort((a, b) => order.indexOf(a.tool) - order.indexOf(b.tool));
  const onLadder = runs.filter(isOf((group) => group === 'ladder'));
  const beside = runs.filter(isOf((group) => group !== 'ladder' && group !== 'stall'));
  const aimTable = table(['aim', 'profile', 'reached', 'behind it'], aimRows(runs));
  const sections = [
    section('What was aimed at', 'Of the harness, on the rungs of the ladder.', aimTable),
    section('Verdicts on "p99 under 20 ms"', tallyWords, tallyTable(onLadder, 'p99')),
    section('Verdicts on "p95 under 20 ms"', tallyWords, tallyTable(onLadder, 'p95')),
    section('Bursts, drift, one slow endpoint', 'On "p99 under 20 ms".', tallyTable(beside, 'p99')),
    section('The stall test', stallWords, stallTable(runs)),
    section('Rung by rung, "p99 under 20 ms"', rungWords, rungTable(runs, 'p99')),
    section('Rung by rung, "p95 under 20 ms"', rungWords, rungTable(runs, 'p95')),
    section('How exact the server is', precisionWords, precisionTable(runs)),
    section('The tools', allowedWords(), toolTable(results)),
  ];
  return [intro(results), ...sections].join('\n');
}

function isOf(matches: (group: Rung['group']) => boolean): (run: Run) => boolean {
  return ({ rung }) => {
    const group = rungNamed(rung)?.group;
    return group !== undefined && matches(group);
  };
}

function section(title: string, words: string, content: string): string {
  return `## ${title}\n\n${words}\n\n${content}\n`;
}

function intro({ machine, runs, skipped }: Results): string {
  const loads = runs.map(({ loadAverage }) => loadAverage);
  const shared = runs.filter(({ othersBusyShare }) => othersBusyShare >= quietBusyShare).length;
  const days = runs.map(({ startedAt }) => startedAt.slice(0, 10)).sort();
  return `# Known response times, read by every tool

\`node bench/truth/run.mjs\` measures, and writes \`results.json\` and this page; \`--help\` tells how to limit it, \`--render\`
writes the page alone. A server of our own answers with response times that are known beforehand, and measures each of its
answers from the kernel's receive stamp of the request. Every tool is asked the same: is the 99th percentile under 20 ms?

${runsText(runs.length)}, ${days[0] ?? 'none'} to ${days.at(-1) ?? 'none'}, on ${machine.cores} cores of ${machine.processor}, ${machine.os}.
Load average before the runs: median ${quantile(loads, 0.5) ?? '–'}, highest ${quantile(loads, 1) ?? '–'}; the runs before are in it.
Others used ${percent(quietBusyShare, 0)} of the cores or more beside ${shared} of the runs: without burners, these stand as "others busy".
${skipped.map(({ name, reason }) => `Not measured: ${name} (${reason}).\n`).join('')}`;
}

function allowedWords(): string {
  const allowed = Object.entries(allowedSlowShare).map(([name, share]) => `${name} ${percent(share, 0)}`);
  return `Share of slow calls with which a percentile is still under the limit: ${allowed.join(', ')}.`;
}

function toolTable({ tools }: Results): string {
  return table(
    ['tool', 'version', 'how it asks'],
    tools.map(({ name, version, how }) => [name, version, how]),
  );
}
