import type { Finding, Verdict } from '../dist/report-types.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../schemas/endpoints.ts';
import { type AnswerCause, answerCauses } from './causes/answer-causes.ts';
import { explainedBy, type Said, said } from './causes.ts';
import type { Check } from './check.ts';
import { type ClauseId, clause as clauseOf } from './document.ts';
import type { Subject } from './exchange.ts';
import { upperBound } from './statistics/distributions.ts';
import { type CheckTally, emptyTally, judgedAnswers, otherCauses, type Tally } from './tally.ts';
import { countText } from './wording.ts';

export type { Evidence, Finding, Verdict } from '../dist/report-types.ts';

/** What findings take from their check. */
export interface CheckIdentity extends Pick<Finding, 'origin' | 'title' | 'endpoint'> {
  readonly id: string;
  readonly clause: ClauseId;
}

/** The only function that creates findings. Fields that `said` omits are empty. */
export function finding(
  { id, clause, origin, endpoint }: CheckIdentity,
  said: Pick<Finding, 'verdict' | 'title' | 'explanation'> & Partial<Finding>,
): Finding {
  const { section, sentence } = clauseOf(clause);
  return {
    check: id,
    clause,
    section,
    sentence,
    origin,
    reading: '',
    endpoint,
    samples: 0,
    failures: 0,
    floor: 0,
    remedy: '',
    causes: [],
    contested: [],
    waiver: null,
    ...said,
  };
}

/** A title that is true for the verdict, made from a sentence for a kept rule and one for a broken rule. */
export function titleFor(verdict: Finding['verdict'], holds: string, fails = holds): string {
  const within = holds.replace(/^(The|Every|At|No|Encrypt) /, (word) => word.toLowerCase());
  return {
    pass: holds,
    fail: fails,
    inconclusive: `Could not tell whether ${within}`,
    'not-applicable': `Not judged whether ${within}`,
  }[verdict];
}

const untouched = emptyTally();

/**
 * `floors`: the fewest judged answers for a pass, 0 for bodies that the document does not show, which may be absent. They apply to
 * `before`, a part of the tally: later answers cannot make up for missing ones.
 */
export function findingsOf(
  checks: readonly Check[],
  tally: Tally,
  floors: Readonly<Partial<Record<Subject, number>>>,
  before: Tally = tally,
): Finding[] {
  const isHidden = ({ after }: Check) => after !== undefined && letsFewThrough(tally[after] ?? untouched);
  return checks.map((check) => findingOf(check, tally, floors[check.subject] ?? 0, before, isHidden(check)));
}

function findingOf(check: Check, tally: Tally, floor: number, before: Tally, isHidden: boolean): Finding {
  const seen = tally[check.id] ?? untouched;
  const judgedBefore = judgedAnswers(before[check.id] ?? untouched);
  const verdict = verdictOf(seen, judgedBefore < floor, isHidden);
  return finding(
    { ...check, endpoint: endpointTitle(endpointNameOf(check.subject)) },
    {
      verdict,
      title: titleFor(verdict, check.title, check.failureTitle),
      reading: check.reading ?? '',
      samples: judgedAnswers(seen),
      failures: seen.outcomes.fail,
      outcomes: seen.outcomes,
      floor,
      ...wordsFor(check, verdict, seen, { judgedBefore, floor, hasAnswers: Object.keys(before).length > 0 }),
      causes: Object.entries(seen.causes)
        .map(([cause, tallied]) => ({ cause, ...tallied }))
        // Causes with evidence come first, and what has no name of its own last.
        .toSorted((a, b) => rankOf(a) - rankOf(b) || b.count - a.count),
      contested: [
        ...Object.entries(seen.contested),
        ...Object.entries(seen.undecided).map(
          ([id, kept]) => [openedBy(id, check.subject).reason, kept] as const,
        ),
      ].map(([form, counted]) => ({ form, ...counted })),
    },
  );
}

function rankOf({ cause, evidence }: Finding['causes'][number]): number {
  return cause === otherCauses ? 2 : evidence.length > 0 ? 0 : 1;
}

function verdictOf(seen: CheckTally, isShort: boolean, isHidden: boolean): Verdict | 'not-applicable' {
  if (seen.outcomes.fail > 0) return 'fail';
  if (seen.outcomes.undecided > 0) return 'inconclusive';
  if (!isShort) return judgedAnswers(seen) > 0 ? 'pass' : 'not-applicable';
  return isHidden ? 'not-applicable' : 'inconclusive';
}

/** Whether a check lets too few answers through for the check that builds on it. */
function letsFewThrough({ outcomes: { pass, contested, fail } }: CheckTally): boolean {
  return fail > 0 || pass + contested === 0;
}

/** `hasAnswers`: some check had answers to judge before the load. */
function wordsFor(
  { subject }: Check,
  verdict: Finding['verdict'],
  seen: CheckTally,
  early: { readonly judgedBefore: number; readonly floor: number; readonly hasAnswers: boolean },
): Pick<Finding, 'explanation'> & Partial<Finding> {
  const judged = judgedAnswers(seen);
  const { judgedBefore, floor, hasAnswers } = early;
  const { fail, undecided } = seen.outcomes;
  const counts = `${countText(fail)} of ${countText(judged)}`;
  if (verdict === 'fail') return { explanation: `${counts} answers broke this rule.` };
  if (verdict === 'pass') {
    const percent = (upperBound(0, judged, 0.05) * 100).toPrecision(2);
    return {
      explanation: `${counts} answers broke this rule: at 95 % confidence, fewer than ${percent} % do.`,
    };
  }
  if (verdict === 'not-applicable')
    return { explanation: 'The check does not apply to any answer of this run.' };
  if (undecided > 0) {
    const forms = Object.keys(seen.undecided).map((form) => openedBy(form, subject));
    const reasons = forms.map(({ reason }) => reason).join('; ');
    return {
      ...forms.map(explainedBy)[0],
      explanation: `${countText(undecided)} of ${countText(judged)} answers are ambiguous: ${reasons}.`,
    };
  }
  const few = judgedBefore === 0 ? 'none-succeeded' : 'few-answers';
  const lost = subject.startsWith('auth-') && hasAnswers ? 'few-refusals' : few;
  return explainedBy(said(lost, { judged: judgedBefore, floor }));
}

/** The words for a counted cause. Without a cause, the count comes from the load. */
function openedBy(form: string, subject: Subject): Said {
  const endpoint = endpointNameOf(subject);
  const answer = subject.startsWith('auth-') ? 'an answer' : 'a 2xx answer';
  const id = Object.hasOwn(answerCauses, form) ? (form as AnswerCause) : 'unclear-answer';
  return said(id, { form, endpoint, answer });
}

/** Subjects that name no endpoint are refusals of encrypt. */
export function endpointNameOf(subject: Subject): Endpoint {
  const parts = subject.split('-');
  return endpointNames.find((name) => parts.includes(name)) ?? 'encrypt';
}
