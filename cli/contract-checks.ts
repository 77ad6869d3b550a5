import { documentChecks } from '../checks/catalogue.ts';
import { allCheckIds } from '../checks/run-checks.ts';
import type { KnownChecks } from './contract/rules.ts';

/** The ids that a contract may name: every check that some run can have. */
export const knownChecks: KnownChecks = {
  all: allCheckIds,
  derived: documentChecks.filter(({ origin }) => origin === 'derived').map(({ id }) => id),
};
