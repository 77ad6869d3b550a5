import { type Endpoint, endpointNames, endpointTitle, repeatableEndpoints } from '../schemas/endpoints.ts';
import { documentChecks } from './catalogue.ts';
import { declarableChecks } from './declared/declared-checks.ts';
import type { CheckIdentity } from './findings.ts';

export const offeredCheck = ofEndpoint('*-offered', 'derived', 'succeeds');
export const connectionsCheck = ofEndpoint('*-connections', 'derived', 'answers on fresh connections');
export const latencyCheck = ofEndpoint('*-latency', 'derived', 'answers under 20 ms');
export const comparisonCheck = ofEndpoint(
  'compare-latency-*',
  'declared',
  'is no slower than the other service',
);

/** One check for each endpoint. The endpoint's name replaces `*` in the id, and its title precedes the words. */
function ofEndpoint(id: string, origin: CheckIdentity['origin'], words: string) {
  return (name: Endpoint): CheckIdentity => {
    const endpoint = endpointTitle(name);
    const clause = id.includes('latency') ? '8.response-time' : (`4.${name}` as const);
    return { id: id.replace('*', name), clause, origin, endpoint, title: `${endpoint} ${words}` };
  };
}

export const errorBudgetCheck: CheckIdentity = {
  id: 'error-budget',
  clause: '7.errors',
  origin: 'declared',
  endpoint: '',
  title: 'No more valid calls fail than declared',
};

export const availabilityCheck: CheckIdentity = {
  id: 'availability',
  clause: '8.availability',
  origin: 'declared',
  endpoint: '',
  title: 'The availability figure holds as declared',
};

/** The checks on a whole run. The code that judges each is beside the facts that it needs. */
export const runChecks: readonly CheckIdentity[] = [
  ...endpointNames.map(offeredCheck),
  ...repeatableEndpoints.map(connectionsCheck),
  ...endpointNames.map(latencyCheck),
  ...repeatableEndpoints.map(comparisonCheck),
  errorBudgetCheck,
  availabilityCheck,
];

/** The ids of all checks that a run with any contract can have. */
export const allCheckIds: readonly string[] = [...documentChecks, ...declarableChecks, ...runChecks].map(
  ({ id }) => id,
);
