import type { ComparedEndpoint } from '../../reports/report.ts';
import { beside } from '../burners.ts';
import { fixedServer, reportOf } from '../harness-run.ts';
import { type Bench, daysOf, grouped, percent, table } from '../record.ts';

/** A pair of services, and how it is compared. */
interface Pair {
  readonly profile: string;
  readonly burners: number;
  /** Response time of the counterpart. */
  readonly ms: number;
  /** By so much the judged service is slower. */
  readonly slowerPercent: number;
}

/** What the harness said of one endpoint; shares, 0.05 for 5 %. */
interface Said {
  readonly endpoint: string;
  readonly outcome: ComparedEndpoint['outcome'];
  readonly change: number | null;
  readonly halfWidth: number | null;
}

interface Run extends Pair {
  readonly startedAt: string;
  readonly said: readonly Said[];
}

const pairs = ['quick', 'standard'].flatMap((profile) =>
  [0, 2].flatMap((burners) =>
    [2, 10].flatMap((ms) => [0, 3, 5, 10].map((slowerPercent) => ({ profile, burners, ms, slowerPercent }))),
  ),
);

export const bench: Bench<Run> = {
  isRepeated: true,
  taskOf,
  tasks: pairs.map((pair) => ({ name: taskOf(pair), make: () => compared(pair) })),
  page: (runs) => `# Services that differ by a known share, compared

\`node bench/run.mjs comparison\` asks two servers of [known response times](../truth/README.md) in turns with
\`load --compare\`. Aims: a false alarm in at most 1 % of the runs, and 5 % on the median found in 95 % of them.
${runs.length} runs, ${daysOf(runs)}, on MACHINE.

*slower* is a run that calls at least one endpoint slower and so fails, *not slower* one that passes; a wrong one would be
bold. The change and its ± are means over all endpoints. The client sees a little less than the difference of the services,
because its own time is the same for both: so 5 % of 2 ms, 0.1 ms, can pass. What is under 0.2 ms is never called slower.

${table(
  ['profile, burners: counterpart + change', 'runs', 'slower', 'not slower', 'open', 'change seen', '±'],
  grouped(runs, taskOf).map(([name, own]) => rowOf(name, own)),
)}`,
};

function taskOf({ profile, burners, ms, slowerPercent }: Pair): string {
  return `${profile}, ${burners} burners: ${ms} ms + ${slowerPercent} %`;
}

/** The measured load before it is kept short: it has no part in the comparison. */
async function compared(pair: Pair): Promise<Run> {
  const startedAt = new Date().toISOString();
  const counterpart = await fixedServer(pair.ms);
  const judged = await fixedServer(pair.ms * (1 + pair.slowerPercent / 100));
  const args = ['load', '--duration', '1s', '--profile', pair.profile, '--compare', counterpart.url];
  try {
    const report = await beside(pair, () => reportOf(judged.url, judged.token, args));
    return { ...pair, startedAt, said: (report.comparison?.endpoints ?? []).map(saidOf) };
  } finally {
    await judged.stop();
    await counterpart.stop();
  }
}

function saidOf({ name, outcome, figures: [median] }: ComparedEndpoint): Said {
  const halfWidth = median === undefined ? null : (median.upper - median.lower) / 2;
  return { endpoint: name, outcome, change: median?.change ?? null, halfWidth };
}

function rowOf(name: string, runs: readonly Run[]): readonly (string | number)[] {
  const [{ ms, slowerPercent } = { ms: 0, slowerPercent: 0 }] = runs;
  const wrong = slowerPercent === 0 ? 'slower' : slowerPercent * ms > 20 ? 'not slower' : null;
  const counted = (outcome: string) => {
    const count = runs.filter((run) => outcomeOf(run) === outcome).length;
    return outcome === wrong && count > 0 ? `**${count}**` : count;
  };
  const mean = (figure: (one: Said) => number | null) => {
    const values = runs.flatMap(({ said }) => said.flatMap((one) => figure(one) ?? []));
    return percent(values.reduce((sum, value) => sum + value, 0) / values.length, 2);
  };
  const outcomes = ['slower', 'not slower', 'open'].map(counted);
  return [name, runs.length, ...outcomes, mean(({ change }) => change), mean(({ halfWidth }) => halfWidth)];
}

function outcomeOf({ said }: Run): 'slower' | 'not slower' | 'open' {
  if (said.some(({ outcome }) => outcome === 'slower')) return 'slower';
  return said.length === 0 || said.some(({ outcome }) => outcome === 'open') ? 'open' : 'not slower';
}
