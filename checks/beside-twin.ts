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
 * Whether a probe differs from its twin in the Authorization header alone, and nobody but a guard has a reason to refuse that header: it
 * is no longer than the twin's, its last word has only kinds of characters that the token has, and each run of other signs stands in the
 * twin's too. Servers limit the length of headers, and firewalls look for patterns.
 */
function isPlain({ request }: Exchange, twin: Exchange): boolean {
  const valid = twin.request.sentAuthorization ?? '';
  const header = request.sentAuthorization ?? '';
  if (!isSameBesides(request, twin.request) || header.length > valid.length) return false;
  const signs = signsIn(valid);
  const otherKinds = charactersOf(lastWord(header)) & ~charactersOf(lastWord(valid));
  return (
    signsIn(header).every((some) => signs.includes(some)) &&
    (header === valid.split(' ')[0] || otherKinds === 0)
  );
}

/** Whether a probe says the same as its twin apart from the Authorization header. An answer in between may have changed the cookies. */
function isSameBesides(request: Exchange['request'], twin: Exchange['request']): boolean {
  return (
    request.elsewhere === undefined &&
    request.ownHeaders === undefined &&
    request.path === twin.path &&
    request.cookies?.header === twin.cookies?.header
  );
}

function signsIn(header: string): string[] {
  return header.match(/[^A-Za-z0-9]+/g) ?? [];
}

function lastWord(header: string): string {
  return header.split(' ').at(-1) ?? '';
}
