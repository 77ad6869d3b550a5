import { type Command, Option } from 'commander';
import { say, showVerdict } from '../output.ts';
import { comparing, runScenario, type ScenarioOptions } from '../run-scenario.ts';

const scenarios: readonly (readonly [string, string])[] = [
  ['gate', 'conformance, then load, one verdict'],
  ['conformance', 'every clause of the document, without load'],
  ['load', 'the load of the gate alone, after a short look that the right service is there'],
  ['smoke', 'a few calls of everything: is it there, does it answer as documented'],
  ['soak', 'the load of the gate for half an hour, or --duration'],
  ['stress', 'the load raised in steps to twice the rate'],
  ['spike', 'a sudden load of four times the rate'],
  ['breakpoint', 'the load raised in steps to eight times the rate'],
];

const compareWords =
  'a service to ask in turns with the judged one: slower than it is a fail too; default COMPARE_URL';

export function addScenarioCommands(program: Command): void {
  for (const [name, description] of scenarios) {
    const command = program
      .command(name)
      .description(description)
      .option('--base-url <url>', 'the service; default BASE_URL')
      .option('--embedded', 'judge the reference service that comes with the harness')
      .option('--contract <file>', 'what the operator declares where the document is silent (YAML or JSON)')
      .option('--out <dir>', 'folder of the report; default results/<time>-<scenario>')
      .addOption(
        new Option('--profile <name>', 'how much evidence').choices(['quick', 'standard', 'thorough']),
      )
      .option('--rate <number>', 'requests per second, all endpoints together')
      .option('--duration <time>', 'measured time, such as 30s or 5m')
      .option('--seed <number>', 'send the same requests as the run whose report names this seed')
      .option('--nice', 'raise the priority of the load generator (needs the right to)')
      .action(async (options: ScenarioOptions) => {
        const { report, folder } = await runScenario(name, options, say);
        showVerdict(report, folder);
      });
    if (comparing.includes(name)) command.option('--compare <url>', compareWords);
  }
}
