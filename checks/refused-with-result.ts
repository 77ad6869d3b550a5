import type { ControlProfile } from './control-profile.ts';
import type { Exchange } from './exchange.ts';

const shortRequest = 512;
const longRequest = 1024;
const fewestShort = 3;
/** Another text may come with the result, and results differ by some characters. */
const leastShareOfGrowth = 0.7;

export function learnLength(control: ControlProfile, { request, response }: Exchange): void {
  const [sent, length] = [request.body?.length ?? 0, response.body.length];
  const { shortest, ...longest } = control.lengths ?? { shortest: length, sent, ofLongest: length };
  const isLongest = sent >= longest.sent;
  control.lengths = {
    shortest: Math.min(shortest, length),
    ...(isLongest ? { sent, ofLongest: length } : longest),
  };
}

export function learnShortRefusal(control: ControlProfile, { request, response }: Exchange): void {
  if ((request.body?.length ?? 0) > shortRequest) return;
  const { count, longest } = control.shortRefusals ?? { count: 0, longest: 0 };
  control.shortRefusals = { count: count + 1, longest: Math.max(longest, response.body.length) };
}

/**
 * Whether the answer to a probe holds the result of encrypting its data, whatever its status says: a guard that sets 401 and does not
 * return lets the operation answer after it. Then refusals grow with the data as results do. Those that repeat the data grow too.
 */
export function holdsResult(
  { lengths, shortRefusals }: ControlProfile,
  { request, response }: Exchange,
): boolean {
  const sent = request.body?.length ?? 0;
  if (sent < longRequest || lengths === undefined || (shortRefusals?.count ?? 0) < fewestShort) return false;
  const growth = (lengths.ofLongest - lengths.shortest) * (sent / lengths.sent);
  const isAsLong = response.body.length - (shortRefusals?.longest ?? 0) >= leastShareOfGrowth * growth;
  const [, data] = /"data": ?"([\w-]{12})/.exec(request.body ?? '') ?? [];
  return growth > shortRequest && isAsLong && data !== undefined && !response.body.includes(data);
}
