import { said } from '../checks/causes.ts';
import type { Check, Judgement } from '../checks/check.ts';
import type { Finding } from '../checks/findings.ts';
import type { Contract, Waiver } from '../schemas/contract.ts';
import type { CauseOfRun } from './verdict.ts';

/** A day in UTC in the notation of waivers: "2026-12-31". */
export function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** Whether a judgement keeps a run of that day from a pass: not if its check is waived or only observed. */
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
 * Waives failures until the end of the waiver's last day: they keep their verdict and get the waiver. A waiver that has expired or
 * is no longer needed fails the run, because it would hide the next failure.
 */
export function applyWaivers(findings: readonly Finding[], waivers: readonly Waiver[], todayIso: string) {
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

export function expiredWaivers(waivers: readonly Waiver[], day: string): CauseOfRun[] {
  return waivers
    .filter((waiver) => !isValid(waiver, day))
    .map(({ check, expires }) => ({ ...said('waiver-expired', { check, expires }), check }));
}

/** A scenario that does not judge the check, or has no evidence, says nothing about its waiver. */
function idle({ check }: Waiver, findings: readonly Finding[]): CauseOfRun[] {
  const verdicts = findings.filter((finding) => finding.check === check).map(({ verdict }) => verdict);
  if (verdicts.length === 0 || verdicts.includes('fail') || verdicts.includes('inconclusive')) return [];
  const id = verdicts.includes('pass') ? 'waiver-unused' : 'waiver-untested';
  return [{ ...said(id, { check }), check }];
}
