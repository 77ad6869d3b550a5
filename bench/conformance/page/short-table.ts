import { percent, table } from '../../markdown-table.ts';
import { type Outcome, outcomeOf } from '../outcome.ts';
import type { Results, Run } from '../results.ts';
import { outcomeCell } from './service-table.ts';

const head = [
  'tool',
  'faults caught',
  'always there',
  'coming and going',
  'false alarms',
  'conformant service',
];

/** A row a tool: what it caught, and where it cried wolf. */
export function shortTable({ tools, runs }: Results): string {
  const rows = tools.map(({ name }) => {
    const own = runs.filter(({ tool }) => tool === name);
    const faults = own.filter(({ asked }) => asked.kind === 'fault');
    const [steady, passing] = [false, true].map((isPassing) =>
      faults.filter(({ asked }) => asked.isIntermittent === isPassing),
    );
    const odd = own.filter(({ asked }) => asked.kind === 'oddity');
    const plain = own.find(({ asked }) => asked.kind === 'conformant');
    return [
      name,
      ...[faults, steady, passing].map((some) => share(some ?? [], runs, 'caught')),
      share(odd, runs, 'false alarm'),
      plain === undefined ? '' : outcomeCell(plain, runs),
    ];
  });
  return table(head, rows);
}

/** "9 of 12 (75 %)", and how many gave no answer. */
function share(counted: readonly Run[], runs: readonly Run[], wanted: Outcome): string {
  if (counted.length === 0) return '–';
  const outcomes = counted.map((run) => outcomeOf(run, runs));
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  const reached = count(wanted);
  const open = (['inconclusive', 'no verdict'] as const).filter((outcome) => count(outcome) > 0);
  const main = `${reached} of ${counted.length} (${percent(reached / counted.length, 0)})`;
  return [main, ...open.map((outcome) => `${count(outcome)} ${outcome}`)].join(', ');
}
