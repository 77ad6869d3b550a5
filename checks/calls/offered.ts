import { type Endpoint, endpointNames, endpoints, endpointTitle } from '../../schemas/endpoints.ts';
import { errorReported, unlikeOthers } from '../answer.ts';
import { checkToken, decodeFirst, type Finding, finding } from '../findings.ts';
import { offeredCheck } from '../run-checks.ts';
import { countText, roughPercentText } from '../wording.ts';
import { type CallCounts, type Calls, totalCalls } from './calls.ts';

/** Whether each operation is offered, that is, has succeeded. Lack of success is not a violation: §7 shows no errors. */
export function offeredFindings(calls: Calls, options: OfferedOptions): Finding[] {
  return endpointNames.map((endpoint) => offeredFinding(endpoint, calls, options));
}

export interface OfferedOptions {
  /** Successes needed, by endpoint; 0: the operator wants no calls. */
  readonly floors: Readonly<Record<Endpoint, number>>;
  /** Share of an endpoint's valid calls that may fail: declared, or `defaultBudget`, which holds for all other calls. */
  readonly budget: number;
  /** Classes of data that encrypt always refused. */
  readonly refusedClasses: readonly string[];
}

/** The harness's choice, because the document names none. Exceeding it makes a run inconclusive, never a fail. */
export const defaultBudget = 0.001;

function offeredFinding(endpoint: Endpoint, calls: Calls, options: OfferedOptions): Finding {
  const counts = calls[endpoint];
  const floor = options.floors[endpoint];
  const total = totalCalls(counts);
  const { succeeded } = counts.results;
  const refused = endpoint === 'encrypt' ? options.refusedClasses : [];
  const problem = problemOf(counts, floor, options.budget, refused);
  const verdict = total === 0 && floor === 0 ? 'not-applicable' : problem === null ? 'pass' : 'inconclusive';
  return finding(offeredCheck(endpoint), {
    verdict,
    title: titleOf(endpoint, verdict, succeeded < floor ? tooFewTitle(endpoint, calls) : null),
    reading: `An operation is offered when valid calls succeed. The document shows no errors (§7), so other answers break nothing, but more than ${budgetText(options.budget)} make the result inconclusive.`,
    samples: total,
    floor,
    explanation: problem ?? `${countText(succeeded)} of ${countText(total)} valid calls succeeded.`,
    remedy: problem === null ? '' : remedyFor(endpoint, calls, refused),
  });
}

/** It becomes the headline of a report, so it names what has to be mended where all calls say so. */
function tooFewTitle(endpoint: Endpoint, calls: Calls): string {
  const { results, outcomes } = calls[endpoint];
  if (allEndIn(calls, 'HTTP 404', 'HTTP 405')) return 'Nothing was found at the base URL';
  const isRefused =
    results.unauthorised > 0 && results.unauthorised === totalCalls(calls[endpoint]) && !knowsToken(calls);
  // A gateway may answer 403 for a path that is not there.
  if (isRefused && ('HTTP 401' in outcomes || !allEndIn(calls, 'HTTP 403'))) return 'The token was refused';
  return `Not enough successful calls to ${endpointTitle(endpoint)}`;
}

function titleOf(endpoint: Endpoint, verdict: Finding['verdict'], tooFew: string | null): string {
  const name = endpointTitle(endpoint);
  if (verdict === 'pass') return `${name} succeeds`;
  if (verdict === 'not-applicable') return `${name} was not called`;
  return tooFew ?? `Too many calls to ${name} did not succeed`;
}

function problemOf(
  counts: CallCounts,
  floor: number,
  budget: number,
  refused: readonly string[],
): string | null {
  const total = totalCalls(counts);
  const { succeeded } = counts.results;
  const rest = Object.entries(counts.outcomes).map(([outcome, count]) => `${outcome}: ${countText(count)}`);
  const [only = '', ...others] = Object.keys(counts.outcomes);
  const seen =
    succeeded === 0 && others.length === 0 && only.startsWith('HTTP ')
      ? `All ${countText(total)} valid calls were answered with ${only}`
      : `${countText(succeeded)} of ${countText(total)} valid calls succeeded${rest.length > 0 ? ` (${rest.join(', ')})` : ''}`;
  if (succeeded < floor) return `${seen}; ${floor} must succeed.`;
  if (refused.length > 0)
    return `${seen}. Encrypt refused every string of these kinds: ${refused.join(', ')}. §2 calls data an opaque string and names no exception.`;
  const unsuccessful = total - succeeded;
  const notFailed = unsuccessful - counts.results.failed;
  if (unsuccessful > budget * total || notFailed > defaultBudget * total)
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

function remedyFor(endpoint: Endpoint, calls: Calls, refused: readonly string[]): string {
  const counts = calls[endpoint];
  const { results } = counts;
  if (allEndIn(calls, 'HTTP 404', 'HTTP 405'))
    return 'Every endpoint answered 404 or 405. Check the base URL: the harness appends /api/v1/user and so on to it.';
  if (results['not sent'] > 0)
    return 'This machine had no free socket for some calls, or could not resolve the name of the service: raise the number of files that a process may open (ulimit -n), or mend the resolver or the proxy.';
  if (allEndIn(calls, 'HTTP 403'))
    return `Every endpoint answered 403. ${checkToken} Check the base URL, too: some gateways answer 403 for a path that is not there.`;
  if (allEndIn(calls, 'HTTP 400'))
    return 'Every endpoint answered 400: see its answers under Errors. A port that expects HTTPS answers so to http://: then write https://.';
  if (errorReported in counts.outcomes)
    return `${knowsToken(calls) ? '' : `${checkToken} `}Some 2xx answers report an error: see Errors. Find out why the service returns them; if they are results, declare what those look like in the contract (answers.${endpoint}.schema, with const or enum for the values that say so)${endpoint === 'backup' ? ', and if the calls need another body, which one (backup.body)' : ''}.`;
  if (unlikeOthers in counts.outcomes)
    return `Some successes lack what the others have: see Errors. If they are errors, find out why the service returns them; if not, declare both forms in the contract (answers.${endpoint}.schema).`;
  if (refused.length > 0)
    return `Make encrypt accept ${refused.join(', ')} as data, whichever JSON escapes are used. The contract can declare a limit of size (encrypt.maxDataBytes), and that the empty string or control characters are refused by design (encrypt.refuses); nothing else.`;
  if (endpointNames.some((name) => name !== 'backup' && calls[name].results['turned away'] > 0))
    return limitRemedy;
  if (endpoint === 'backup' && results.succeeded > 0 && hasOwnEndings(calls))
    return 'The service made a backup, and not every one that followed. If it makes only one in a given period, declare in the contract backup.calls: 1.';
  if (results.unauthorised > 0 && results.succeeded > 0)
    return 'The token stopped working during the run, or the service blocks callers that send many requests or wrong tokens. Use a token that stays valid for the whole run, and lift such limits for this test.';
  if (results.unauthorised > 0)
    return knowsToken(calls)
      ? 'Encrypt accepts the token, so the service requires something else here: see its answers under Errors. It may be a permission of the token, or protection against forged requests (CSRF) that should not apply to calls with a token.'
      : checkToken;
  if (results['turned away'] > 0) return limitRemedy;
  if (results.redirected > 0) return redirectRemedy(endpoint, counts.locations);
  if ('undecodable body' in counts.outcomes) return decodeFirst;
  if (results.failed > 0)
    return `The service failed or did not answer. See the errors.${'HTTP 503' in counts.outcomes ? ' A limit on the rate or on connections may answer 503, too.' : ''}`;
  if (endpoint === 'backup' && 'HTTP 409' in counts.outcomes)
    return 'The service answered 409: a backup may already exist or be under way. Remove it, or declare backup.call: false.';
  if (results.refused > 0 && endpoint === 'backup')
    return 'The service refused the body of these calls. Declare in the contract the one that it needs: backup.body.';
  if (results.refused > 0) return 'The service refused these calls: see its answers under Errors.';
  return 'Give the run more time, or use a larger profile.';
}

const limitRemedy =
  'The service limits the rate or failed logins: raise these limits for this test, or use --rate to stay below the limit.';

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

/** Another base URL helps only if the redirect leads to the same path. */
function redirectRemedy(endpoint: Endpoint, locations: readonly string[]): string {
  const { path } = endpoints[endpoint];
  const bases = locations.map((to) =>
    /^https?:/i.test(to) && to.endsWith(path) ? to.slice(0, -path.length) : '',
  );
  const [base = ''] = bases;
  if (base !== '' && bases.every((one) => one === base))
    return `The calls were redirected to ${locations.join(', ')}: use the base URL ${base}.`;
  const to = locations.length > 0 ? ` to ${locations.join(', ')}` : '';
  return `The service redirects these calls${to}. The harness does not follow redirects: make the service answer at ${path} itself.`;
}

/** Whether no endpoint had a success, and every call ended in one of these ways. */
function allEndIn(calls: Calls, ...ways: readonly string[]): boolean {
  return endpointNames.every((name) => {
    const { results, outcomes } = calls[name];
    const seen = Object.keys(outcomes);
    return results.succeeded === 0 && seen.length > 0 && seen.every((outcome) => ways.includes(outcome));
  });
}
