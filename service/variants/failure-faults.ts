import type { ServiceEndpoint } from '../service-endpoints.ts';
import { alternating, json, status, text } from './changes.ts';
import { cutOff, reset } from './delivery.ts';
import { type Shared, variantsOf } from './row.ts';
import type { Variant } from './variant.ts';

const error500 = alternating(
  status(500),
  json({ error: { code: 'internal', message: 'The service failed.' } }),
);
const gateway502 = alternating(
  status(502),
  text(() => '<h1>Bad Gateway</h1>'),
);

/** Calls that ought to succeed and fail: not shown in the document, so judged by an error budget alone. */
export const failureFaults: readonly Variant[] = [
  ...variantsOf(failing('user'), [
    ['user-500', 'user answers 500.', error500, ['every-50th']],
    ['user-503', 'user answers 503 without Retry-After.', status(503), ['every-50th']],
    ['user-reset', 'user resets the connection.', { deliver: reset }, ['always', 'every-20th']],
    ['user-cut-off', 'user ends the connection inside the body.', { deliver: cutOff }, ['every-50th']],
  ]),
  ...variantsOf(failing('encrypt'), [
    [
      'encrypt-500',
      'encrypt answers 500.',
      error500,
      ['every-50th', 'after-50', 'non-ascii-data', 'large-data', 'four-in-flight'],
    ],
    ['encrypt-502', 'encrypt answers 502 with HTML.', gateway502, ['every-20th']],
    ['encrypt-reset', 'encrypt resets the connection.', { deliver: reset }, ['every-20th']],
  ]),
  ...variantsOf(failing('sync'), [
    ['sync-500', 'sync answers 500.', error500, ['every-20th']],
    ['sync-cut-off', 'sync ends the connection inside the body.', { deliver: cutOff }, ['every-20th']],
  ]),
];

function failing(endpoint: ServiceEndpoint): Shared {
  return { kind: 'fault', on: [endpoint], caughtBy: 'error-budget' };
}
