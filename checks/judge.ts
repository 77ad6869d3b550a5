import type { Answer } from './answer.ts';
import { type Check, type Judgement, notApplicable, type Subject } from './check.ts';

export interface Judged {
  readonly check: Check;
  readonly judgement: Judgement;
}

/** What every check says of one answer. */
export function judge(checks: readonly Check[], answer: Answer): Judged[] {
  const judged: Judged[] = [];
  judgeEach(checks, answer, (check, judgement) => judged.push({ check, judgement }));
  return judged;
}

/** The same without the passes, which under load are nearly all. */
export function judgedOtherwise(checks: readonly Check[], answer: Answer): Judged[] {
  const judged: Judged[] = [];
  judgeEach(checks, answer, (check, judgement) => {
    if (judgement.outcome !== 'pass') judged.push({ check, judgement });
  });
  return judged;
}

/** A check whose predecessor did not pass does not apply. */
function judgeEach(
  checks: readonly Check[],
  answer: Answer,
  tell: (check: Check, judgement: Judgement) => void,
): void {
  const unlikePass = new Map<string, Judgement['outcome']>();
  checksOn(answer.subjects, checks).forEach((check) => {
    const applies = unlikePass.size === 0 || appliesAfter(check, unlikePass);
    const judgement = applies ? check.judge(answer) : notApplicable;
    if (judgement.outcome !== 'pass') unlikePass.set(check.id, judgement.outcome);
    tell(check, judgement);
  });
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
