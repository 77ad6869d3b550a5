import { checkToken, decodeFirst } from './remedies.ts';

const someErrors = `Some 2xx answers report an error: see Errors. → Find out why the service returns them; if they are results, declare what those look like in the contract (answers.{endpoint}.schema, with const or enum for the values that say so), and if backup needs another body, which one (backup.body).{#draft}`;
const tooFew = `{judged} of the {floor} answers that are needed could be judged in the conformance phase.`;
const lostRefusals =
  `A refusal by 429, by 503 with Retry-After or without a readable answer does not show that the service looked at the token: see the statuses of refused encrypt calls. Lift the limit on failed logins for this test. ${decodeFirst} If all refusals count, use a larger profile.` as const;
const succeedFirst = `Make valid calls succeed first: see how they failed under Errors.`;

/** Why valid calls of an endpoint do not succeed, or not as many as a pass needs. */
export const callCauses = {
  'nothing-found': `Every endpoint answered 404 or 405. → Check the base URL: the harness appends /api/v1/user and so on to it.`,
  unsendable: `This machine had no free socket for some calls, or could not resolve the name of the service: → raise the number of files that a process may open (ulimit -n), or fix the resolver or the proxy.`,
  forbidden: `Every endpoint answered 403. → ${checkToken} Check the base URL, too: some gateways answer 403 for a path that is not there.`,
  'bad-request': `Every endpoint answered 400: see its answers under Errors. → A port that expects HTTPS answers http:// in this way; if so, write https://.`,
  'errors-first': `${checkToken} ${someErrors}`,
  'errors-reported': someErrors,
  'unlike-others': `Some successes lack what the others have: see Errors. → If they are errors, find out why; if not, declare both forms in the contract (answers.{endpoint}.schema), with what they lack as optional or nullable.{#draft}`,
  unencrypted: `→ Make encrypt return an encrypted result of the data that it gets. Now it returns {hold}.`,
  'result-of-less-data': `Some results are too short for their data: see Errors. → Decrypt one and compare it with what was sent. If the rest of the result is elsewhere, let the answer say where, by a member that other answers lack.`,
  'result-of-other-data': `The same text stands in results of different data, or a result is not as long as results for its data: callers may get each other's results. → Find out what calls share, such as a cache whose key does not hold all of the data.`,
  'other-user': `Some answers have a different id from the rest, although the token is the same: see Errors. → Answer with the user of the token: find out what calls share, such as a cache.`,
  'other-algorithm': `Some answers name an algorithm other than {algorithm}, which was asked for: see Errors. → Encrypt with the algorithm that the request names. If that member names the algorithm of something else, such as a signature, give the member another name.`,
  'data-refused': `→ Make encrypt accept {kinds} as data, whichever JSON escapes are used. The contract can declare a limit of size (encrypt.maxDataBytes), and that the empty string, control characters or results of the service are refused by design (encrypt.refuses); nothing else.{#draft}`,
  'rate-limited': `The service limits the rate or failed logins: → raise these limits for this test, or use --rate to stay below the limit.`,
  'one-backup': `The service made one backup, but not all of those requested after it. → If it makes only one in a given period, declare in the contract backup.calls: 1.{#draft}`,
  'token-ended': `The token stopped working during the run, a part of the service does not know it, or the service blocks callers that send many requests or wrong tokens, or data that looks like an attack. → Use a token that stays valid for the whole run, and lift such limits for this test.`,
  'more-than-token': `Encrypt accepts the token, so the service requires something else here: see its answers under Errors. → It may be a permission of the token, or protection against forged requests (CSRF) that should not apply to calls with a token.`,
  'token-refused': `→ ${checkToken}`,
  redirected: `The service redirects these calls{to}. → The harness does not follow redirects: use the base URL to which they lead, or make the service answer at {path} itself.`,
  undecodable: `→ ${decodeFirst}`,
  'failed-calls': `The service failed or did not answer. → See the errors. A 503 may also come from a limit on the rate or on connections.`,
  'backup-refused': `The service refused these calls: see its answers under Errors. → If a backup exists or is under way, remove it, or declare backup.call: false; if these calls need a body, declare it: backup.body.{#draft}`,
  'too-large': `→ Encrypt answered 413 to data no larger than it accepted in other calls, or than the contract declares: look for a backend with another limit, or declare a lower one (encrypt.maxDataBytes).{#draft}`,
  'calls-refused': `→ The service refused these calls: see its answers under Errors.`,
  'few-successes': `→ Give the run more time, or use a larger profile.`,
  'few-refusals': `${tooFew} → ${lostRefusals}`,
  'none-succeeded': `${tooFew} → ${succeedFirst}`,
  'few-answers': `${tooFew} → Errors and observations show the other answers. If there are none, use a larger profile.`,
  'few-refusals-under-load': `Under load {judged} answers to wrong credentials could be judged; {floor} are needed, because a service may stop looking at tokens when it is busy. → ${lostRefusals}`,
  'beside-no-success': `{seen}, but no valid call of this endpoint succeeded. → ${succeedFirst}`,
  'beside-same-end': `{seen}, but valid calls end in this way, too. → ${succeedFirst}`,
  'beside-rare': `{seen}, but valid calls may end in this way as often. → Find out why the service sometimes answers like this. A larger profile makes more calls.`,
  'connections-break': `{failures} of {calls} calls on a fresh connection got no whole answer ({share}). On a used connection k6 retries a GET whose connection breaks, which hides such failures. → Look in the log of the service, or of the proxy in front of it, for why connections break.`,
  'budget-exceeded': `→ Find out why the service fails: see Errors. Too few calls failed, or in too few bursts, to be sure that more will.`,
  'budget-undecided': `There are too few calls to decide: → allow more time (--within), or use a longer --profile or --duration.`,
} as const;
