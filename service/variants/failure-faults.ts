import type { ServiceEndpoint } from '../service-endpoints.ts';
import { alternating, json, status, text } from './changes.ts';
import { cutOff, reset } from './delivery.ts';
import { endpointFault, triggered } from './row.ts';
import type { TriggerName } from './triggers.ts';
import type { Effect, Variant } from './variant.ts';

const error500: Effect = {
  change: alternating(status(500), json({ error: { code: 'internal', message: 'The service failed.' } })),
};
const gateway502: Effect = {
  change: alternating(
    status(502),
    text(() => '<h1>Bad Gateway</h1>'),
  ),
};

/** Calls that ought to succeed and fail: not shown in the document, so judged by an error budget alone. */
export const failureFaults: readonly Variant[] = [
  failing('user', '500', 'answers 500', error500, 'every-50th'),
  failing('encrypt', '500', 'answers 500', error500, 'every-50th'),
  failing('sync', '500', 'answers 500', error500, 'every-20th'),
  failing('user', '503', 'answers 503 without Retry-After', { change: status(503) }, 'every-50th'),
  failing('encrypt', '502', 'answers 502 with HTML', gateway502, 'every-20th'),
  failing('encrypt', '500', 'answers 500', error500, 'after-50'),
  failing('encrypt', '500', 'answers 500', error500, 'non-ascii-data'),
  failing('encrypt', '500', 'answers 500', error500, 'large-data'),
  failing('encrypt', '500', 'answers 500', error500, 'four-in-flight'),
  failing('encrypt', 'reset', 'resets the connection', { deliver: reset }, 'every-20th'),
  endpointFault('user', 'reset', 'resets the connection', 'error-budget', { deliver: reset }),
  failing('user', 'reset', 'resets the connection', { deliver: reset }, 'every-20th'),
  failing('user', 'cut-off', 'ends the connection inside the body', { deliver: cutOff }, 'every-50th'),
  failing('sync', 'cut-off', 'ends the connection inside the body', { deliver: cutOff }, 'every-20th'),
];

function failing(
  endpoint: ServiceEndpoint,
  form: string,
  phrase: string,
  effect: Effect,
  when: TriggerName,
): Variant {
  return triggered(endpointFault(endpoint, form, phrase, 'error-budget', effect), when);
}
