import { endpointNames, endpointTitle } from '../schemas/endpoints.ts';
import type { Check, Subject } from './check.ts';
import { clauses, sentenceOf } from './clauses.ts';
import type { Finding, Verdict } from './finding.ts';
import { detectionBound } from './statistics/detection-bound.ts';
import type { CheckTally, Tally } from './tally.ts';

const untouched: CheckTally = { samples: 0, failures: 0, causes: {}, contested: {}, undecided: {} };

/** Fewest applicable samples for a pass, by subject. Bodies that are not shown may be absent, so theirs is 0. */
export type Floors = Readonly<Partial<Record<Subject, number>>>;

export function findingsOf(checks: readonly Check[], tally: Tally, floors: Floors): Finding[] {
  return checks.map((check) => findingOf(check, tally[check.id] ?? untouched, tally, floors));
}

function findingOf(check: Check, seen: CheckTally, tally: Tally, floors: Floors): Finding {
  const floor = floors[check.subject] ?? 0;
  const undecided = Object.values(seen.undecided).reduce((sum, { count }) => sum + count, 0);
  const verdict = verdictOf(check, seen, tally, floor, undecided);
  return {
    check: check.id,
    clause: check.clause,
    section: clauses[check.clause].section,
    sentence: sentenceOf(check.clause),
    origin: check.origin,
    verdict,
    title: titleOf(check, verdict),
    reading: check.reading ?? '',
    endpoint: endpointOf(check.subject),
    samples: seen.samples,
    failures: seen.failures,
    floor,
    ...wordsFor(verdict, seen, floor, undecided),
    causes: Object.entries(seen.causes)
      .map(([cause, tallied]) => ({ cause, ...tallied }))
      .toSorted((a, b) => b.count - a.count),
    contested: formsOf(seen),
    waiver: null,
  };
}

function titleOf({ title, failureTitle }: Check, verdict: Finding['verdict']): string {
  if (verdict === 'fail') return failureTitle;
  return verdict === 'inconclusive' ? `Open: ${title}` : title;
}

function verdictOf(
  check: Check,
  seen: CheckTally,
  tally: Tally,
  floor: number,
  undecided: number,
): Verdict | 'not-applicable' {
  if (seen.failures > 0) return 'fail';
  if (undecided > 0) return 'inconclusive';
  if (seen.samples >= floor) return seen.samples > 0 ? 'pass' : 'not-applicable';
  return hiddenByFailure(check, tally) ? 'not-applicable' : 'inconclusive';
}

/** A check without samples because the one before it failed is settled by that failure. */
function hiddenByFailure(check: Check, tally: Tally): boolean {
  if (check.after === undefined) return false;
  const before = tally[check.after] ?? untouched;
  return before.failures > 0 || before.samples === 0;
}

function wordsFor(
  verdict: Finding['verdict'],
  seen: CheckTally,
  floor: number,
  undecided: number,
): Pick<Finding, 'explanation' | 'remedy'> {
  const counts = `${seen.failures} of ${seen.samples}`;
  if (verdict === 'fail') return { explanation: `${counts} answers broke it.`, remedy: '' };
  if (verdict === 'pass') {
    const percent = (detectionBound(seen.samples, 0.95) * 100).toPrecision(2);
    return { explanation: `${counts}: fewer than ${percent} % at 95 % confidence.`, remedy: '' };
  }
  if (verdict === 'not-applicable') return { explanation: 'No answer to which it applies.', remedy: '' };
  if (undecided > 0) {
    return {
      explanation: `${undecided} of ${seen.samples} answers can be read either way: ${Object.keys(seen.undecided).join('; ')}.`,
      remedy: 'Declare in the contract what a successful encrypt answer looks like (answers.encrypt).',
    };
  }
  return {
    explanation: `${seen.samples} answers to judge; ${floor} are needed.`,
    remedy: 'Give the run more time, or a larger profile.',
  };
}

function formsOf(seen: CheckTally): Finding['contested'] {
  return [...Object.entries(seen.contested), ...Object.entries(seen.undecided)].map(
    ([form, { count, example }]) => ({
      form,
      count,
      example,
    }),
  );
}

function endpointOf(subject: Subject): string {
  if (subject.startsWith('auth-') || subject === 'refusal-answer') return endpointTitle('encrypt');
  const endpoint = endpointNames.find(
    (name) => subject.startsWith(`${name}-`) || subject.endsWith(`-${name}`),
  );
  return endpoint === undefined ? '' : endpointTitle(endpoint);
}
