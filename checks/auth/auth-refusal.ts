import type { Answer } from '../answer.ts';
import { type Check, fail, type Judgement, notApplicable, pass, unclear } from '../check.ts';
import { credentialWords, succeeded, type WrongCredential } from '../exchange.ts';
import { describeValue, listed } from '../json-body.ts';

function judgeRefusal({ exchange, json, meaning }: Answer): Judgement {
  if (meaning === null) return notApplicable;
  if (meaning.is === 'refusal') return pass;
  const { status } = exchange.response;
  const { headers = [] } = meaning;
  const body = json === null ? 'an empty body' : json.ok ? describeValue(json.value) : 'text';
  const result = `${meaning.is === 'unclear' ? 'perhaps ' : ''}a result in the header${headers.length > 1 ? 's' : ''}`;
  const actual = `HTTP ${status} with ${body}${headers.length > 0 ? `, and ${result} ${listed(headers)}` : ''}`;
  if (meaning.is === 'unclear') return unclear(meaning.why, actual);
  return succeeded(exchange)
    ? fail(exchange.credentialForm, 'any answer other than a success', actual)
    : fail(`${exchange.credentialForm}, with the result`, 'a refusal without the result', actual);
}

/**
 * §5.1, from the strongest reading to the weakest. Any answer but 2xx is a refusal, because §7 shows no statuses, unless it holds
 * the result that the same call with the token gets. A 2xx answer is one where the contract says so, or where it holds no result.
 */
export function authRefusalChecks(): Check[] {
  const refuses = (credential: WrongCredential, reading: string): Check => ({
    id: `auth-${credential}-refused`,
    clause: '5.bearer',
    origin: 'derived',
    title: `Encrypt refuses calls ${credentialWords[credential]}`,
    failureTitle: `Encrypt succeeds ${credentialWords[credential]}`,
    subject: `auth-${credential}`,
    besideSuccess: 'pass',
    reading,
    judge: judgeRefusal,
  });
  return [
    refuses(
      'absent',
      '"Carries the header" is read as "is refused without it", because "Which of the other endpoints require the header" (§5) implies that this one does.',
    ),
    refuses('empty', 'A header without a token does not carry the access token.'),
    refuses('scheme', 'The sentence names the scheme `Bearer`.'),
    refuses(
      'made-up',
      'A token that the harness made up is not the access token. The harness sends none that a decoder could read as the access token.',
    ),
  ];
}
