import { type Endpoint, endpointNames, endpointTitle } from '../schemas/endpoints.ts';
import { documentChecks } from './catalogue.ts';
import type { Origin } from './check.ts';
import { comparedEndpoints } from './comparison/comparison-measurement.ts';
import { declarableChecks } from './declared/declared-checks.ts';
import type { ClauseId } from './document.ts';
import type { CheckIdentity } from './findings.ts';

/** A check on a whole run; the code that judges it is beside the facts that it needs. */
export interface RunCheck extends CheckIdentity {
  readonly title: string;
}

export const offeredCheck = ofEndpoint('*-offered', (endpoint) => `4.${endpoint}`, 'derived', 'succeeds');
export const connectionsCheck = ofEndpoint(
  '*-connections',
  (endpoint) => `4.${endpoint}`,
  'derived',
  'answers on fresh connections',
);
export const latencyCheck = ofEndpoint(
  '*-latency',
  () => '8.response-time',
  'derived',
  'answers under 20 ms',
);
export const comparisonCheck = ofEndpoint(
  'compare-latency-*',
  () => '8.response-time',
  'declared',
  'is no slower than the other service',
);

/** One check for each endpoint: `*` in the id becomes its name, and its title precedes the words. */
function ofEndpoint(
  id: string,
  clauseOf: (endpoint: Endpoint) => ClauseId,
  origin: Origin,
  words: string,
): (endpoint: Endpoint) => RunCheck {
  return (endpoint) => {
    const title = endpointTitle(endpoint);
    const clause = clauseOf(endpoint);
    return { id: id.replace('*', endpoint), clause, origin, endpoint: title, title: `${title} ${words}` };
  };
}

export const errorBudgetCheck: RunCheck = {
  id: 'error-budget',
  clause: '7.errors',
  origin: 'declared',
  endpoint: '',
  title: 'No more valid calls fail than declared',
};

export const availabilityCheck: RunCheck = {
  id: 'availability',
  clause: '8.availability',
  origin: 'declared',
  endpoint: '',
  title: 'The availability figure holds as declared',
};

/** Every check on a run as a whole. */
export const runChecks: readonly RunCheck[] = [
  ...endpointNames.map(offeredCheck),
  ...comparedEndpoints.map(connectionsCheck),
  ...endpointNames.map(latencyCheck),
  ...comparedEndpoints.map(comparisonCheck),
  errorBudgetCheck,
  availabilityCheck,
];

/** The ids of all checks that any run with any contract can have. */
export const allCheckIds: readonly string[] = [...documentChecks, ...declarableChecks, ...runChecks].map(
  ({ id }) => id,
);
