import type { Run } from '../../reports/report.ts';
import type { RunContext } from '../run-context.ts';
import type { SummaryData } from './summary-data.ts';

export function runOf(
  { definition, settings, counterpart }: RunContext,
  data: SummaryData,
  completeness: Run['completeness'],
): Run {
  const startedAt = new Date(settings.startedAtMs).toISOString();
  return {
    id: __ENV['HARNESS_RUN_ID'] ?? `${startedAt}-${definition.name}`,
    scenario: definition.name,
    profile: settings.profile.name,
    startedAt,
    durationMs: Math.round(data.state.testRunDurationMs),
    target: settings.baseUrl,
    completeness,
    embeddedService: settings.embedded,
    reproduce: [
      ...(settings.embedded ? [] : [`BASE_URL=${settings.baseUrl} ACCESS_TOKEN=$ACCESS_TOKEN`]),
      ...(counterpart === null ? [] : [`COMPARE_URL=${counterpart.baseUrl}`]),
      ...(counterpart?.hasOwnToken === true ? ['COMPARE_ACCESS_TOKEN=$COMPARE_ACCESS_TOKEN'] : []),
      commandOf(settings.command, definition.name),
    ].join(' '),
  };
}

function commandOf(command: string | null, scenario: string): string {
  return command ?? `k6 run dist/${scenario}.js`;
}
