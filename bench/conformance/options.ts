import { Command } from 'commander';
import { list, positiveWholeNumber } from '../option-values.ts';
import { allTools } from './tools/all.ts';

export interface BenchOptions {
  /** How many faults; there are two oddities to three of them. */
  readonly sample: number;
  readonly only: readonly string[];
  readonly variants: readonly string[];
  readonly maxMinutes: number;
  readonly fresh: boolean;
  readonly render: boolean;
}

export function readOptions(): BenchOptions {
  return new Command('node bench/conformance/run.mjs')
    .description(
      'Has faults and oddities of the reference service judged by Schemathesis and by the harness.',
    )
    .option(
      '--sample <faults>',
      'faults to take, with two oddities to three of them',
      positiveWholeNumber,
      30,
    )
    .option('--only <tools>', `of: ${allTools.map(({ name }) => name).join(', ')}`, list, [])
    .option('--variants <names>', 'these variants in place of the sample', list, [])
    .option('--max-minutes <number>', 'begins no run after that', positiveWholeNumber, 12)
    .option('--fresh', 'forget what earlier commands measured', false)
    .option('--render', 'measure nothing, write README.md from results.json', false)
    .allowExcessArguments(false)
    .parse()
    .opts<BenchOptions>();
}
