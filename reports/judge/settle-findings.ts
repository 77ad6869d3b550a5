import { addCalls } from '../../checks/calls/calls.ts';
import { checksFor } from '../../checks/catalogue.ts';
import { explainedBy, said } from '../../checks/causes.ts';
import { type Finding, type FindingCause, titleFor } from '../../checks/findings.ts';
import { offeredCheck } from '../../checks/run-checks.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { easiestFirst } from '../evidence.ts';
import { countOf } from '../read-metrics.ts';
import { decides } from '../verdict.ts';
import { applyWaivers, dayOf } from '../waivers.ts';
import { type AnswerFacts, callsUnderLoad, probesNeeded, validCalls } from './answer-findings.ts';
import { besideValidCalls } from './beside-valid-calls.ts';
import { withTimeRemedy } from './slow-reading.ts';

type Seen = Omit<AnswerFacts, 'evidence'>;

/**
 * Adjusts findings to everything else that the run saw, and adds the causes that waivers bring. The order matters: which findings
 * lack answers, and which are waived, depends on their verdicts.
 */
export function settleFindings(ofAnswers: readonly Finding[], others: readonly Finding[], seen: Seen) {
  const { contract, startedAtMs } = seen.plan;
  const checks = checksFor(contract, {});
  const calls = validCalls(seen);
  const settled = ofAnswers
    .map((finding) => probedUnderLoad(finding, seen))
    .map((finding) => besideValidCalls(finding, checks, calls))
    .map((finding) => observedOnly(finding, contract.observeOnly))
    .map((finding) => ({ ...finding, causes: finding.causes.map(withEasiestCase) }))
    .map((finding) => withTimeRemedy(finding, seen.before.slowReading));
  const all = withConsequences([...settled, ...others], seen);
  return applyWaivers(all, contract.waivers ?? [], dayOf(startedAtMs));
}

/** A service whose guard opens under load must not pass because nobody probed it under load. */
function probedUnderLoad(finding: Finding, { plan, metrics }: Seen): Finding {
  const judged = countOf(metrics, 'probes_judged');
  const floor = probesNeeded(plan.load);
  if (finding.check !== 'auth-absent-refused' || finding.verdict !== 'pass' || judged >= floor)
    return finding;
  return {
    ...finding,
    verdict: 'inconclusive',
    title: titleFor('inconclusive', finding.title),
    ...explainedBy(said('few-refusals-under-load', { judged, floor })),
  };
}

/** A derived check that the operator only observes does not affect the verdict. */
function observedOnly(finding: Finding, ids: readonly string[] = []): Finding {
  return ids.includes(finding.check) && finding.origin === 'derived'
    ? { ...finding, origin: 'observed' }
    : finding;
}

/** Shows what was expected and received in the case that comes first. */
function withEasiestCase(cause: FindingCause): FindingCause {
  const evidence = easiestFirst(cause.evidence);
  const { expected, actual } = evidence[0] ?? cause;
  return { ...cause, expected, actual, evidence };
}

/**
 * If too few valid calls of an endpoint succeeded, findings that lack answers for that reason cannot be decided, so each of them
 * names the finding that says so. If none succeeded, this applies to every inconclusive finding without ambiguous answers.
 */
function withConsequences(findings: readonly Finding[], { before, metrics }: Seen): Finding[] {
  const calls = addCalls(before.calls, callsUnderLoad(metrics));
  const roots = endpointNames.flatMap((name) => {
    const { succeeded } = calls[name].results;
    const root = findings.find((one) => one.check === offeredCheck(name).id && decides(one));
    return root !== undefined && succeeded < root.floor ? [{ root, succeeded }] : [];
  });
  return findings.map((finding) => {
    const lacking = roots.find(({ root }) => root.endpoint === finding.endpoint && root !== finding);
    const { check, verdict, samples, floor } = finding;
    const isAmbiguous = (before.tally[check]?.outcomes.undecided ?? 0) > 0;
    const isLacking = lacking !== undefined && (lacking.succeeded === 0 ? !isAmbiguous : samples < floor);
    return isLacking && verdict === 'inconclusive' ? { ...finding, because: lacking.root.check } : finding;
  });
}
