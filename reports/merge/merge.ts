import { clauseRows } from '../clause-rows.ts';
import type { ContractSummary, Finding, Report, VerdictCause } from '../report.ts';
import { mostProbes } from '../token-probes.ts';
import { decide } from '../verdict.ts';
import { mergeAvailability } from './availability.ts';
import { mergeEndpoints } from './endpoints.ts';
import { mergeFindings } from './findings.ts';
import { mergeGenerators, mergeLoads } from './generators.ts';
import { mergedRun, runIds } from './identity.ts';
import { judgeMerged, type LatencyJudge } from './latency.ts';
import { mergeErrors, mergeObservations } from './observations.ts';
import { refusals } from './refusals.ts';
import { grouped } from './totals.ts';

export type Merge =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly problems: readonly string[] };

export interface MergeOptions {
  /** What problems call the runs: their folders. Without them, their ids. */
  readonly names?: readonly string[];
  readonly judge?: LatencyJudge;
}

/** One report of several generators that asked the same service at the same time, or why they are not parts of one. */
export function mergeReports(reports: readonly Report[], options: MergeOptions = {}): Merge {
  const problems = refusals(reports, options.names ?? []);
  const [first, ...others] = reports;
  if (problems.length > 0 || first === undefined) return { ok: false, problems };
  return { ok: true, report: mergeParts([first, ...others], options.judge ?? judgeMerged) };
}

function mergeParts(parts: readonly [Report, ...Report[]], judge: LatencyJudge): Report {
  const [first] = parts;
  const endpoints = mergeEndpoints(parts, judge);
  const findings = mergeFindings(parts, endpoints);
  const tokenProbes = mostProbes(parts.flatMap((part) => part.tokenProbes ?? []));
  const observations = mergeObservations(parts.flatMap((part) => part.observations));
  return {
    schemaVersion: first.schemaVersion,
    tool: first.tool,
    run: mergedRun(parts),
    ...decide(findings, furtherCauses(parts, findings), 'complete'),
    findings,
    clauses: clauseRows(findings, observations),
    observations,
    endpoints,
    load: mergeLoads(parts),
    errors: mergeErrors(parts.flatMap(({ errors }) => errors)),
    availability: mergeAvailability(parts, endpoints),
    generator: mergeGenerators([first.generator, ...parts.slice(1).map(({ generator }) => generator)]),
    contract: mergedContract(parts),
    ...(tokenProbes === undefined ? {} : { tokenProbes }),
  };
}

/** What decided in a part besides its findings. A waiver that any part needed is in use. */
function furtherCauses(parts: readonly Report[], findings: readonly Finding[]): VerdictCause[] {
  const own = parts.flatMap((part) => {
    const ofFindings = decide(part.findings, [], 'complete').causes.map(({ text }) => text);
    return part.causes.filter(({ text }) => !ofFindings.includes(text));
  });
  const waived = findings.filter(({ waiver }) => waiver !== null).map(({ check }) => check);
  return grouped(own, ({ text }) => text)
    .map(([cause]) => cause)
    .filter(({ check }) => check === null || !waived.includes(check));
}

function mergedContract(parts: readonly [Report, ...Report[]]): ContractSummary {
  const { contract } = parts[0];
  const settings = contract.settings.filter(({ name }) => name !== 'Generators');
  const value = `${parts.flatMap(runIds).length}, at the same time`;
  return { ...contract, settings: [...settings, { name: 'Generators', value, origin: 'declared' }] };
}
