import type { Check, Judgement } from '../checks/check.ts';
import type { Finding } from '../checks/findings.ts';
import type { Contract, Waiver } from '../schemas/contract.ts';
import type { VerdictCause } from './report.ts';
import { cause } from './verdict.ts';

export interface Waived {
  /** A failure that is let pass keeps its verdict and gets its waiver. */
  readonly findings: readonly Finding[];
  readonly causes: readonly VerdictCause[];
}

/** The day of a time, as waivers write it: in UTC. */
export function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** Whether a judgement keeps a run of that day from a pass: a check that is recorded only decides nothing, a waived one may fail. */
export function keepsFromPass(
  { id, origin }: Check,
  outcome: Judgement['outcome'],
  contract: Contract,
  day: string,
): boolean {
  if (origin === 'derived' && contract.observeOnly?.includes(id)) return false;
  const counts = outcome === 'undecided' || outcome === 'fail';
  return counts && !waivedChecks(contract, day).includes(id);
}

export function waivedChecks({ waivers = [] }: Contract, day: string): string[] {
  return waivers.filter((waiver) => isValid(waiver, day)).map(({ check }) => check);
}

function isValid({ expires }: Waiver, day: string): boolean {
  return expires >= day;
}

/**
 * Lets waived failures pass until their day is over. A waiver that has expired, or that is not needed any more,
 * fails the run: otherwise it would let the next failure pass unseen.
 */
export function applyWaivers(
  findings: readonly Finding[],
  waivers: readonly Waiver[],
  todayIso: string,
): Waived {
  const valid = waivers.filter((waiver) => isValid(waiver, todayIso));
  const waive = (finding: Finding): Finding => {
    const waiver = valid.find(({ check }) => check === finding.check);
    if (waiver === undefined || finding.verdict !== 'fail') return finding;
    return { ...finding, waiver: { reason: waiver.reason, expires: waiver.expires } };
  };
  return {
    findings: findings.map(waive),
    causes: [...expiredWaivers(waivers, todayIso), ...valid.flatMap((waiver) => idle(waiver, findings))],
  };
}

export function expiredWaivers(waivers: readonly Waiver[], day: string): VerdictCause[] {
  return waivers.filter((waiver) => !isValid(waiver, day)).map(expired);
}

function expired({ check, expires }: Waiver): VerdictCause {
  const remedy = 'Fix the service and remove the waiver, or set a later date.';
  return cause('fail', `The waiver of ${check} expired on ${expires}.`, remedy, check);
}

/** A scenario that does not judge the check says nothing of its waiver; neither does one without evidence. */
function idle({ check }: Waiver, findings: readonly Finding[]): VerdictCause[] {
  const verdicts = findings.filter((finding) => finding.check === check).map(({ verdict }) => verdict);
  if (verdicts.length === 0 || verdicts.includes('fail') || verdicts.includes('inconclusive')) return [];
  if (verdicts.includes('pass')) {
    const unused = `The waiver of ${check} is unused: the check passes.`;
    return [cause('fail', unused, 'Remove the waiver.', check)];
  }
  const untested = `The waiver of ${check} was not tested: the check had nothing to judge.`;
  return [cause('inconclusive', untested, 'Remove the waiver unless the check failed in other runs.', check)];
}
