import { Command, Option } from 'commander';
import { list, wholeNumber, wholeNumbers } from '../option-values.ts';
import { rungs } from './rungs.ts';
import { allTools } from './tools/all.ts';

export interface BenchOptions {
  readonly runs: number;
  readonly profile: string;
  readonly only: readonly string[];
  readonly rungs: readonly string[];
  readonly burners: readonly number[];
  readonly nice: boolean;
  readonly maxMinutes: number;
  readonly fresh: boolean;
  readonly render: boolean;
}

export function readOptions(): BenchOptions {
  return new Command('node bench/truth/run.mjs')
    .description('Asks services with known response times by every tool, and says which verdicts were right.')
    .option('--runs <number>', 'runs of each tool on each rung; those in results.json count', wholeNumber, 1)
    .addOption(
      new Option('--profile <name>', 'of the harness')
        .choices(['quick', 'standard', 'thorough'])
        .default('quick'),
    )
    .option('--only <tools>', `of: ${allTools.map(({ name }) => name).join(', ')}`, list, [])
    .option('--rungs <names>', `of: ${rungs.map(({ name }) => name).join(', ')}`, list, [])
    .option('--burners <counts>', 'processes that burn the processor', wholeNumbers, [0, 2, 4])
    .option('--nice', 'the harness with raised priority', false)
    .option('--max-minutes <number>', 'begins no run after that', wholeNumber, 240)
    .option('--fresh', 'forget what earlier commands measured of these tools', false)
    .option('--render', 'measure nothing, write README.md from results.json', false)
    .parse()
    .opts<BenchOptions>();
}
