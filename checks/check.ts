import type { Finding } from '../dist/report-types.ts';
import type { Answer } from './answer.ts';
import type { AnswerCause } from './causes/answer-causes.ts';
import type { ClauseId } from './document.ts';
import type { Subject } from './exchange.ts';

/** What a check says about one answer. Each check has a small fixed set of causes, so that they can be counted even if the body cannot be kept. */
export type Judgement =
  | { readonly outcome: 'pass' }
  | { readonly outcome: 'not-applicable' }
  /**
   * contested: a form that the document neither allows nor forbids, which is recorded and never decides. undecided: the answer
   * cannot be read as keeping or breaking the clause.
   */
  | { readonly outcome: 'contested'; readonly cause: string; readonly actual: string }
  | { readonly outcome: 'undecided'; readonly cause: AnswerCause; readonly actual: string }
  | Failure;

export interface Failure {
  readonly outcome: 'fail';
  readonly cause: string;
  readonly expected: string;
  readonly actual: string;
  /** Offset of the fault in the body. */
  readonly offset?: number | undefined;
}

/** A statement about every answer of one subject: data plus one pure function. */
export interface Check {
  readonly id: string;
  readonly clause: ClauseId;
  readonly origin: Exclude<Finding['origin'], 'observed'>;
  /** A sentence that is true if the check passes. */
  readonly title: string;
  /** A sentence that is true if the check fails. */
  readonly failureTitle: string;
  readonly subject: Subject;
  /** The check that must have passed for this one to apply. */
  readonly after?: string;
  /** For checks on refusals: this verdict holds only if valid calls succeed. */
  readonly besideSuccess?: 'pass' | 'fail';
  /** How the sentence is read. Every derived check has a reading, no stated check does. */
  readonly reading?: string;
  readonly judge: (answer: Answer) => Judgement;
}

export const declaredReading = 'Declared by the operator, not by the document.';

export const pass: Judgement = { outcome: 'pass' };
export const notApplicable: Judgement = { outcome: 'not-applicable' };

export function fail(cause: string, expected: string, actual: string, offset?: number): Failure {
  return { outcome: 'fail', cause, expected, actual, offset };
}

export function unclear(cause: AnswerCause, actual: string): Judgement {
  return { outcome: 'undecided', cause, actual };
}

export interface Judged {
  readonly check: Check;
  readonly judgement: Judgement;
}

/** The judgements of all checks on one answer. A check whose predecessor did not pass does not apply. */
export function judge(checks: readonly Check[], answer: Answer): Judged[] {
  const unlikePass = new Map<string, Judgement['outcome']>();
  return checks
    .filter(({ subject }) => answer.subjects.includes(subject))
    .map((check) => {
      const judgement = appliesAfter(check, unlikePass) ? check.judge(answer) : notApplicable;
      if (judgement.outcome !== 'pass') unlikePass.set(check.id, judgement.outcome);
      return { check, judgement };
    });
}

/** Whether the earlier check of the same subject, if there is one, lets this one apply. */
function appliesAfter(check: Check, unlikePass: ReadonlyMap<string, Judgement['outcome']>): boolean {
  const before = check.after === undefined ? undefined : unlikePass.get(check.after);
  return before === undefined || before === 'contested';
}
