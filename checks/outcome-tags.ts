import { unlikeOthers } from './call-end.ts';

const namedOutcomes: readonly string[] = [
  unlikeOthers,
  'HTTP 301',
  'HTTP 302',
  'HTTP 303',
  'HTTP 304',
  'HTTP 307',
  'HTTP 308',
  'HTTP 400',
  'HTTP 401',
  'HTTP 403',
  'HTTP 404',
  'HTTP 405',
  'HTTP 408',
  'HTTP 409',
  'HTTP 413',
  'HTTP 415',
  'HTTP 422',
  'HTTP 429',
  'HTTP 500',
  'HTTP 501',
  'HTTP 502',
  'HTTP 503',
  'HTTP 504',
  'timeout',
  'unreachable',
  'reset',
  'cut off',
  'undecodable body',
  'HTTP 101',
  'bad location',
  'not HTTP',
];

/** k6 reports only what is named beforehand: all other statuses together. */
const otherOutcome = 'another status';

export const outcomeTags = [...namedOutcomes, otherOutcome];

export function outcomeTag(name: string): string {
  return namedOutcomes.includes(name) ? name : otherOutcome;
}
