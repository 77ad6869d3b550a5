import { errorReported, unlikeOthers } from './call-end.ts';
import { callFailures } from './exchange.ts';

const namedStatuses = [
  101, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 501, 502,
  503, 504,
];

const namedOutcomes: readonly string[] = [
  errorReported,
  unlikeOthers,
  ...namedStatuses.map((status) => `HTTP ${status}`),
  ...callFailures,
];

/** k6 reports only what is named beforehand: all other statuses together. */
const otherOutcome = 'another status';

export const outcomeTags: readonly string[] = /* @__PURE__ */ namedOutcomes.concat(otherOutcome);

export function outcomeTag(name: string): string {
  return namedOutcomes.includes(name) ? name : otherOutcome;
}
