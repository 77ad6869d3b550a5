import type { Finding } from '../../checks/finding.ts';
import type { AvailabilityResult, EndpointResult, LoadResult, VerdictCause } from '../../reports/report.ts';
import type { RunContext } from '../run-context.ts';
import type { SetupData } from '../setup-data.ts';
import type { MachineFacts } from './companion-facts.ts';
import type { SummaryData } from './summary-data.ts';

export interface LoadSummary {
  readonly findings: readonly Finding[];
  readonly endpoints: readonly EndpointResult[];
  readonly result: LoadResult | null;
  readonly availability: AvailabilityResult | null;
  readonly causes: readonly VerdictCause[];
}

export function loadSummary(
  context: RunContext,
  _data: SummaryData,
  _setup: SetupData,
  _machine: MachineFacts,
): LoadSummary {
  void context;
  return { findings: [], endpoints: [], result: null, availability: null, causes: [] };
}
