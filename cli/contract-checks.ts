import { documentChecks } from '../checks/catalogue.ts';
import { comparedEndpoints } from '../checks/comparison/measurement.ts';
import { declarableChecks } from '../checks/declared/declarable-checks.ts';
import { endpointNames } from '../schemas/endpoints.ts';
import type { KnownChecks } from './contract/rules.ts';

/** The ids that a contract may name: every check that some run can have. */
export const knownChecks: KnownChecks = {
  all: [
    ...documentChecks.map(({ id }) => id),
    ...declarableChecks.map(({ id }) => id),
    ...endpointNames.flatMap((name) => [`${name}-offered`, `${name}-latency`]),
    ...comparedEndpoints.map((name) => `${name}-connections`),
    ...comparedEndpoints.map((name) => `compare-latency-${name}`),
    'error-budget',
  ],
  derived: documentChecks.filter(({ origin }) => origin === 'derived').map(({ id }) => id),
};
