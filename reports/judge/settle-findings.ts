import { distinct } from '../../checks/add-up.ts';
import { authRefusalChecks } from '../../checks/auth/auth-refusal.ts';
import { addCalls, type CallCounts, totalCalls } from '../../checks/calls/calls.ts';
import { checksFor } from '../../checks/catalogue.ts';
import { explainedBy, said } from '../../checks/causes.ts';
import type { Check } from '../../checks/check.ts';
import { endpointNameOf, type Finding, titleFor } from '../../checks/findings.ts';
import { offeredCheck } from '../../checks/run-checks.ts';
import { lowerBound, upperBound } from '../../checks/statistics/distributions.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { countText } from '../../checks/wording.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { easiestFirst } from '../evidence.ts';
import type { SeenFacts } from '../facts.ts';
import { countOf } from '../read-metrics.ts';
import { decides } from '../verdict.ts';
import { applyWaivers, dayOf } from '../waivers.ts';
import { callsUnderLoad, probesNeeded, validCalls } from './answer-findings.ts';

/**
 * Adjusts findings to everything else that the run saw, and adds the causes that waivers bring. The order matters: which findings
 * lack answers, and which are waived, depends on their verdicts.
 */
export function settleFindings(ofAnswers: readonly Finding[], others: readonly Finding[], seen: SeenFacts) {
  const { contract, startedAtMs } = seen.plan;
  const { waivers = [], observeOnly = [] } = contract;
  const checks = checksFor(contract, {});
  const calls = validCalls(seen);
  const settled = ofAnswers.map((finding) => {
    const check = checks.find(({ id }) => id === finding.check);
    const besideCalls =
      check === undefined
        ? finding
        : besideValidCalls(probedUnderLoad(finding, seen), check, calls[endpointNameOf(check.subject)]);
    const isObserved = observeOnly.includes(finding.check) && finding.origin === 'derived';
    const causes = commonCauses(besideCalls).map((cause) => {
      const evidence = easiestFirst(cause.evidence);
      const { expected, actual } = evidence[0] ?? cause;
      return { ...cause, expected, actual, evidence };
    });
    return { ...besideCalls, ...(isObserved && { origin: 'observed' as const }), causes };
  });
  const all = withConsequences([...withSameFault(settled), ...others], seen);
  return applyWaivers(all, waivers, dayOf(startedAtMs));
}

/** One cause for all wrong credentials of a kind, where none of them was refused. */
function commonCauses({ check, failures, samples, causes }: Finding): Finding['causes'] {
  const [first] = causes;
  const isOfAll = authRefusalIds.includes(check) && failures === samples && causes.length > 1;
  return first && isOfAll ? [{ ...first, cause: 'whatever was sent', count: failures }] : causes;
}

const authRefusalIds = authRefusalChecks().map(({ id }) => id);

/**
 * A guard may admit several kinds of wrong credentials for the same reason: it looks at none of them, or at something that all are sent
 * with. Then every finding but the first names the first.
 */
function withSameFault(findings: readonly Finding[]): Finding[] {
  const broken = authRefusalIds.flatMap(
    (id) => findings.find(({ check, verdict }) => check === id && verdict === 'fail') ?? [],
  );
  return findings.map((finding) => {
    const at = broken.indexOf(finding);
    const root = broken.slice(0, Math.max(0, at)).find(({ check, causes, failures, samples }) => {
      const asksNothing =
        check === 'auth-absent-refused' && failures === samples && finding.failures === finding.samples;
      const known = causes.flatMap(({ cause }) => besidesIn(cause) ?? []);
      const isSame = finding.causes.every(({ cause }) => known.includes(besidesIn(cause) ?? ''));
      return asksNothing || isSame;
    });
    return root === undefined ? finding : { ...finding, because: root.check };
  });
}

/** What a wrong credential was sent with: ", with the token in a cookie". */
function besidesIn(cause: string): string | undefined {
  return /, with the (?:token|cookies) .*/.exec(cause)?.[0];
}

/** A service whose guard opens under load must not pass because nobody probed it under load. */
function probedUnderLoad(finding: Finding, { plan, metrics }: SeenFacts): Finding {
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

/**
 * If too few valid calls of an endpoint succeeded, findings that lack answers for that reason cannot be decided, so each of them
 * names the finding that says so. If none succeeded, this applies to every inconclusive finding without ambiguous answers.
 */
function withConsequences(findings: readonly Finding[], { before, metrics }: SeenFacts): Finding[] {
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

/**
 * Uses valid calls to distinguish a refusal from a service that is absent or not ready. If no valid call succeeds, or valid calls
 * end like those without a token, the answers neither break a declaration nor show that the token decides.
 */
function besideValidCalls(finding: Finding, check: Check, counts: CallCounts): Finding {
  const { verdict, causes, failures, samples } = finding;
  const open = check.besideSuccess === verdict ? whyOpen(finding, check, counts) : null;
  if (open === null) return finding;
  const seen =
    verdict === 'fail'
      ? `${countText(failures)} of ${countText(samples)} answers are not as declared`
      : `All ${countText(samples)} answers are refusals`;
  return {
    ...finding,
    verdict: 'inconclusive',
    title: titleFor('inconclusive', check.title),
    ...explainedBy(said(open, { seen })),
    failures: 0,
    causes: [],
    contested: causes.map(({ cause, count, actual }) => ({ form: cause, count, example: actual })),
  };
}

function whyOpen(finding: Finding, { subject }: Check, counts: CallCounts) {
  const { verdict, causes } = finding;
  if (counts.results.succeeded === 0)
    return verdict === 'fail' || totalCalls(counts) > 0 ? 'beside-no-success' : null;
  if (verdict !== 'fail') return null;
  if (!subject.startsWith('no-token-')) return isAsRare(finding, counts) ? 'beside-rare' : null;
  return causes.every(({ cause }) => isAmong(counts, cause)) ? 'beside-same-end' : null;
}

/** Except for HTTP 401, which asks for a token even if it refuses this run's. */
function isAmong({ outcomes }: CallCounts, cause: string): boolean {
  return cause !== 'HTTP 401' && Object.hasOwn(outcomes, cause);
}

/** Chance that a bound on a share is wrong. */
const alpha = 0.01;

/**
 * Whether the answers are so few that valid calls may end like this as often: with the same status as some did, or with a failure
 * or timeout of the service (408), which any call may meet.
 */
function isAsRare({ causes, failures, samples }: Finding, counts: CallCounts): boolean {
  const statuses = distinct(causes.flatMap(({ evidence }) => evidence.map(({ status }) => status)));
  const alike = sumOf(statuses, (status) => counts.outcomes[`HTTP ${status}`] ?? 0);
  return (
    statuses.length > 0 &&
    statuses.every((status) => status >= 500 || status === 408 || isAmong(counts, `HTTP ${status}`)) &&
    lowerBound(failures, samples, alpha) <= upperBound(alike, totalCalls(counts), alpha)
  );
}
