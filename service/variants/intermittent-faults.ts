import type { TriggerName } from './triggers.ts';

const when: readonly (readonly [fault: string, at: readonly TriggerName[]])[] = [
  ['user-id-no-prefix', ['every-20th', 'every-200th', 'second-only', 'after-50']],
  ['user-id-no-prefix', ['every-7th-connection', 'fresh-connection', 'used-connection', 'four-in-flight']],
  ['user-status-missing', ['every-200th', 'after-50']],
  ['user-key-flag-string', ['every-200th', 'used-connection']],
  ['last-sync-plus-two', ['every-20th', 'every-200th', 'after-50']],
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
];

/** Faults that one good answer does not rule out. */
export const intermittentFaults: readonly string[] = when.flatMap(([fault, at]) =>
  at.map((trigger) => `${fault}@${trigger}`),
);
