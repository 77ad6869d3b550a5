import { type Answer, subjectsOf } from './answer.ts';
import { type Check, type Judgement, notApplicable } from './check.ts';

export interface Judged {
  readonly check: Check;
  readonly judgement: Judgement;
}

/** What every check says of one answer. A check whose predecessor did not pass does not apply. */
export function judge(checks: readonly Check[], answer: Answer): Judged[] {
  const subjects = subjectsOf(answer);
  const outcomes = new Map<string, Judgement['outcome']>();
  return checks
    .filter((check) => subjects.includes(check.subject))
    .map((check) => {
      const judgement = appliesAfter(check, outcomes) ? check.judge(answer) : notApplicable;
      outcomes.set(check.id, judgement.outcome);
      return { check, judgement };
    });
}

function appliesAfter(check: Check, outcomes: ReadonlyMap<string, Judgement['outcome']>): boolean {
  if (check.after === undefined) return true;
  const before = outcomes.get(check.after);
  return before === 'pass' || before === 'contested';
}
