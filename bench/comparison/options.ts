import { Command } from 'commander';
import { list, wholeNumber, wholeNumbers } from '../option-values.ts';

export interface BenchOptions {
  /** Of each case; those in results.json count. */
  readonly runs: number;
  readonly profiles: readonly string[];
  readonly ms: readonly number[];
  readonly slower: readonly number[];
  readonly burners: readonly number[];
  readonly maxMinutes: number;
  readonly fresh: boolean;
  readonly render: boolean;
}

export function readOptions(): BenchOptions {
  return new Command('node bench/comparison/run.mjs')
    .description('Compares pairs of services whose difference is known, and counts what the harness says.')
    .option('--runs <number>', 'runs of each case; those in results.json count', wholeNumber, 1)
    .option('--profiles <names>', 'of the harness', list, ['quick', 'standard'])
    .option('--ms <times>', 'response times of the counterpart', wholeNumbers, [2, 10])
    .option('--slower <percents>', 'by how much the judged service is slower', wholeNumbers, [0, 3, 5, 10])
    .option('--burners <counts>', 'processes that burn the processor', wholeNumbers, [0])
    .option('--max-minutes <number>', 'begins no run after that', wholeNumber, 240)
    .option('--fresh', 'forget what earlier commands measured', false)
    .option('--render', 'measure nothing, write README.md from results.json', false)
    .parse()
    .opts<BenchOptions>();
}
