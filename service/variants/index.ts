import { contestedFormQuirks, refusalQuirks, successQuirks } from './answer-quirks.ts';
import { authFaults } from './auth-faults.ts';
import { failureFaults, notJsonFaults } from './endpoint-faults.ts';
import { harnessFaults } from './harness-faults.ts';
import { tokenQuirks } from './token-equivalences.ts';
import type { TriggerName } from './triggers.ts';
import { userFaults, userQuirks } from './user-answers.ts';
import { triggered, type Variant } from './variant.ts';
import { wireQuirks } from './wire-quirks.ts';

const listed: readonly Variant[] = [
  ...notJsonFaults,
  ...userFaults,
  ...authFaults,
  ...failureFaults,
  ...successQuirks,
  ...userQuirks,
  ...refusalQuirks,
  ...tokenQuirks,
  ...wireQuirks,
  ...contestedFormQuirks,
  ...harnessFaults,
];

/** Faults that are listed without a trigger, and further triggers for them. */
const intermittentFaults: readonly (readonly [fault: string, times: readonly TriggerName[]])[] = [
  ['user-id-no-prefix', ['every-20th', 'every-200th', 'second-only', 'after-50']],
  ['user-id-no-prefix', ['every-7th-connection', 'fresh-connection', 'used-connection', 'four-in-flight']],
  ['user-status-missing', ['every-200th', 'after-50']],
  ['user-key-flag-string', ['every-200th', 'used-connection']],
  ['last-sync-plus-two', ['every-20th', 'every-200th', 'after-50']],
  ['last-sync-locale', ['language']],
  ['last-sync-space', ['second-only', 'every-7th-connection']],
  ['user-envelope-error', ['every-200th', 'four-in-flight']],
  ['user-record-null', ['first-only', 'every-200th']],
  ['user-body-null', ['every-200th']],
  ['user-body-html', ['every-20th', 'every-200th', 'four-in-flight']],
  ['encrypt-body-html', ['every-200th', 'after-50', 'large-data', 'empty-data', 'non-ascii-data']],
  ['encrypt-body-html', ['control-character-data', 'known-body', 'every-7th-connection', 'four-in-flight']],
  ['encrypt-body-html', ['data-of-one-length']],
  ['encrypt-body-truncated', ['large-data', 'second-only']],
  ['sync-body-half', ['every-200th', 'after-50', 'every-7th-connection', 'four-in-flight']],
  ['backup-body-html', ['second-only']],
  ['user-body-xml', ['any-type']],
  ['user-body-html', ['any-type', 'compression', 'compressed-language']],
  ['encrypt-body-html', ['any-type', 'compression', 'before-backup']],
  ['sync-body-html', ['any-type', 'before-backup']],
  ['sync-body-half', ['compression', 'compressed-language']],
];

export const variants: readonly Variant[] = [
  ...listed,
  ...intermittentFaults.flatMap(([fault, times]) =>
    times.map((when) => triggered(named(fault, listed), when)),
  ),
];

/** Throws if there is no variant of a name. */
export function variantsNamed(names: readonly (string | Variant)[]): readonly Variant[] {
  return names.map((name) => (typeof name === 'string' ? named(name, variants) : name));
}

function named(name: string, among: readonly Variant[]): Variant {
  const known = among.find((variant) => variant.name === name);
  if (known === undefined) throw new Error(`There is no fault or quirk named ${name}.`);
  return known;
}
