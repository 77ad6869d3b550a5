import type { Run } from '../../reports/report.ts';
import type { RunContext } from '../run-context.ts';
import type { SummaryData } from './summary-data.ts';

export function runOf(
  { definition, settings }: RunContext,
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
    reproduce: settings.embedded
      ? commandOf(settings.command, definition.name)
      : `BASE_URL=${settings.baseUrl} ACCESS_TOKEN=$ACCESS_TOKEN ${commandOf(settings.command, definition.name)}`,
  };
}

function commandOf(command: string | null, scenario: string): string {
  return command ?? `k6 run dist/${scenario}.js`;
}
