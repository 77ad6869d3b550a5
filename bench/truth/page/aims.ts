import { runsText } from '../../markdown-table.ts';
import { isQuiet } from '../conditions.ts';
import type { Run } from '../results.ts';
import type { Percentile } from '../rungs.ts';
import { decidedShare, rungNamed, type Tally, tallyOf } from '../tally.ts';
import { stallRung } from './stall-table.ts';

interface Aim {
  readonly words: string;
  readonly isOf: (run: Run) => boolean;
  readonly reached: (runs: readonly Run[]) => string;
}

const isOnLadder = (run: Run) => rungNamed(run.rung)?.group === 'ladder';
const isOn = (name: string) => (run: Run) => run.rung === name && isQuiet(run) && !run.nice;
const verdicts = ({ right, wrong, inconclusive }: Tally) => right + wrong + inconclusive;

const noneWrong: Aim = {
  words: 'no wrong verdict in 300 runs',
  isOf: isOnLadder,
  reached: (runs) => {
    const [p95, p99] = [tallyOf(runs, 'p95'), tallyOf(runs, 'p99')];
    return `${p95.wrong + p99.wrong} wrong of ${verdicts(p95) + verdicts(p99)}`;
  },
};

const aims: readonly Aim[] = [
  noneWrong,
  decidedAim('99 % decided at p95, quiet', 'p95', (run) => isQuiet(run) && !run.nice),
  decidedAim('90 % decided at p99, quiet', 'p99', (run) => isQuiet(run) && !run.nice),
  decidedAim('60 % decided at p95, 4 burners', 'p95', (run) => run.burners === 4 && !run.nice),
  decidedAim('40 % decided at p99, 4 burners', 'p99', (run) => run.burners === 4 && !run.nice),
  decidedAim('more at p95 with --nice, 4 burners', 'p95', (run) => run.burners === 4 && run.nice),
  decidedAim('more at p99 with --nice, 4 burners', 'p99', (run) => run.burners === 4 && run.nice),
  saidAim('19 ms passes at p99, quiet', '19 ms', 'pass'),
  saidAim('20.5 ms fails at p99, quiet', '20.5 ms', 'fail'),
  {
    words: 'the stall test reads 8.03 % within half a point, quiet',
    isOf: isOn(stallRung),
    reached: (runs) => {
      const shares = runs.flatMap(({ readings }) => readings.flatMap(({ slowShare }) => slowShare ?? []));
      const near = shares.filter((share) => Math.abs(share - 0.0803) <= 0.005).length;
      return `${near} of ${shares.length} readings`;
    },
  },
];

function decidedAim(words: string, percentile: Percentile, isOf: (run: Run) => boolean): Aim {
  const reached = (runs: readonly Run[]) => {
    const tally = tallyOf(runs, percentile);
    const share = decidedShare(tally);
    return share === null ? '–' : `${(share * 100).toFixed(0)} % of ${verdicts(tally)}`;
  };
  return { words, isOf: (run) => isOnLadder(run) && isOf(run), reached };
}

function saidAim(words: string, rung: string, wanted: 'pass' | 'fail'): Aim {
  const reached = (runs: readonly Run[]) => {
    const readings = runs.flatMap((run) => run.readings);
    return `${readings.filter(({ p99 }) => p99 === wanted).length} of ${readings.length} verdicts`;
  };
  return { words, isOf: isOn(rung), reached };
}

/** A row for each aim and profile that has runs: the aim, the profile, what was reached, the runs behind it. */
export function aimRows(runs: readonly Run[]): readonly (readonly string[])[] {
  const own = runs.filter(({ tool }) => tool === 'harness');
  const profiles = [...new Set(own.map(({ profile }) => profile))];
  const ofEach = profiles.flatMap((profile) => {
    const ofProfile = own.filter((run) => run.profile === profile);
    return aims.flatMap((aim) => rowsOf(aim, profile, ofProfile));
  });
  return [...rowsOf(noneWrong, 'all', own), ...ofEach];
}

function rowsOf({ words, isOf, reached }: Aim, profile: string, runs: readonly Run[]): readonly string[][] {
  const counted = runs.filter(isOf);
  return counted.length === 0 ? [] : [[words, profile, reached(counted), runsText(counted.length)]];
}
