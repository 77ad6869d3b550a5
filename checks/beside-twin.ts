import type { Answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { charactersOf } from './meaning/leaves.ts';

/**
 * Marks the answer to a probe if the same request with the token succeeded and nothing but the credential can have been refused. A
 * service may look at anything else in a request before it looks at the credential.
 */
export function besideTwin(probe: Answer, twin: Answer | null): Answer {
  if (twin?.result !== 'succeeded' || !isPlain(probe.exchange, twin.exchange)) return probe;
  return { ...probe, isOfCredential: true };
}

/**
 * Whether a probe differs from its twin in the Authorization header alone, and nobody but a guard has a reason to refuse that header: it is
 * no longer than the twin's, its last word has only kinds of characters that the token has, and each run of spaces and punctuation also
 * occurs in the twin's. Servers limit the length of headers, and firewalls look for patterns.
 */
function isPlain(probe: Exchange, twin: Exchange): boolean {
  const valid = twin.request.sentAuthorization ?? '';
  const header = probe.request.sentAuthorization ?? '';
  if (!isUsualBesides(probe) || header.length > valid.length) return false;
  const signs = signsIn(valid);
  const otherKinds = charactersOf(lastWord(header)) & ~charactersOf(lastWord(valid));
  return (
    signsIn(header).every((some) => signs.includes(some)) &&
    (header === valid.split(' ')[0] || otherKinds === 0)
  );
}

/** In UTF-16 code units. A gateway may read less of the body of a caller that it does not know. */
const longestBody = 4096;

/**
 * Whether a call is usual apart from its Authorization header. If it is not, a service may refuse it without the token for another reason:
 * a cookie makes a session, which has rules of its own, and the form of an error may follow the Accept header.
 */
function isUsualBesides({ circumstance, request }: Exchange): boolean {
  const { elsewhere, headers, path, cookies, body } = request;
  const isShort = (body?.length ?? 0) <= longestBody;
  return isShort && [circumstance, elsewhere, headers, path, cookies].every((one) => one === undefined);
}

function signsIn(header: string): string[] {
  return header.match(/[^A-Za-z0-9]+/g) ?? [];
}

function lastWord(header: string): string {
  return header.split(' ').at(-1) ?? '';
}
