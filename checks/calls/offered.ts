import type { SizeLimit } from '../../dist/facts-types.ts';
import { statedAlgorithm } from '../../schemas/contract.ts';
import { type Endpoint, endpointNames, endpoints, endpointTitle } from '../../schemas/endpoints.ts';
import { endsOfNone } from '../answer.ts';
import { mendedBy, type Said, said } from '../causes.ts';
import { unanswered } from '../exchange.ts';
import { type Finding, finding } from '../findings.ts';
import { offeredCheck } from '../run-checks.ts';
import { lowerBound } from '../statistics/distributions.ts';
import { sumOf } from '../statistics/samples.ts';
import { countText, roughPercentText } from '../wording.ts';
import { type CallCounts, type Calls, totalCalls } from './calls.ts';

/** Whether each operation is offered, that is, has succeeded. Lack of success is not a violation: §7 shows no errors. */
export function offeredFindings(calls: Calls, options: OfferedOptions): Finding[] {
  return endpointNames.map((endpoint) => offeredFinding(endpoint, calls, options));
}

/** `refusedClasses` to `sizeLimit`: what answers to the data of encrypt showed. */
interface OfferedOptions {
  /** Successes needed, by endpoint; 0: the operator wants no calls. */
  readonly floors: Readonly<Record<Endpoint, number>>;
  /** Share of an endpoint's valid calls that may fail: declared, or `defaultBudget`, which holds for all other calls. */
  readonly budget: number;
  /** Classes of data that were always refused. */
  readonly refusedClasses: readonly string[];
  /** How many successes do not hold the encrypted data, and what they hold instead; null: there is no sign of any. */
  readonly unencrypted: { readonly answers: number; readonly hold: string } | null;
  /** null or absent: encrypt refused no call by its size. */
  readonly sizeLimit?: SizeLimit | null | undefined;
}

/** The harness's choice, because the document names none. Exceeding it makes a run inconclusive, never a fail. */
export const defaultBudget = 0.001;

/**
 * Answers with something other than the result of their call: how they end, their cause, and the words of the title. They are no accidents.
 */
const wrongAnswers = [
  [endsOfNone['other data'], 'result-of-other-data', 'answers with results of other data'],
  [endsOfNone['less data'], 'result-of-less-data', 'answers with results that lack data'],
  [endsOfNone['another user'], 'other-user', 'answers with another user'],
  [endsOfNone['another algorithm'], 'other-algorithm', 'names another algorithm'],
] as const;

/** In so small a share of the calls, the comparison that finds wrong answers may itself be wrong. */
const mistakenShare = 0.0001;

/** Failures count only if chance explains as many in less than one run of twenty: one among some hundred calls says nothing. */
const chance = 0.05;

function offeredFinding(endpoint: Endpoint, calls: Calls, all: OfferedOptions): Finding {
  const counts = calls[endpoint];
  const { floors, budget } = all;
  const floor = floors[endpoint];
  const total = totalCalls(counts);
  const { succeeded } = counts.results;
  const options = endpoint === 'encrypt' ? all : { floors, budget, refusedClasses: [], unencrypted: null };
  const problem = problemOf(counts, floor, options);
  const verdict = total === 0 && floor === 0 ? 'not-applicable' : problem === null ? 'pass' : 'inconclusive';
  const cause = problem === null ? null : causeOf(endpoint, calls, options);
  const name = endpointTitle(endpoint);
  const titles = {
    pass: `${name} succeeds`,
    inconclusive: openTitle(cause?.id, name, succeeded < floor, options.unencrypted?.hold),
    'not-applicable': `${name} was not called`,
  };
  return finding(offeredCheck(endpoint), {
    verdict,
    title: titles[verdict],
    reading: `An operation is offered when valid calls succeed. The document shows no errors (§7), so other answers break nothing, but more than ${budgetText(budget)} make the result inconclusive, unless chance explains them.`,
    samples: total,
    floor,
    explanation: `${problem ?? `${countText(succeeded)} of ${countText(total)} valid calls succeeded.`}${sizeText(options.sizeLimit)}`,
    ...(cause !== null && mendedBy(cause)),
  });
}

function sizeText(limit: SizeLimit | null | undefined): string {
  if (limit == null) return '';
  const { leastDataBytes: least, mostDataBytes, mostDataCharacters, mostBodyBytes, refused } = limit;
  const most = mostDataCharacters ?? mostDataBytes;
  const unit = mostDataCharacters == null ? 'bytes' : 'characters';
  const bounds = [
    least !== null && `data of less than ${countText(least)} ${least === 1 ? 'byte' : 'bytes'}`,
    most !== null && `data of more than ${countText(most)} ${unit}`,
    most === null && mostBodyBytes !== null && `bodies of more than ${countText(mostBodyBytes)} bytes`,
  ].filter((one) => one !== false);
  return ` Besides these, it refused ${bounds.join(' and ')} (${outcomesText(refused)}): the document shows no limits on size (§8).`;
}

function outcomesText(outcomes: Readonly<Record<string, number>>): string {
  return Object.entries(outcomes)
    .map(([outcome, count]) => `${outcome}: ${countText(count)}`)
    .join(', ');
}

/** The title becomes the headline of a report, so it names what to fix where that is known. */
function openTitle(cause: Said['id'] | undefined, name: string, areTooFew: boolean, hold = ''): string {
  if (cause === 'nothing-found') return 'Nothing was found at the base URL';
  if (cause === 'token-refused') return 'The token was refused';
  const wrong = wrongAnswers.find(([, id]) => id === cause);
  if (wrong !== undefined) return `${name} ${wrong[2]}`;
  if (areTooFew) return `Not enough successful calls to ${name}`;
  return cause === 'unencrypted' ? `${name} returns ${hold}` : `Too many calls to ${name} did not succeed`;
}

function problemOf(
  counts: CallCounts,
  floor: number,
  { budget, refusedClasses: refused, unencrypted }: OfferedOptions,
): string | null {
  const total = totalCalls(counts);
  const { succeeded } = counts.results;
  const rest = outcomesText(counts.outcomes);
  const [only = '', ...others] = Object.keys(counts.outcomes);
  const seen =
    succeeded === 0 && others.length === 0 && only.startsWith('HTTP ')
      ? `All ${countText(total)} valid calls were answered with ${only}`
      : `${countText(succeeded)} of ${countText(total)} valid calls succeeded${rest === '' ? '' : ` (${rest})`}`;
  // If no call succeeded, the number that a verdict needs adds nothing.
  if (succeeded < floor)
    return succeeded === 0 ? `${seen}.` : `${seen}; a verdict needs at least ${countText(floor)}.`;
  if (refused.length > 0)
    return `${seen}. No call with a string of these kinds succeeded: ${refused.join(', ')}. §2 calls data an opaque string and names no exception.`;
  if (unencrypted !== null)
    return `${seen}. Of the answers that were compared, ${countText(unencrypted.answers)} hold ${unencrypted.hold}: nothing shows that it was encrypted by ${statedAlgorithm}.`;
  const wrong = sumOf(wrongAnswers, ([outcome]) => counts.outcomes[outcome] ?? 0);
  if (lowerBound(wrong, total, chance) > mistakenShare)
    return `${seen}; at most ${roughPercentText(mistakenShare, 3)} may hold anything but their own result.`;
  const unsuccessful = total - succeeded;
  const notFailed = unsuccessful - counts.results.failed;
  const areTooMany = lowerBound(unsuccessful, total, chance) > budget;
  if (areTooMany || notFailed > defaultBudget * total)
    return `${seen}; at most ${budgetText(budget)} may be unsuccessful.`;
  return null;
}

/** A declared budget is one of failures: it excuses no refusals. */
function budgetText(budget: number): string {
  const all = roughPercentText(budget, 3);
  const others = roughPercentText(defaultBudget, 3);
  return budget > defaultBudget
    ? `${all}, or ${others} besides 5xx and calls without a readable answer,`
    : all;
}

function causeOf(endpoint: Endpoint, calls: Calls, options: OfferedOptions): Said {
  const { refusedClasses: refused, unencrypted } = options;
  const { results, outcomes, locations } = calls[endpoint];
  const isBackup = endpoint === 'backup';
  if (allEndIn(calls, 'HTTP 404', 'HTTP 405')) return said('nothing-found');
  if (results['not sent'] > 0) return said('unsendable');
  if (allEndIn(calls, 'HTTP 403')) return said('forbidden');
  if (allEndIn(calls, 'HTTP 400')) return said('bad-request');
  if (unencrypted !== null) return said('unencrypted', { hold: unencrypted.hold });
  if (endsOfNone.error in outcomes)
    return said(knowsToken(calls) ? 'errors-reported' : 'errors-first', { endpoint });
  const wrong = wrongAnswers.find(([outcome]) => outcome in outcomes);
  if (wrong !== undefined) return said(wrong[1], { algorithm: statedAlgorithm });
  if (endsOfNone.nothing in outcomes) return said('unlike-others', { endpoint });
  if (refused.length > 0) return said('data-refused', { kinds: refused.join(', ') });
  const isLimited = (name: Endpoint) => calls[name].results['turned away'] > 0;
  if (endpointNames.some((name) => name !== 'backup' && isLimited(name))) return said('rate-limited');
  // A service that makes only one backup in a given period does not say so by an internal error.
  const mayBeByRule = isBackup && results.succeeded > 0 && !('HTTP 500' in outcomes);
  if (mayBeByRule && hasOwnEndings(calls)) return said('one-backup');
  if (results.unauthorised > 0 && results.succeeded > 0) return said('token-ended');
  if (results.unauthorised > 0) return said(knowsToken(calls) ? 'more-than-token' : 'token-refused');
  if (isLimited(endpoint)) return said('rate-limited');
  const to = locations.length > 0 ? ` to ${locations.join(', ')}` : '';
  if (results.redirected > 0) return said('redirected', { path: endpoints[endpoint].path, to });
  if ('undecodable body' in outcomes) return said('undecodable');
  if (results.failed > 0) return said('failed-calls');
  if ('HTTP 413' in outcomes && endpoint === 'encrypt') return said('too-large');
  if (results.refused > 0) return said(isBackup ? 'backup-refused' : 'calls-refused');
  return said('few-successes');
}

/** Whether some backups ended as no call of another endpoint did. */
function hasOwnEndings(calls: Calls): boolean {
  const others = endpointNames.filter((name) => name !== 'backup');
  return Object.keys(calls.backup.outcomes).some((outcome) =>
    others.every((name) => !(outcome in calls[name].outcomes)),
  );
}

function knowsToken({ encrypt }: Calls): boolean {
  return encrypt.results.succeeded > 0;
}

/** Whether no endpoint had a success, and every call that was answered ended in one of these ways. A service may refuse a large body by a reset. */
function allEndIn(calls: Calls, ...ways: readonly string[]): boolean {
  return endpointNames.every((name) => {
    const { results, outcomes } = calls[name];
    const answers = Object.keys(outcomes).filter((outcome) => !unanswered.includes(outcome));
    return (
      results.succeeded === 0 && answers.length > 0 && answers.every((outcome) => ways.includes(outcome))
    );
  });
}
