import type { ServiceAnswer } from '../service-answer.ts';
import type { ServiceCall } from './call.ts';
import { alternating, empty, header, json, noHeader, status, text } from './changes.ts';
import { closed, closing, reset, untilClose } from './delivery.ts';
import { type Row, variantsOf } from './row.ts';
import type { Change } from './variant.ts';

const statuses = [300, 304, 400, 402, 403, 404, 405, 407, 409, 410, 418, 422, 451, 499, 500, 501, 503, 599];

/** How calls without the token are refused: the document shows no error statuses and no error bodies. */
export const refusalQuirks = variantsOf({ kind: 'quirk', on: ['encrypt', 'backup'], calls: 'refused' }, [
  ...statuses.map((code): Row => [`refusal-${code}`, `Refuses with ${code}.`, status(code)]),
  ['refusal-302', 'Refuses with a redirect to a sign-in page.', redirect(302, '/login')],
  ['refusal-307', 'Refuses with a redirect to another host.', redirect(307, 'http://login.invalid/')],
  [
    'refusal-303-to-user',
    'Refuses with a redirect to a page that answers 200.',
    redirect(303, '/api/v1/user'),
  ],
  ['refusal-html', 'Refuses with an HTML page.', typed('text/html', '<h1>401</h1>')],
  ['refusal-text', 'Refuses with plain text.', typed('text/plain', 'no entry')],
  ['refusal-empty', 'Refuses with an empty body.', alternating(empty, noHeader('content-type'))],
  [
    'refusal-problem',
    'Refuses with a problem document.',
    typed('application/problem+json', '{"status":401}'),
  ],
  [
    'refusal-like-success',
    'Refuses with a body that looks like a result.',
    json({ ciphertext: '', tag: '' }),
  ],
  ['refusal-no-challenge', 'Refuses with 401 and no WWW-Authenticate.', noHeader('www-authenticate')],
  ['refusal-reset', 'Resets the connection instead of refusing.', { deliver: reset }],
  ['refusal-closed', 'Closes the connection instead of refusing.', { deliver: closed }],
  ['refusal-closing', 'Closes the connection after a refusal.', { deliver: closing }],
  ['refusal-until-close', 'Refuses with a body that ends with the connection.', { deliver: untilClose }],
  ['refusal-tarpit', 'Waits a second before it refuses.', { delayMs: () => 1000 }],
  ['refusal-varied', 'Refuses each wrong credential with a status of its own.', varied],
]);

function redirect(code: number, location: string): Change {
  return alternating(status(code), header('location', location), empty);
}

function typed(contentType: string, body: string): Change {
  return alternating(
    header('content-type', contentType),
    text(() => body),
  );
}

function varied(answer: ServiceAnswer, { credential }: ServiceCall): ServiceAnswer {
  const codes = { token: 401, absent: 401, empty: 400, scheme: 403, 'made-up': 404 };
  return { ...answer, status: codes[credential] };
}
