import exec from 'k6/execution';
import { clauseRows } from '../../reports/clause-rows.ts';
import { redactDeep } from '../../reports/redact.ts';
import { renderAll } from '../../reports/render-all.ts';
import { type Report, schemaVersion } from '../../reports/report.ts';
import { decide } from '../../reports/verdict.ts';
import { applyWaivers, dayOf } from '../../reports/waivers.ts';
import { newRecords } from '../conformance/records.ts';
import { loadOfSegment, segmentShare } from '../load/segment.ts';
import type { RunContext } from '../run-context.ts';
import type { SetupData } from '../setup-data.ts';
import { availabilityOf } from './availability.ts';
import { keptEvidence, machineOf } from './companion-facts.ts';
import { comparisonSummary } from './comparison.ts';
import { agreeWithK6, completenessOf, withheldBecause } from './completeness.ts';
import { contractSummary } from './contract-summary.ts';
import { conformanceFindings } from './findings.ts';
import { generatorOf } from './generator.ts';
import { loadMade } from './load-made.ts';
import { loadSummary } from './load-summary.ts';
import { errorsFrom, observationsFrom } from './observations.ts';
import { runOf, tokenProbesOf } from './run-facts.ts';
import { crossedThresholds, readSummaryData, type SummaryData } from './summary-data.ts';

/** The end of a run: what k6 counted and what setup() saw become one report, and the report becomes files. */
export function summarise(
  whole: RunContext,
  given: Partial<SummaryData>,
  changedOptions: readonly string[],
): Record<string, string> {
  const { data, problems } = readSummaryData(given);
  const share = segmentShare(exec.test.options.executionSegment);
  const load = whole.load === null ? null : loadMade(loadOfSegment(whole.load, share), data);
  const context = { ...whole, load };
  const before = data.setup_data ?? nothing;
  const setup = { ...before, problems: [...new Set([...before.problems, ...changedOptions, ...problems])] };
  const report = redactDeep(reportOf(context, data, setup, share === 1), context.redact);
  const { out, companion } = context.settings;
  return renderAll(report, { folder: out, toTerminal: companion === null, colour: data.state.isStdOutTTY });
}

function reportOf(context: RunContext, data: SummaryData, setup: SetupData, isAlone: boolean): Report {
  const { settings } = context;
  const machine = machineOf(settings.companion);
  const load = loadSummary(context, data, setup, machine);
  const availability = availabilityOf(context, load.endpoints);
  const comparison = comparisonSummary(context, data, isAlone);
  const judged = [
    ...conformanceFindings(context, data, setup, keptEvidence(settings.companion)),
    ...load.findings,
    ...availability.findings,
    ...comparison.findings,
  ];
  const today = dayOf(settings.startedAtMs);
  const { findings, causes } = applyWaivers(judged, context.contract.waivers ?? [], today);
  const completeness = completenessOf(context, data, setup);
  const further = [...causes, ...withheldBecause(data, setup)];
  const plain = settings.companion === null;
  const decision = agreeWithK6(decide(findings, further, completeness), plain ? crossedThresholds(data) : []);
  const observations = observationsFrom(setup.records);
  return {
    schemaVersion,
    tool: { name: 'encryption-backup-harness', version: HARNESS_VERSION },
    run: runOf(context, data, completeness),
    ...decision,
    findings,
    clauses: clauseRows(findings, observations),
    observations,
    endpoints: load.endpoints,
    load: load.result,
    errors: errorsFrom(setup.records, data),
    availability: availability.result,
    generator: generatorOf(data, setup, machine),
    contract: contractSummary(context),
    ...(setup.reachable ? { tokenProbes: tokenProbesOf(setup.records, settings.token) } : {}),
    ...(comparison.result === null ? {} : { comparison: comparison.result }),
  };
}

const nothing: SetupData = {
  seed: 0,
  reachable: false,
  records: newRecords(),
  backupBody: null,
  problems: [],
  conformanceMs: 0,
  refusedClasses: [],
  roundTrip: null,
  calibration: null,
  warmUp: null,
};
