import type { Command } from 'commander';
import { scenarios } from '../../schemas/scenarios.ts';
import { checkGateway, pushMetrics } from '../after/push-metrics.ts';
import { type Caller, showVerdict } from '../caller.ts';
import { runScenario } from '../run/make-run.ts';
import type { ScenarioOptions } from '../run/wanted-run.ts';
import { addTransportOptions, repeated } from '../transport.ts';

const descriptions: Readonly<Record<string, string>> = {
  gate: 'run conformance, then load, and give one verdict',
  conformance: 'check every clause of the document but the response time',
  load: 'run only the load of the gate, after a short check that the right service answers',
  smoke: 'make a few calls to every endpoint: does it answer as documented?',
  soak: 'run the load of the gate for half an hour, or for --duration',
  stress: 'raise the load in steps to twice the rate',
  spike: 'jump to four times the rate',
  breakpoint: 'raise the load in steps to eight times the rate',
};

const k6OutWords =
  "also write k6's own metrics: json=FILE, csv=FILE, experimental-prometheus-rw, opentelemetry … (repeatable); default: K6_OUT";
const compareWords =
  'another deployment of the service, such as the last release: being slower than it is a fail, too; default: COMPARE_URL';

const durationWords =
  'how long the load is measured, such as 30s or 5m; a number alone is seconds; default: by profile';
const withinWords =
  'the most time for a run, such as 15m. Until it can decide, the run makes further loads (if calls are missing or other programs disturb it), or begins again (if the service is still starting). 0: one load; default: 6m, or one load if that takes longer or --duration is given';

export function addScenarioCommands(program: Command, caller: Caller): void {
  for (const scenario of scenarios) {
    const chosen = program
      .command(scenario.name)
      .description(descriptions[scenario.name] ?? '')
      .option('--base-url <url>', 'the service; default: BASE_URL')
      .option('--embedded', 'judge the reference service that comes with the harness')
      .option('--contract <file>', 'what you declare where the document is silent (YAML or JSON)')
      .option(
        '--out <dir>',
        'folder for the report, which replaces an earlier one in it; default: results/<time>-<scenario>',
      )
      .option(
        '--profile <name>',
        'how much evidence to gather: quick (on a quiet machine about 20 s), standard (80 s, the default) or thorough (10 min)',
      )
      .option(
        '--rate <number>',
        'requests per second of the load, all endpoints together, and at most as many before it; default: by profile, and no more than this machine can time',
      )
      .option(
        '--seed <number>',
        'send the same requests as the run whose report names this seed; default: different requests in each run',
      );
    const command = addTransportOptions(chosen)
      .option(
        '--nice',
        'give k6 priority over the other programs of this machine (needs permission, such as that of root; the default where the service is on another machine)',
      )
      .option('--no-nice', 'give k6 no priority')
      .option('--k6-out <type>', k6OutWords, repeated)
      .option('--push-gateway <url>', 'also push the verdict as metrics to this Prometheus Pushgateway')
      .option(
        '--advisory',
        'exit with 0 on fail and inconclusive, too, so that nothing is blocked; every output says so',
      )
      .option('--yes', 'consent to what is sent to another machine; CI=true does so too')
      .action(async (options: ScenarioOptions) => {
        if (options.pushGateway !== undefined) checkGateway(options.pushGateway);
        const { report, folder } = await runScenario(scenario, options, caller);
        showVerdict(caller, report, folder, options.advisory);
        if (options.pushGateway !== undefined) await pushMetrics(options.pushGateway, report, caller);
      });
    if (scenario.load !== null) command.option('--duration <time>', durationWords);
    if (scenario.compares === true)
      command.option('--compare <url>', compareWords).option('--within <time>', withinWords);
  }
}
