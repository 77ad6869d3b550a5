import { aimRows, type Contestant, contestantsOf } from './aims.ts';
import type { Results, Run } from './results.ts';
import { allowedSlowShare, type Percentile, type Rung, rungs } from './rungs.ts';
import { decidedShare, type Mark, markOf, rungNamed, type Tally, tallyOf } from './tally.ts';

/** The page that shows what was measured: nothing in it is written by hand. */
export function renderReadme(results: Results): string {
  const { runs } = results;
  const sections = [
    intro(results),
    section('What was aimed at', 'Of the harness, on the rungs of the ladder.', aimTable(runs)),
    section(
      'Verdicts on "p99 under 20 ms"',
      `${tallyWords} Rungs of the ladder.`,
      tallyTable(runs, 'p99', isLadder),
    ),
    section(
      'Verdicts on "p95 under 20 ms"',
      `${tallyWords} Rungs of the ladder.`,
      tallyTable(runs, 'p95', isLadder),
    ),
    section(
      'Bursts, drift, one slow endpoint',
      'The same, on "p99 under 20 ms".',
      tallyTable(runs, 'p99', isBeside),
    ),
    section('The stall test', stallWords, stallTable(runs)),
    section('Rung by rung, "p99 under 20 ms"', rungWords, rungTable(runs, 'p99')),
    section('Rung by rung, "p95 under 20 ms"', '', rungTable(runs, 'p95')),
    section('How exact the server is', precisionWords, precisionTable(runs)),
    section('The tools', '', toolTable(results)),
  ];
  return `${sections.join('\n')}\n`;
}

const isLadder = ({ group }: Rung) => group === 'ladder';
const isBeside = ({ group }: Rung) => group !== 'ladder' && group !== 'stall';

const tallyWords =
  'Each cell: right / **wrong** / inconclusive, and the runs behind it. The harness gives three verdicts a run, all others one.';
const stallWords =
  'The whole process freezes for 500 ms every 6 s. Of calls that come at any time, 8.03 % take 20 ms or longer: "p95 under 20 ms" and "p99 under 20 ms" are both false. A tool that reads no share shows its percentiles alone.';
const rungWords =
  'P: pass, F: fail, I: inconclusive, –: no answer; wrong ones bold. "not counted": the share lies exactly at the limit, or the busy machine made it another than was written.';
const precisionWords =
  'Time between the written end of a call and its answer, of the endpoint `user`, without the stall: the median over the runs and the worst run.';

function section(title: string, words: string, table: string): string {
  return [`## ${title}`, '', ...(words === '' ? [] : [words, '']), table, ''].join('\n');
}

function intro({ machine, runs, skipped }: Results): string {
  const loads = runs.map(({ loadAverage }) => loadAverage).sort((a, b) => a - b);
  const days = runs.map(({ startedAt }) => startedAt.slice(0, 10)).sort();
  return [
    '# Known response times, read by every tool',
    '',
    '`node bench/truth/run.mjs` writes this page and `results.json`; `--help` tells how to limit it, `--render` writes the page alone.',
    'A server of our own answers with response times that are known beforehand, and measures each of its answers from the',
    "kernel's receive stamp of the request. Every tool asks it the same question: is the 99th percentile under 20 ms?",
    '',
    `${runs.length} runs, ${days[0] ?? 'none'} to ${days.at(-1) ?? 'none'}, on ${machine.cores} cores of ${machine.processor}, ${machine.os}.`,
    `Load average before the runs: median ${quantile(loads, 0.5)}, highest ${loads.at(-1) ?? '–'}. Above 1 without burners, others used the machine as well.`,
    ...skipped.map(({ name, reason }) => `Not measured: ${name} (${reason}).`),
    '',
  ].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'Nothing measured yet.';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const burnersOf = (runs: readonly Run[]) =>
  [...new Set(runs.map(({ burners }) => burners))].sort((a, b) => a - b);
const burnerWords = (count: number) => (count === 0 ? 'quiet' : `${count} burners`);

function aimTable(runs: readonly Run[]): string {
  return table(['aim', 'profile', 'reached', 'behind it'], aimRows(runs));
}

function tallyTable(runs: readonly Run[], percentile: Percentile, isOf: (rung: Rung) => boolean): string {
  const ofRungs = runs.filter(({ rung }) =>
    rungs.some(({ name, ...rest }) => name === rung && isOf({ name, ...rest })),
  );
  const conditions = burnersOf(ofRungs);
  const rows = contestantsOf(ofRungs).map((contestant) => [
    contestant.name,
    ...conditions.map((burners) => tallyCell(contestant, burners, percentile)),
  ]);
  return table(['tool', ...conditions.map(burnerWords)], rows);
}

function tallyCell({ runs }: Contestant, burners: number, percentile: Percentile): string {
  const counted = runs.filter((run) => run.burners === burners);
  if (counted.length === 0) return '';
  const tally = tallyOf(counted, percentile);
  const beside = (['not counted', 'none'] as const).filter((mark) => tally[mark] > 0);
  const rest = beside.map((mark) => `, ${tally[mark]} ${mark === 'none' ? 'no answer' : mark}`).join('');
  const decided = decidedShare(tally);
  const share = decided === null ? '' : `, ${percent(decided, 0)} decided`;
  return `${tally.right} / ${boldWhen(tally.wrong)} / ${tally.inconclusive}${share}${rest} (${counted.length} runs)`;
}

const boldWhen = (count: Tally['wrong']) => (count > 0 ? `**${count}**` : '0');

function stallTable(runs: readonly Run[]): string {
  const stalls = runs.filter(({ rung }) => rungNamed(rung)?.group === 'stall');
  const rows = contestantsOf(stalls).flatMap(({ name, runs: own }) =>
    burnersOf(own).map((burners) => {
      const counted = own.filter((run) => run.burners === burners);
      const readings = counted.flatMap((run) => run.readings);
      const middle = (pick: (reading: (typeof readings)[number]) => number | null) =>
        quantile(
          readings.flatMap((reading) => pick(reading) ?? []).sort((a, b) => a - b),
          0.5,
        );
      const share = middle(({ slowShare }) => slowShare);
      return [
        name,
        burnerWords(burners),
        share === null ? '–' : percent(share, 2),
        msText(middle(({ p95Ms }) => p95Ms)),
        msText(middle(({ p99Ms }) => p99Ms)),
        tallyText(tallyOf(counted, 'p95')),
        tallyText(tallyOf(counted, 'p99')),
        String(counted.length),
      ];
    }),
  );
  const head = [
    'tool',
    'machine',
    'slow share (truth 8.03 %)',
    'p95',
    'p99',
    'verdict p95',
    'verdict p99',
    'runs',
  ];
  return table(head, rows);
}

const tallyText = (tally: Tally) =>
  (['right', 'wrong', 'inconclusive', 'none'] as const)
    .filter((mark) => tally[mark] > 0)
    .map((mark) => `${tally[mark]} ${mark === 'wrong' ? '**wrong**' : mark === 'none' ? 'no answer' : mark}`)
    .join(', ');

function rungTable(runs: readonly Run[], percentile: Percentile): string {
  const contestants = contestantsOf(runs);
  const rows = rungs.flatMap((rung) =>
    burnersOf(runs.filter((run) => run.rung === rung.name)).map((burners) => [
      `${rung.name}${rung.boundary === percentile ? ' (boundary)' : ''}`,
      String(burners),
      ...contestants.map((contestant) => rungCell(contestant, rung, burners, percentile)),
    ]),
  );
  return table(['rung', 'burners', ...contestants.map(({ name }) => name)], rows);
}

function rungCell({ runs }: Contestant, rung: Rung, burners: number, percentile: Percentile): string {
  const counted = runs.filter((run) => run.rung === rung.name && run.burners === burners);
  const counts = new Map<string, number>();
  for (const reading of counted.flatMap((run) => run.readings)) {
    const letter = letterOf[reading[percentile] ?? 'none'];
    const text = worded(letter, markOf(reading, percentile, rung));
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const failed = counted.filter(({ error }) => error !== null).length;
  if (failed > 0) counts.set('–', failed);
  return [...counts].map(([text, count]) => `${count} ${text}`).join(', ');
}

const letterOf = { pass: 'P', fail: 'F', inconclusive: 'I', none: '–' } as const;

function worded(letter: string, mark: Mark): string {
  if (mark === 'wrong') return `**${letter}**`;
  return mark === 'not counted' ? `${letter} not counted` : letter;
}

function precisionTable(runs: readonly Run[]): string {
  const rows = burnersOf(runs).map((burners) => {
    const counted = runs.filter((run) => run.burners === burners && rungNamed(run.rung)?.group !== 'stall');
    const ms = (pick: (run: Run) => number, share: number) =>
      msText(
        quantile(
          counted.map((run) => pick(run) / 1000).sort((a, b) => a - b),
          share,
        ),
      );
    return [
      burnerWords(burners),
      ms((run) => run.overshootUs.p50, 0.5),
      ms((run) => run.overshootUs.p99, 0.5),
      ms((run) => run.overshootUs.p99, 1),
      [...new Set(counted.map(({ serverPriority }) => serverPriority))].join(', '),
      String(counted.length),
    ];
  });
  return table(['machine', 'p50', 'p99', 'p99 of the worst run', 'priority of the server', 'runs'], rows);
}

function toolTable({ tools }: Results): string {
  const allowed = Object.entries(allowedSlowShare).map(([name, share]) => `${name} ${percent(share, 0)}`);
  const note = `Slow calls that a percentile under the limit allows: ${allowed.join(', ')}.`;
  return `${table(
    ['tool', 'version', 'how it asks'],
    tools.map(({ name, version, how }) => [name, version, how]),
  )}\n\n${note}`;
}

/** By nearest rank; null of none. */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

function msText(ms: number | null): string {
  return ms === null ? '–' : `${ms.toFixed(ms < 1 ? 3 : 1)} ms`;
}

function percent(share: number, digits: number): string {
  return `${(share * 100).toFixed(digits)} %`;
}
