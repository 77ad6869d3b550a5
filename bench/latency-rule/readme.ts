import { upperBound } from '../../checks/statistics/clopper-pearson.ts';
import { table } from '../markdown-table.ts';
import type { BurstCell } from './burst-table.ts';
import type { ControlCell } from './control-table.ts';
import type { NoiseCell } from './noise-table.ts';

/** Wrong verdicts are at most this share, for bursts up to a tenth of the stall resolution. */
const bound = 0.01;
const tenth = 0.1;

export function renderReadme(
  bursts: readonly BurstCell[],
  noises: readonly NoiseCell[],
  controls: readonly ControlCell[],
): string {
  return `# How often the latency rule is wrong

Simulated: the rule of \`checks/latency\` on windows whose truth is known. Made by \`node bench/latency-rule/run.mjs\`
(fixed seeds, one core, two to three minutes). p99 under 20 ms: 1 % of the calls may be slow.

${summary(bursts, noises)}

## Slow calls alone and in bursts

One endpoint at 119 calls/s for 13 s (quick), 106 calls/s for 64 s (standard) and for 530 s (thorough); ${bursts[0]?.runs} windows a row.
A burst's length is geometric; its mean stands in calls and as a part of the stall resolution the run states. The true
share is a multiple of the 1 % allowed: from 1.01 on a pass is wrong, up to 0.99 a fail is. Passes of other rules on the
same windows: *plain* is the rule without a control endpoint (all slow calls taken as one burst), *p99 < 20* compares the
sample percentile, *independent* is Clopper–Pearson without a design effect, *exact bursts* knows every burst's length where
the rule has 60 time slices.

${burstTable(bursts)}

## A generator that misreads

Standard window, 4 080 control calls, calls misread in stretches of 20 calls on average: by 1 ms in 0.5 % of them (quiet),
3 ms in 4 % (disturbed), 6 ms in 12 % (overloaded). The conditions on the machine are left out: what protects is the rule alone. ${noises[0]?.runs} windows a row.

${noiseTable(noises)}

## What the control endpoint's share buys

Of 425 requests/s for 64 s a tenth are probes; what the control gets the three endpoints lose. Share of runs that are decided
rightly: the more control calls, the less may have been misread unseen; the fewer calls of an endpoint, the less they show.
The harness gives it 15 %.

${controlTable(controls)}
`;
}

function summary(bursts: readonly BurstCell[], noises: readonly NoiseCell[]): string {
  const near = bursts.filter(({ resolved }) => resolved <= tenth);
  const wrongPass = worst(near.filter(isOverLimit).map(({ pass, runs }) => ({ wrong: pass, runs })));
  const wrongFail = worst(
    bursts.filter((cell) => !isOverLimit(cell)).map(({ fail, runs }) => ({ wrong: fail, runs })),
  );
  const misread = worst(
    noises.map(({ keepsLimit, pass, fail, runs }) => ({ wrong: keepsLimit ? fail : pass, runs })),
  );
  return `- Wrong passes, bursts up to a tenth of the stall resolution: at most **${percent(wrongPass.share)}** in any row (95 % upper bound ${percent(wrongPass.upper)}); aim: ${percent(bound)}.
- Wrong fails, bursts of any length: at most **${percent(wrongFail.share)}** (${percent(wrongFail.upper)}).
- Wrong verdicts under a generator that misreads: at most **${percent(misread.share)}** (${percent(misread.upper)}).`;
}

function worst(rates: readonly { readonly wrong: number; readonly runs: number }[]) {
  const { wrong, runs } = rates.reduce((a, b) => (b.wrong / b.runs > a.wrong / a.runs ? b : a), {
    wrong: 0,
    runs: rates[0]?.runs ?? 0,
  });
  return { share: runs === 0 ? 0 : wrong / runs, upper: upperBound(wrong, runs, 0.05) };
}

function isOverLimit({ multiple }: BurstCell): boolean {
  return multiple > 1;
}

function burstTable(cells: readonly BurstCell[]): string {
  const head = [
    'window',
    'mean burst',
    'of the resolution',
    'true share',
    '**pass**',
    '**fail**',
    'inconclusive',
    'plain',
    'p99 < 20',
    'independent',
    'exact bursts',
  ];
  const rows = cells.map((cell) => {
    const of = (count: number) => percent(count / cell.runs);
    return [
      cell.plan.name,
      cell.meanBurst === null ? 'none' : String(cell.meanBurst),
      cell.resolved.toFixed(2),
      `${cell.multiple} × 1 %`,
      of(cell.pass),
      of(cell.fail),
      of(cell.runs - cell.pass - cell.fail),
      of(cell.plainPass),
      of(cell.naivePass),
      of(cell.independentPass),
      of(cell.exactBurstPass),
    ];
  });
  return table(head, rows);
}

function noiseTable(cells: readonly NoiseCell[]): string {
  const rows = cells.map(({ noise, service, keepsLimit, runs, pass, fail }) => [
    noise.name,
    service.name,
    keepsLimit ? 'under' : 'over',
    percent(pass / runs),
    percent(fail / runs),
    percent((runs - pass - fail) / runs),
  ]);
  return table(['generator', 'service', 'p99 is', '**pass**', '**fail**', 'inconclusive'], rows);
}

function controlTable(cells: readonly ControlCell[]): string {
  const names = (cells[0]?.decided ?? []).map(({ service }) => service.name);
  const rows = cells.map(({ controlShare, noise, decided }) => [
    noise.name,
    percent(controlShare),
    ...decided.map(({ share }) => percent(share)),
  ]);
  return table(['generator', 'to the control', ...names], rows);
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}
