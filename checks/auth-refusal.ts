import type { Answer } from './answer.ts';
import { type Check, fail, type Judgement, notApplicable, pass } from './check.ts';
import { resembles } from './control-profile.ts';
import { describeValue } from './describe-value.ts';
import { type Credential, callResult, succeeded } from './exchange.ts';

/** Whether the operator's contract calls an answer a success; undefined: it does not tell. */
export type DeclaredSuccess = (answer: Answer) => boolean | undefined;

function judgeRefusal(answer: Answer, declaredSuccess: DeclaredSuccess): Judgement {
  const { exchange, json, control } = answer;
  const { failure, status } = exchange.response;
  if (failure === 'timeout' || failure === 'unreachable') return notApplicable;
  if (!succeeded(exchange)) return callResult(exchange) === 'turned away' ? notApplicable : pass;
  const actual = `HTTP ${status} with ${json === null ? 'an empty body' : json.ok ? describeValue(json.value) : 'text'}`;
  const declared = declaredSuccess(answer);
  if (declared === false) return pass;
  if (declared === true || resembles(control, json))
    return fail(exchange.variety, 'any answer but a success', actual);
  return { outcome: 'undecided', cause: 'a 2xx answer whose body is unlike a success', actual };
}

type Refusal = Omit<Check, 'judge'>;

function refuses(credential: Credential, what: string, origin: Check['origin'], reading: string): Refusal {
  return {
    id: `auth-${credential}-refused`,
    clause: '5.bearer',
    origin,
    title: `Encrypt does not succeed ${what}`,
    failureTitle: `Encrypt succeeds ${what}`,
    subject: `auth-${credential}` as Check['subject'],
    reading,
  };
}

/** §5.1, from the strongest inference to the weakest. */
const refusals: readonly Refusal[] = [
  refuses(
    'absent',
    'without an Authorization header',
    'stated',
    '"Which of the other endpoints require the header" (§5) says that this one does.',
  ),
  refuses('empty', 'with an empty token', 'derived', 'A header without a token carries no access token.'),
  refuses('scheme', 'under another scheme', 'derived', 'The sentence names the scheme `Bearer`.'),
  refuses(
    'made-up',
    'with a made-up token',
    'derived',
    'A token of our own making is not the access token. None is sent that a decoder may read as the access token.',
  ),
];

/** Any answer but 2xx is a refusal: §7 shows no statuses. A 2xx one may still be, where the contract says so. */
export function authRefusalChecks(declaredSuccess: DeclaredSuccess): Check[] {
  return refusals.map((refusal) => ({
    ...refusal,
    judge: (answer) => judgeRefusal(answer, declaredSuccess),
  }));
}
