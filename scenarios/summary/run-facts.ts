import type { Run, TokenProbes } from '../../reports/report.ts';
import type { Records } from '../conformance/records.ts';
import { changeableCharacters } from '../made-up-tokens.ts';
import type { RunContext } from '../run-context.ts';
import type { SummaryData } from './summary-data.ts';

export function runOf(
  { definition, settings, counterpart }: RunContext,
  data: SummaryData,
  completeness: Run['completeness'],
): Run {
  const seed = data.setup_data?.seed;
  const startedAt = new Date(settings.startedAtMs).toISOString();
  return {
    id: __ENV['HARNESS_RUN_ID'] ?? `${startedAt}-${definition.name}`,
    scenario: definition.name,
    profile: settings.profile.name,
    startedAt,
    durationMs: Math.round(data.state.testRunDurationMs),
    ...(seed === undefined ? {} : { seed }),
    target: settings.baseUrl,
    completeness,
    embeddedService: settings.embedded,
    reproduce: [
      ...(settings.embedded ? [] : [`BASE_URL=${settings.baseUrl} ACCESS_TOKEN=$ACCESS_TOKEN`]),
      ...(counterpart === null ? [] : [`COMPARE_URL=${counterpart.baseUrl}`]),
      ...(counterpart?.hasOwnToken === true ? ['COMPARE_ACCESS_TOKEN=$COMPARE_ACCESS_TOKEN'] : []),
      commandOf(settings.command, definition.name, seed),
    ].join(' '),
  };
}

export function tokenProbesOf({ tokenProbes }: Records, token: string): TokenProbes {
  return {
    ways: Object.keys(tokenProbes.ways).length,
    changedCharacters: Object.keys(tokenProbes.places).length,
    characters: changeableCharacters(token),
  };
}

/** The command line has said the seed already. */
function commandOf(command: string | null, scenario: string, seed: number | undefined): string {
  return command ?? `${seed === undefined ? '' : `SEED=${seed} `}k6 run dist/${scenario}.js`;
}
