import { type Endpoint, endpointNames, endpointTitle } from '../schemas/endpoints.ts';
import { documentChecks } from './catalogue.ts';
import { comparedEndpoints } from './comparison/measurement.ts';
import { declarableChecks } from './declared/declarable-checks.ts';
import type { FindingSubject } from './finding.ts';

/** A check on a run as a whole: what judges it stands with the facts that it needs. */
export interface RunCheck extends FindingSubject {
  readonly title: string;
}

export function offeredCheck(endpoint: Endpoint): RunCheck {
  const title = endpointTitle(endpoint);
  const clause = `4.${endpoint}` as const;
  return {
    id: `${endpoint}-offered`,
    clause,
    origin: 'derived',
    endpoint: title,
    title: `${title} succeeds`,
  };
}

export function connectionsCheck(endpoint: Endpoint): RunCheck {
  const title = endpointTitle(endpoint);
  const clause = `4.${endpoint}` as const;
  return {
    id: `${endpoint}-connections`,
    clause,
    origin: 'derived',
    endpoint: title,
    title: `${title} answers on fresh connections`,
  };
}

export function latencyCheck(endpoint: Endpoint): RunCheck {
  const title = endpointTitle(endpoint);
  return {
    id: `${endpoint}-latency`,
    clause: '8.response-time',
    origin: 'derived',
    endpoint: title,
    title: `${title} answers under 20 ms`,
  };
}

export function comparisonCheck(endpoint: Endpoint): RunCheck {
  const title = endpointTitle(endpoint);
  return {
    id: `compare-latency-${endpoint}`,
    clause: '8.response-time',
    origin: 'declared',
    endpoint: title,
    title: `${title} is no slower than the other service`,
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

/** The ids of every check that some run can have, by whatever contract. */
export const allCheckIds: readonly string[] = [...documentChecks, ...declarableChecks, ...runChecks].map(
  ({ id }) => id,
);
