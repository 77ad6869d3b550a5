import { errorBudgetFinding } from '../../checks/availability/error-budget.ts';
import { addCalls, type CallCounts, type Calls, noCalls, totalCalls } from '../../checks/calls/calls.ts';
import { defaultBudget, offeredFindings } from '../../checks/calls/offered.ts';
import { checksFor } from '../../checks/catalogue.ts';
import type { Check } from '../../checks/check.ts';
import { callResults } from '../../checks/exchange.ts';
import { type Finding, findingsOf } from '../../checks/findings.ts';
import { signOfPlaintext } from '../../checks/observations.ts';
import { addTallies, outcomeTags, type Tally, type unlikePass } from '../../checks/tally.ts';
import { type Contract, type OtherEndpoint, otherAlgorithms } from '../../schemas/contract.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import {
  callsAskingToken,
  callsPerAlgorithm,
  fewestProbes,
  plannedCalls,
  type ResolvedLoad,
} from '../../schemas/load-plan.ts';
import { type ConformancePlan, floorShare } from '../../schemas/profiles.ts';
import type { SeenFacts } from '../facts.ts';
import { countOf, type Metrics } from '../read-metrics.ts';

/**
 * The findings of the checks on single answers, for the conformance phase and the load together. `failureBursts`: the number of
 * failures under load that count as one; null: no load is judged.
 */
export function answerFindings(seen: SeenFacts, failureBursts: number | null): Finding[] {
  const { plan, before } = seen;
  const { contract, conformance } = plan;
  const { errorBudget } = contract;
  const checks = checksFor(contract, {});
  const tally = addTallies(before.tally, tallyOfLoad(checks, seen));
  return [
    ...findingsOf(checks, tally, floorsFor(conformance, contract), before.tally),
    ...offeredFindings(validCalls(seen), {
      floors: {
        user: floor(conformance.user),
        encrypt: floor(conformance.encrypt),
        sync: floor(conformance.sync),
        backup: Math.min(1, conformance.backup),
      },
      budget: errorBudget ?? defaultBudget,
      refusedClasses: before.refusedClasses,
      unencrypted: signOfPlaintext(before.observations['plaintext-in-answer']?.encrypt?.counts ?? {}),
      sizeLimit: before.sizeLimit,
    }),
    ...(errorBudget === undefined
      ? []
      : [errorBudgetFinding(validCalls(seen, isReached), errorBudget, failureBursts)]),
  ];
}

/** Whether a call of an endpoint reached the service, which otherwise may not be to blame. */
function isReached(counts: CallCounts): boolean {
  return counts.outcomes['unreachable'] !== totalCalls(counts);
}

/**
 * Calls that the service owed an answer. A changing load may make it shed calls, so calls under such a load count only for an
 * endpoint that answered none at all. `isOwed`: whether the calls of an endpoint under load count otherwise.
 */
export function validCalls(
  { plan: { load }, before, metrics }: SeenFacts,
  isOwed = (_counts: CallCounts) => true,
): Calls {
  const isSteady = load === null || load.shape === 'steady';
  const underLoad = callsUnderLoad(metrics);
  const owed = endpointNames.filter(
    (name) => (isSteady || underLoad[name].results.succeeded === 0) && isOwed(underLoad[name]),
  );
  return addCalls(before.calls, {
    ...noCalls(),
    ...Object.fromEntries(owed.map((name) => [name, underLoad[name]])),
  });
}

/** Judged answers to wrong credentials under load that a pass requires. */
export function probesNeeded(load: ResolvedLoad | null): number {
  return load === null ? 0 : Math.floor(fewestProbes(load) * floorShare);
}

function floor(planned: number): number {
  return Math.max(1, Math.floor(planned * floorShare));
}

/** The fewest answers for a pass. Declared expectations need at least one, so subjects judged only by them have a floor. */
function floorsFor(plan: ConformancePlan, contract: Contract) {
  const { token, backup } = contract;
  const asking = callsAskingToken(plan.backup, contract);
  // Half of the calls to an endpoint that needs the token: those without a header alone are fewer.
  const noToken = (endpoint: OtherEndpoint) => {
    if (asking[endpoint] === 0) return 0;
    return token?.required?.includes(endpoint) ? Math.ceil(asking[endpoint] / 2) : floor(asking[endpoint]);
  };
  return {
    'user-answer': floor(plan.user),
    'encrypt-answer': 1,
    'sync-answer': 1,
    'backup-answer': backup?.call === false || plan.backup === 0 ? 0 : 1,
    'auth-absent': floor(plan.absent),
    'auth-empty': floor(plan.empty),
    'auth-scheme': floor(plan.scheme),
    'auth-made-up': floor(plan.madeUp),
    'refusal-answer': 1,
    'no-token-user': noToken('user'),
    'no-token-sync': noToken('sync'),
    'no-token-backup': noToken('backup'),
    // Enough that no declared algorithm can have been left out.
    'encrypt-algorithm': Math.ceil(otherAlgorithms(contract).length * callsPerAlgorithm * 0.95),
  };
}

/** Assumes that every call of the planned load succeeds. What is inconclusive even then stays inconclusive. */
export function withIdealLoad(calls: Calls, load: ResolvedLoad | null): Calls {
  if (load === null || load.shape !== 'steady') return calls;
  const ideal = noCalls();
  for (const endpoint of endpointNames) {
    if (calls[endpoint].results.succeeded > 0)
      ideal[endpoint].results.succeeded = plannedCalls(endpoint, load);
  }
  return addCalls(calls, ideal);
}

/** Valid calls under load, read from k6's counters. */
export function callsUnderLoad(metrics: Metrics): Calls {
  const calls = noCalls();
  for (const endpoint of endpointNames) {
    for (const result of callResults)
      calls[endpoint].results[result] = countOf(metrics, 'calls', { endpoint, result });
    for (const outcome of outcomeTags) {
      const count = countOf(metrics, 'outcomes', { endpoint, outcome });
      if (count > 0) calls[endpoint].outcomes[outcome] = count;
    }
  }
  return calls;
}

const mostEvidence = 5;

/** What k6 counted under load, with the evidence that was kept of it. Only the number is known of these answers, so all have one cause. */
function tallyOfLoad(checks: readonly Check[], { metrics, before, evidence }: SeenFacts): Tally {
  const tally: Tally = {};
  for (const { id, subject } of checks) {
    const counted = (outcome: (typeof unlikePass)[number]) =>
      countOf(metrics, 'judged_otherwise', { check: id, outcome });
    const judged = countOf(metrics, 'judged', { subject }) - counted('not-applicable');
    if (judged <= 0) continue;
    const [contested, undecided, fail] = [counted('contested'), counted('undecided'), counted('fail')];
    const kept = evidence.filter(({ check }) => check === id).map((one) => one.evidence);
    const { expected } = kept[0] ?? Object.values(before.tally[id]?.causes ?? {})[0] ?? {};
    const cause = {
      expected: expected ?? 'as the check says',
      actual: kept[0]?.actual ?? 'answers that were not kept',
      evidence: kept.slice(0, mostEvidence),
    };
    tally[id] = {
      outcomes: { pass: judged - contested - undecided - fail, contested, undecided, fail },
      causes: fail === 0 ? {} : { 'under load': { count: fail, ...cause } },
      contested: contested === 0 ? {} : { 'under load': { count: contested, example: '' } },
      undecided: undecided === 0 ? {} : { 'under load': { count: undecided, example: '' } },
    };
  }
  return tally;
}
