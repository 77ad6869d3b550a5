import type { Finding, Verdict } from '../dist/report-types.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../schemas/endpoints.ts';
import type { Subject } from './answer.ts';
import type { Check, Origin } from './check.ts';
import { type ClauseId, clause as clauseOf, sentenceOf } from './document.ts';
import { notJsonAsUtf8 } from './json-body.ts';
import { detectionBound } from './statistics/distributions.ts';
import { type CheckTally, emptyTally, judgedAnswers, type Tally } from './tally.ts';
import { countText } from './wording.ts';

export type { Evidence, Finding, FindingCause, Verdict } from '../dist/report-types.ts';

/** What every finding of one check has in common. */
export interface CheckIdentity {
  readonly id: string;
  readonly clause: ClauseId;
  readonly origin: Origin;
  /** Title of the endpoint, or empty. */
  readonly endpoint: string;
}

/** What a check says about a run; omitted fields are empty. */
export type SaidOfCheck = Pick<Finding, 'verdict' | 'title' | 'explanation'> & Partial<Finding>;

/** The only function that makes findings. */
export function finding({ id, clause, origin, endpoint }: CheckIdentity, said: SaidOfCheck): Finding {
  return {
    check: id,
    clause,
    section: clauseOf(clause).section,
    sentence: sentenceOf(clause),
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
  const within = holds.replace(/^(The|Every|In|At) /, (word) => word.toLowerCase());
  return {
    pass: holds,
    fail: fails,
    inconclusive: `Undecided: ${within}`,
    'not-applicable': `Not judged: ${within}`,
  }[verdict];
}

const untouched = emptyTally();

/** Fewest judged answers for a pass, by subject. 0 for bodies that the document does not show: they may be absent. */
export type Floors = Readonly<Partial<Record<Subject, number>>>;

/** `before` is the part of the tally to which floors apply: later answers cannot make up for missing ones. */
export function findingsOf(
  checks: readonly Check[],
  tally: Tally,
  floors: Floors,
  before: Tally = tally,
): Finding[] {
  const isHidden = (check: Check) => hiddenByFailure(check, checks, tally);
  return checks.map((check) => findingOf(check, tally, floors, before, isHidden(check)));
}

function findingOf(check: Check, tally: Tally, floors: Floors, before: Tally, isHidden: boolean): Finding {
  const seen = tally[check.id] ?? untouched;
  const floor = floors[check.subject] ?? 0;
  const judgedBefore = judgedAnswers(before[check.id] ?? untouched);
  const verdict = verdictOf(seen, judgedBefore < floor, isHidden);
  const endpoint = endpointNameOf(check.subject);
  return finding(
    { ...check, endpoint: endpoint === undefined ? '' : endpointTitle(endpoint) },
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
        // A case that can be looked at comes first.
        .toSorted((a, b) => Math.sign(b.evidence.length) - Math.sign(a.evidence.length) || b.count - a.count),
      contested: [...Object.entries(seen.contested), ...Object.entries(seen.undecided)].map(
        ([form, counted]) => ({ form, ...counted }),
      ),
    },
  );
}

function verdictOf(seen: CheckTally, isShort: boolean, isHidden: boolean): Verdict | 'not-applicable' {
  if (seen.outcomes.fail > 0) return 'fail';
  if (seen.outcomes.undecided > 0) return 'inconclusive';
  if (!isShort) return judgedAnswers(seen) > 0 ? 'pass' : 'not-applicable';
  return isHidden ? 'not-applicable' : 'inconclusive';
}

/** Whether a check has no judged answers because the one before it failed, which settles it. */
function hiddenByFailure({ after }: Check, checks: readonly Check[], tally: Tally): boolean {
  if (after === undefined) return false;
  const before = tally[after] ?? untouched;
  if (before.outcomes.fail > 0) return true;
  if (judgedAnswers(before) > 0) return false;
  const builtOn = checks.find(({ id }) => id === after);
  return builtOn?.after === undefined || hiddenByFailure(builtOn, checks, tally);
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
    const percent = (detectionBound(judged, 0.95) * 100).toPrecision(2);
    return { explanation: `${counts}: fewer than ${percent} % at 95 % confidence.` };
  }
  if (verdict === 'not-applicable')
    return { explanation: 'The check does not apply to any answer of this run.' };
  if (undecided > 0) {
    const forms = Object.keys(seen.undecided).join('; ');
    return {
      explanation: `${countText(undecided)} of ${countText(judged)} answers are ambiguous: ${forms}.`,
      remedy: remedyOf(subject, forms),
    };
  }
  return {
    explanation: `${countText(judgedBefore)} of the ${countText(floor)} answers that are needed could be judged in the conformance phase.`,
    remedy:
      subject.startsWith('auth-') && hasAnswers
        ? lostRefusals
        : judgedBefore === 0
          ? succeedFirst
          : 'Errors and observations show the other answers. If there are none, use a larger profile.',
  };
}

function remedyOf(subject: Subject, forms: string): string {
  if (forms.includes(notJsonAsUtf8)) return 'Answer in UTF-8, which RFC 8259 requires of JSON.';
  if (!subject.startsWith('auth-')) {
    const success = `what a successful answer looks like (answers.${endpointNameOf(subject) ?? 'encrypt'})`;
    return subject.endsWith('-answer') || subject.endsWith('-body')
      ? `Declare in the contract ${success}.`
      : `Declare in the contract ${success}, and what a refusal does (refusal.statuses and refusal.schema).`;
  }
  return 'Check that ACCESS_TOKEN is the token of this service. If it is, declare in the contract what a refusal looks like (refusal.statuses and refusal.schema), or what a successful answer does (answers.encrypt).';
}

/** What helps where the service refuses the right token, or never gets it. */
export const checkToken =
  'Check that ACCESS_TOKEN is the token of this service, and that every gateway in front of it passes the Authorization header on (Apache: CGIPassAuth; nginx: underscores_in_headers and maps).';

/** k6 reads no other codings. */
export const decodeFirst =
  'For bodies that k6 cannot decode: Content-Encoding must be gzip, deflate, br or zstd, in lower case and true of the body, and an empty body must have none.';

/** Why the answers to wrong credentials may be too few, although all were asked. */
export const lostRefusals = `A refusal by 429, by 503 with Retry-After or without a readable answer does not show that the service looked at the token: see the statuses of refused encrypt calls. Lift the limit on failed logins for this test. ${decodeFirst} If all refusals count, use a larger profile.`;

export const succeedFirst = 'Make valid calls succeed first: see how they failed under Errors.';

export function endpointNameOf(subject: Subject): Endpoint | undefined {
  if (subject.startsWith('auth-') || subject === 'refusal-answer') return 'encrypt';
  return endpointNames.find((name) => subject.startsWith(`${name}-`) || subject.endsWith(`-${name}`));
}
