import type { JudgedReading, Run } from './results.ts';
import { allowedSlowShare, type Percentile, type Rung, rungs } from './rungs.ts';

export type Mark = 'right' | 'wrong' | 'inconclusive' | 'not counted' | 'none';

export type Tally = Readonly<Record<Mark, number>>;

const noTally: Tally = { right: 0, wrong: 0, inconclusive: 0, 'not counted': 0, none: 0 };

/** What is so; null where the share lies at the limit, or where a busy machine made it another than was written. */
export function truthOf(
  { openModelSlowShare, servedSlowShare }: JudgedReading,
  percentile: Percentile,
  rung: Rung,
): 'pass' | 'fail' | null {
  const allowed = allowedSlowShare[percentile];
  const share = openModelSlowShare ?? servedSlowShare;
  if (share === null || rung.boundary === percentile) return null;
  const wasServed = rung.group === 'stall' || (servedSlowShare ?? share) > allowed === share > allowed;
  if (!wasServed) return null;
  return share > allowed ? 'fail' : 'pass';
}

export function markOf(reading: JudgedReading, percentile: Percentile, rung: Rung): Mark {
  const said = reading[percentile];
  const truth = truthOf(reading, percentile, rung);
  if (said === null) return 'none';
  if (truth === null) return 'not counted';
  if (said === 'inconclusive') return 'inconclusive';
  return said === truth ? 'right' : 'wrong';
}

/** The marks of all readings of these runs. A run without a reading is a tool without an answer: none. */
export function tallyOf(runs: readonly Run[], percentile: Percentile): Tally {
  const tally: Record<Mark, number> = { ...noTally };
  for (const run of runs) {
    const rung = rungNamed(run.rung);
    if (rung === undefined) continue;
    if (run.error !== null) tally.none += 1;
    for (const reading of run.readings) tally[markOf(reading, percentile, rung)] += 1;
  }
  return tally;
}

export function rungNamed(name: string): Rung | undefined {
  return rungs.find((rung) => rung.name === name);
}

export function decidedShare({ right, wrong, inconclusive }: Tally): number | null {
  const all = right + wrong + inconclusive;
  return all === 0 ? null : (right + wrong) / all;
}
