import { distinct } from '../checks/add-up.ts';
import { type Said, said } from '../checks/causes.ts';
import type { Finding } from '../checks/findings.ts';
import { offeredCheck } from '../checks/run-checks.ts';
import { counted } from '../checks/wording.ts';
import { endpointNames } from '../schemas/endpoints.ts';
import { isObservedFailure, stateOf } from './outcome.ts';
import { reasonsOf, reasonText } from './reasons.ts';
import type { Report, Run, VerdictCause } from './report.ts';

/**
 * The only place that decides: fail > inconclusive > pass, and no pass without something proven, nor with crossed thresholds, by
 * which plain `k6 run` exits: a report must not pass if the exit status is not 0.
 */
export function decide(
  findings: readonly Finding[],
  ofRun: readonly CauseOfRun[],
  completeness: Run['completeness'],
  crossed: readonly string[] = [],
): Pick<Report, 'verdict' | 'reason' | 'causes'> {
  const further = ofRun.map(causedBy);
  if (completeness !== 'complete') {
    const own = further.filter(({ verdict }) => verdict === 'inconclusive');
    const [first = causedBy(said(`ended-${completeness}`)), ...others] = own;
    return { verdict: 'inconclusive', reason: first.text, causes: [first, ...others] };
  }
  const proven = findings.filter(({ verdict, samples }) => verdict === 'pass' && samples > 0).length;
  const deciding = findings.filter(decides);
  const roots = deciding.filter(({ because }) => because === undefined);
  const consequences = deciding.filter(({ because }) => because !== undefined);
  const found = [...roots.map(causeOf), ...further, ...consequences.map(causeOf)];
  if (found.length === 0 && proven === 0) found.push(causedBy(said('nothing-proven')));
  if (found.length === 0 && crossed.length > 0)
    found.push(causedBy(said('threshold-crossed', { thresholds: crossed.slice(0, 3).join('; ') })));
  const causes = found.toSorted((a, b) => severityOf(a) - severityOf(b));
  const reasons = reasonsOf({ causes, findings });
  const [first] = reasons;
  if (first === undefined) return { verdict: 'pass', reason: passReason(proven, findings), causes };
  const { verdict, headline } = first;
  const others = reasons.filter((one) => one.verdict === verdict).length - 1;
  return {
    verdict,
    reason: others === 0 ? headline : `${headline} And ${counted(others, 'more finding')}.`,
    causes,
  };
}

/** Whether a finding keeps a run from a pass. */
export function decides(finding: Finding): boolean {
  return ['fail', 'inconclusive'].includes(stateOf(finding));
}

function causeOf(finding: Finding): VerdictCause {
  const { check, cause, remedy } = finding;
  const verdict = finding.verdict === 'fail' ? 'fail' : 'inconclusive';
  return { verdict, text: reasonText(finding), remedy, check, ...(cause !== undefined && { cause }) };
}

function passReason(proven: number, findings: readonly Finding[]): string {
  const waived = findings
    .filter((finding) => stateOf(finding) === 'waived')
    .map(({ check, waiver }) => `${check} until ${waiver?.expires}`);
  const observed = findings.filter(isObservedFailure).map(({ check }) => check);
  const told = failuresText('waived', waived) + failuresText('only observed', observed);
  return `${counted(proven, 'check')} passed${told === '' ? ' and none failed' : told}.`;
}

function failuresText(how: string, failures: readonly string[]): string {
  if (failures.length === 0) return '';
  const names = distinct(failures);
  return `; ${counted(failures.length, 'failure')} ${how}: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}`;
}

/** Fails first, of which those that let callers in; then valid calls that do not succeed, which leave other things undecided; then the rest. */
function severityOf({ verdict, check }: VerdictCause): number {
  if (verdict === 'fail') return check?.startsWith('auth-') === true ? 0 : 1;
  return endpointNames.some((name) => offeredCheck(name).id === check) ? 2 : 3;
}

/** A cause that no finding has. `check`: the check that it is about. */
export type CauseOfRun = Said & { readonly check?: string };

function causedBy({ id, effect, reason, remedy, check }: CauseOfRun): VerdictCause {
  const verdict = effect === 'fail' ? effect : 'inconclusive';
  return { verdict, text: reason, remedy, check: check ?? null, cause: id };
}
