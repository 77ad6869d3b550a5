import type { ServiceCall } from './call.ts';
import { after, failing } from './changes.ts';
import { bodyLate, cutOff, reset } from './delivery.ts';
import type { TriggerName } from './triggers.ts';
import { type Shared, variantsOf } from './variant.ts';

const error500 = failing(500, 'internal', 'The service failed.');
const gateway502 = { status: 502, body: '<h1>Bad Gateway</h1>' };
const encrypt500 = ['every-50th', 'after-50', 'non-ascii-data', 'large-data', 'four-in-flight'] as const;

/** Faults that are listed without a trigger, and further triggers for them. */
export const intermittentFaults: readonly (readonly [fault: string, times: readonly TriggerName[]])[] = [
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
  ['user-body-xml', ['any-type']],
  ['user-body-html', ['any-type', 'compression']],
  ['encrypt-body-html', ['any-type', 'compression', 'before-backup']],
  ['sync-body-html', ['any-type', 'before-backup']],
  ['sync-body-half', ['compression']],
];

const lateError = { ...after(40), ...error500, status: 504 };
const ageing = { delayMs: ({ sequence }: ServiceCall) => Math.min(sequence / 10, 60) };
const rarelyAfter40 = { ...after(40), mayStayOpen: 'twice the allowed share takes minutes to detect' };
/** Behind a load balancer. */
const oneBackendOf70 = { ...after(40), mayStayOpen: 'few connections meet it' };
const stalling = {
  alsoCaughtBy: ['user-latency', 'sync-latency', 'backup-latency'],
  mayStayOpen: 'its slow calls come in few bursts',
  delayMs: () => Math.max(0, 300 - (Date.now() % 3000)),
};

const late = (endpoint: string): Shared => ({ kind: 'fault', caughtBy: `${endpoint}-latency` });

export const failureFaults = [
  ...variantsOf(late, [
    ['user-slow', 'user takes 25 ms.', after(25), ['always', 'after-50']],
    ['user-tail', 'user takes 40 ms.', after(40), ['every-20th']],
    ['user-body-late', 'user sends the headers at once and the body 30 ms later.', bodyLate(30)],
    ['user-error-late', 'user answers 504 after 40 ms.', lateError, ['every-20th']],
    ['encrypt-slow', 'encrypt takes 25 ms.', after(25)],
    ['encrypt-slow-large', 'encrypt takes 60 ms.', after(60), ['large-data']],
    ['encrypt-tail', 'encrypt takes 40 ms.', after(40), ['every-20th']],
    ['encrypt-body-late', 'encrypt sends the headers at once and the body 30 ms later.', bodyLate(30)],
    ['sync-slow', 'sync takes 25 ms.', after(25), ['always', 'used-connection']],
    ['sync-tail', 'sync takes 40 ms.', after(40), ['every-20th']],
    ['sync-ageing', 'sync takes a tenth of a millisecond longer with each call.', ageing],
    ['backup-slow', 'backup takes 25 ms.', after(25)],
    ['user-tail', 'user takes 40 ms.', rarelyAfter40, ['every-50th']],
    ['encrypt-tail', 'encrypt takes 40 ms.', rarelyAfter40, ['every-50th']],
    ['sync-tail', 'sync takes 40 ms.', rarelyAfter40, ['every-50th']],
    ['sync-tail', 'sync takes 40 ms.', oneBackendOf70, ['every-70th-connection']],
  ]),
  ...variantsOf({ kind: 'fault', caughtBy: 'encrypt-latency', calls: 'any' }, [
    ['service-stalls', 'The whole service stalls for 300 ms every 3 s.', stalling],
  ]),
  // Calls that should succeed but fail. The document does not mention this, so only an error budget judges it.
  ...variantsOf({ kind: 'fault', caughtBy: 'error-budget' }, [
    ['user-500', 'user answers 500.', error500, ['every-50th']],
    ['user-503', 'user answers 503 without Retry-After.', { status: 503 }, ['every-50th']],
    ['user-reset', 'user resets the connection.', reset, ['always', 'every-20th']],
    ['user-cut-off', 'user ends the connection inside the body.', cutOff, ['every-50th']],
    ['encrypt-500', 'encrypt answers 500.', error500, encrypt500],
    ['encrypt-502', 'encrypt answers 502 with HTML.', gateway502, ['every-20th']],
    ['encrypt-reset', 'encrypt resets the connection.', reset, ['every-20th']],
    ['sync-500', 'sync answers 500.', error500, ['every-20th']],
    ['sync-cut-off', 'sync ends the connection inside the body.', cutOff, ['every-20th']],
  ]),
];
