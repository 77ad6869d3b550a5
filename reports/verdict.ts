import type { Finding, Verdict } from '../checks/findings.ts';
import { offeredCheck } from '../checks/run-checks.ts';
import { counted, countText } from '../checks/wording.ts';
import { endpointNames } from '../schemas/endpoints.ts';
import { stateOf } from './outcome.ts';
import type { Run, VerdictCause } from './report.ts';

export interface Decision {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly causes: readonly VerdictCause[];
}

/** The only place that decides: fail > inconclusive > pass, and no pass without something proved. */
export function decide(
  findings: readonly Finding[],
  further: readonly VerdictCause[],
  completeness: Run['completeness'],
): Decision {
  const causes = [...findings.filter(decides).map(causeOf), ...further].toSorted(bySeverity);
  if (completeness !== 'complete') return withheld(completeness, further);
  const failures = causes.filter(({ verdict }) => verdict === 'fail');
  if (failures.length > 0) return { verdict: 'fail', reason: reasonFrom(failures), causes };
  if (causes.length > 0) return { verdict: 'inconclusive', reason: reasonFrom(causes), causes };
  const proved = findings.filter(({ verdict, samples }) => verdict === 'pass' && samples > 0);
  if (proved.length === 0) {
    const nothing = cause(
      'inconclusive',
      'Nothing was proven: no check had anything to judge.',
      'See the errors.',
    );
    return { verdict: 'inconclusive', reason: nothing.text, causes: [nothing] };
  }
  const waived = findings.filter((finding) => stateOf(finding) === 'waived');
  return { verdict: 'pass', reason: passReason(proved.length, waived), causes: [] };
}

/** Whether a finding keeps a run from a pass. */
export function decides({ verdict, origin, waiver }: Finding): boolean {
  return origin !== 'observed' && waiver === null && (verdict === 'fail' || verdict === 'inconclusive');
}

function causeOf(finding: Finding): VerdictCause {
  const verdict = finding.verdict === 'fail' ? 'fail' : 'inconclusive';
  const where = finding.title.includes(finding.endpoint) ? [] : [finding.endpoint];
  const place = ` (${[...where, `§${finding.section}`].join(', ')})`;
  const text = `${finding.title}${place}: ${finding.explanation}`;
  return cause(verdict, text, finding.remedy, finding.check);
}

function withheld(completeness: Run['completeness'], further: readonly VerdictCause[]): Decision {
  const own = further.filter(({ verdict }) => verdict === 'inconclusive');
  const said = {
    complete: '',
    unreachable: 'The service could not be reached.',
    interrupted: 'The run was interrupted.',
    broken: 'The harness failed.',
  }[completeness];
  const causes = own.length > 0 ? own : [cause('inconclusive', said, 'Run the test again.')];
  return { verdict: 'inconclusive', reason: causes[0]?.text ?? said, causes };
}

function reasonFrom(causes: readonly VerdictCause[]): string {
  const [first] = causes;
  const more = causes.length > 1 ? ` And ${countText(causes.length - 1)} more.` : '';
  return `${first?.text ?? ''}${more}`;
}

function passReason(passed: number, waived: readonly Finding[]): string {
  const checks = counted(passed, 'check');
  if (waived.length === 0) return `${checks} passed and none failed.`;
  const count = `${counted(waived.length, 'failure')} ${waived.length === 1 ? 'is' : 'are'} waived`;
  const names = waived.map(({ check, waiver }) => `${check} until ${waiver?.expires}`);
  const list = [...new Set(names)].slice(0, 3).join(', ');
  return `${checks} passed; ${count}: ${list}${waived.length > 3 ? ' …' : '.'}`;
}

function bySeverity(a: VerdictCause, b: VerdictCause): number {
  return severityOf(a) - severityOf(b);
}

/** Calls that do not succeed leave other things open too: they come before these. */
function severityOf({ verdict, check }: VerdictCause): number {
  if (verdict === 'fail') return 0;
  return endpointNames.some((name) => offeredCheck(name).id === check) ? 1 : 2;
}

export function cause(
  verdict: VerdictCause['verdict'],
  text: string,
  remedy: string,
  check: string | null = null,
): VerdictCause {
  return { verdict, text, remedy, check };
}
