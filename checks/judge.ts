import type { Answer } from './answer.ts';
import { type Check, type Judgement, notApplicable, type Subject } from './check.ts';

export interface Judged {
  readonly check: Check;
  readonly judgement: Judgement;
}

/** What every check says of one answer. A check whose predecessor did not pass does not apply. */
export function judge(
  checks: readonly Check[],
  answer: Answer,
  { withPasses } = { withPasses: true },
): Judged[] {
  const judged: Judged[] = [];
  const unlikePass = new Map<string, Judgement['outcome']>();
  checksOn(answer.subjects, checks).forEach((check) => {
    const applies = unlikePass.size === 0 || appliesAfter(check, unlikePass);
    const judgement = applies ? check.judge(answer) : notApplicable;
    if (judgement.outcome !== 'pass') unlikePass.set(check.id, judgement.outcome);
    // Under load nearly all are passes: none is made into an object there (ADR 26).
    if (withPasses || judgement.outcome !== 'pass') judged.push({ check, judgement });
  });
  return judged;
}

const found = new Map<readonly Check[], Map<string, readonly Check[]>>();

/** Looked for once: in k6's engine that takes longer than the judging, and a load has thousands of answers a second. */
function checksOn(subjects: readonly Subject[], checks: readonly Check[]): readonly Check[] {
  const ofThese = found.get(checks) ?? new Map<string, readonly Check[]>();
  found.set(checks, ofThese);
  const key = subjects.join();
  const known = ofThese.get(key) ?? checks.filter(({ subject }) => subjects.includes(subject));
  ofThese.set(key, known);
  return known;
}

/** A check builds on one of the same subject that stands before it. */
function appliesAfter(check: Check, unlikePass: ReadonlyMap<string, Judgement['outcome']>): boolean {
  const before = check.after === undefined ? undefined : unlikePass.get(check.after);
  if (before === 'not-applicable' || before === 'undecided') return check.appliesUnjudged === true;
  return before === undefined || before === 'contested';
}
