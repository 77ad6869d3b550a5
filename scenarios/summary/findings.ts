import { addCalls, type Calls, noCalls } from '../../checks/calls.ts';
import { defaultErrorBudget, errorBudgetFinding } from '../../checks/error-budget.ts';
import { callResults } from '../../checks/exchange.ts';
import type { Evidence, Finding } from '../../checks/finding.ts';
import { type Floors, findingsOf } from '../../checks/findings.ts';
import { offeredFindings } from '../../checks/offered.ts';
import { type Tally, tallyOf } from '../../checks/tally.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { type ConformancePlan, floorShare } from '../../schemas/profiles.ts';
import { outcomeTags } from '../options.ts';
import type { RunContext } from '../run-context.ts';
import type { SetupData } from '../setup-data.ts';
import { countOf, type SummaryData } from './summary-data.ts';

/** Evidence that the virtual users left with the companion. */
export interface KeptEvidence {
  readonly check: string;
  readonly cause: string;
  readonly evidence: Evidence;
}

/** What the conformance phase and the load say together, check by check. */
export function conformanceFindings(
  context: RunContext,
  data: SummaryData,
  setup: SetupData,
  kept: readonly KeptEvidence[],
): Finding[] {
  const calls = addCalls(setup.records.calls, callsUnderLoad(data));
  return [
    ...findingsOf(
      context.checks,
      tallyWithLoad(context, data, setup.records.tally, kept),
      floorsFor(context.plan),
    ).map((finding) => observedOnly(finding, context.contract.observeOnly ?? [])),
    ...offeredFindings(calls, {
      floors: {
        user: floor(context.plan.user),
        encrypt: floor(context.plan.encrypt),
        sync: floor(context.plan.sync),
        backup: context.contract.backup?.call === false ? 0 : 1,
      },
      lostBudget: context.contract.errorBudget ?? defaultErrorBudget,
    }),
    errorBudgetFinding(calls, context.contract.errorBudget),
  ];
}

/** The operator may have a derived check recorded only: it then decides nothing. */
function observedOnly(finding: Finding, ids: readonly string[]): Finding {
  return ids.includes(finding.check) && finding.origin === 'derived'
    ? { ...finding, origin: 'observed' }
    : finding;
}

function floor(planned: number): number {
  return Math.max(1, Math.floor(planned * floorShare));
}

function floorsFor(plan: ConformancePlan): Floors {
  return {
    'user-answer': floor(plan.user),
    'auth-absent': floor(plan.absent),
    'auth-empty': floor(plan.empty),
    'auth-scheme': floor(plan.scheme),
    'auth-made-up': floor(plan.madeUp),
  };
}

/** Valid calls under load, read back from k6's counters. */
export function callsUnderLoad(data: SummaryData): Calls {
  const calls = noCalls();
  for (const endpoint of endpointNames) {
    for (const result of callResults)
      calls[endpoint].results[result] = countOf(data, 'calls', { endpoint, result });
    for (const outcome of outcomeTags) {
      const count = countOf(data, 'outcomes', { endpoint, outcome });
      if (count > 0) calls[endpoint].outcomes[outcome] = count;
    }
  }
  return calls;
}

function tallyWithLoad(
  context: RunContext,
  data: SummaryData,
  before: Tally,
  kept: readonly KeptEvidence[],
): Tally {
  const tally: Tally = JSON.parse(JSON.stringify(before));
  for (const { id, subject } of context.checks) {
    const samples = countOf(data, 'judged', { subject });
    const failures = countOf(data, 'violations', { check: id });
    const undecided = countOf(data, 'undecided', { check: id });
    if (samples + failures + undecided === 0) continue;
    const entry = tallyOf(tally, id);
    entry.samples += samples;
    entry.failures += failures;
    if (undecided > 0)
      entry.undecided['a 2xx answer whose body is unlike a success'] = {
        count: undecided,
        example: 'under load',
      };
    if (failures > 0)
      entry.causes['under load'] = causeUnderLoad(
        failures,
        kept.filter(({ check }) => check === id),
      );
  }
  return tally;
}

function causeUnderLoad(count: number, kept: readonly KeptEvidence[]) {
  const [first] = kept;
  return {
    count,
    expected: first?.evidence.expected ?? 'see the check',
    actual: first?.evidence.actual ?? 'the first cases stand in the log of the run',
    evidence: kept.slice(0, 5).map(({ evidence }) => evidence),
  };
}
