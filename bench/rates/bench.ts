import { sumOf } from '../../checks/statistics/samples.ts';
import { knownLoad } from '../known-load.ts';
import { type Bench, daysOf, grouped, table } from '../record.ts';

interface Run {
  readonly rate: number;
  readonly startedAt: string;
  readonly achievedRate: number;
  readonly dropped: number;
  /** How late calls were made at p99, and how wrong the control endpoint was read; null: not known. */
  readonly latenessMs: number | null;
  readonly misreadMs: number | null;
  readonly generatorBusyShare: number | null;
  readonly stolenShare: number | null;
  /** On user, encrypt and sync. */
  readonly said: readonly string[];
}

const rates = [250, 500, 750, 1000, 1500, 2000, 3000];
const serviceMs = 1;

export const bench: Bench<Run> = {
  isRepeated: true,
  isSound: ({ stolenShare }) => stolenShare !== null && stolenShare < 0.02,
  taskOf: ({ rate }) => nameOf(rate),
  tasks: rates.map((rate) => ({ name: nameOf(rate), make: () => measured(rate) })),
  page,
};

function nameOf(rate: number): string {
  return `${rate} requests/s`;
}

async function measured(rate: number): Promise<Run> {
  const { startedAt, report } = await knownLoad(nameOf(rate), {
    mode: `fixed ${serviceMs * 1000}`,
    args: ['--profile', 'quick', '--rate', String(rate), '--nice', '--within', '0'],
  });
  const { endpoints, generator, load } = report;
  return {
    rate,
    startedAt,
    achievedRate: load?.achievedRate ?? 0,
    dropped: sumOf(endpoints, ({ dropped }) => dropped),
    latenessMs: generator.latenessP99Ms,
    misreadMs: endpoints[0]?.latency.guardBandMs ?? null,
    generatorBusyShare: generator.generatorBusyShare ?? null,
    stolenShare: generator.stolenShare ?? null,
    said: endpoints.flatMap(({ name, latency }) => (name === 'backup' ? [] : (latency?.verdict ?? 'none'))),
  };
}

function page(runs: readonly Run[]): string {
  const median = (some: readonly Run[], figure: (run: Run) => number | null) => {
    const known = some.flatMap((run) => figure(run) ?? []).toSorted((a, b) => a - b);
    return known[Math.floor(known.length / 2)];
  };
  const ms = (value: number | undefined) => (value === undefined ? '–' : `${value.toFixed(1)} ms`);
  return `# What one machine can ask

\`node bench/run.mjs rates\` has \`load --profile quick --nice\` judge a service that answers in ${serviceMs} ms, at rising rates. The service, a
small C program, is on the same machine. ${runs.length} runs, ${daysOf(runs)}, on MACHINE. Medians of the runs; a run in which the host took 2 % of
the processor or more is made again. A pass is the right verdict.

${table(
  ['requests/s', 'made', 'late at p99', 'misread at p99', 'processor for k6', 'verdicts'],
  grouped(runs, ({ rate }) => String(rate)).map(([rate, some]) => [
    rate,
    `${median(some, (run) => run.achievedRate)?.toFixed(0)}`,
    ms(median(some, (run) => run.latenessMs)),
    ms(median(some, (run) => run.misreadMs)),
    `${((median(some, (run) => run.generatorBusyShare) ?? Number.NaN) * 100).toFixed(0)} %`,
    verdicts(some),
  ]),
)}
`;
}

function verdicts(runs: readonly Run[]): string {
  const said = runs.flatMap((run) => run.said);
  return grouped(said, (one) => one)
    .map(([verdict, some]) => `${some.length} ${verdict}`)
    .join(', ');
}
