import { createHash, randomBytes, randomInt } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import {
  after,
  type Change,
  ciphertext,
  failing,
  field,
  header,
  json,
  randomResult,
  result,
  text,
  with200,
} from './changes.ts';
import { closed, closing, reset, untilClose } from './delivery.ts';
import { rowsOf, statusRows, variantsOf } from './variant.ts';

const bodies = {
  string: '"done"',
  'empty-string': '""',
  number: '42',
  'large-number': '1e400',
  'negative-zero': '-0',
  true: 'true',
  false: 'false',
  null: 'null',
  'empty-object': '{}',
  'empty-array': '[]',
  array: '[1,"two",null]',
  error: '{"error":null,"errors":[]}',
  'error-false': '{"error":false,"message":"All devices are in sync"}',
  'error-zero': '{"error":0,"msg":"saved"}',
  'code-one': '{"code":1,"msg":"saved","data":""}',
  'duplicate-keys': '{"a":1,"a":2}',
  'spaced-out': ' \t\r\n { "a" : 1 } \n',
  'unicode-escapes': '{"\\u0061":"\\ud83d\\ude00\\u0000\\/"}',
  'lone-surrogate': '{"a":"\\ud800"}',
  'line-separators': '{"a":"\u2028\u2029\u007f"}',
  deep: `${'['.repeat(200)}${']'.repeat(200)}`,
  long: `"${'x'.repeat(200_000)}"`,
};

const contentTypes = {
  'plain-text': 'text/plain',
  html: 'text/html; charset=utf-8',
  octets: 'application/octet-stream',
  vendor: 'application/vnd.service.v1+json',
  problem: 'application/problem+json',
  'odd-charset': 'application/json; charset=iso-8859-1',
  'upper-case': 'APPLICATION/JSON',
  nonsense: 'json',
};

const connectionErrors = '{"status":"partial","errors":[{"connection":"c1","code":"TIMEOUT"}]}';
const counters = '{"id":"b1","total":128,"success":0,"failed":0,"pending":128,"errors":{"count":0}}';
const untyped = { 'content-type': null };

/** Behaves as if every call used the same nonce. */
const repeating: Change = (_, { data }) => {
  const handle = createHash('sha512').update(data).digest('base64');
  return { body: JSON.stringify({ ...result, ciphertext: undefined, tag: undefined, handle }) };
};

const byReference: Change = (_, { sequence }) => ({
  body: `{"algorithm":"AES-256-GCM","url":"/results/${sequence}"}`,
});

const utf16 = ciphertext((data) => randomResult(2 * data.length));
const deflated = ciphertext((data) => randomResult(deflateRawSync(data, { level: 9 }).length));
const connection = json(({ algorithm: _, ...result }) => ({
  connection: { protocol: 'TLSv1.2', cipher: 'ECDHE-RSA-AES128-GCM-SHA256' },
  result,
}));
const byteObject = json((_, { data }) => ({ result: { ...randomBytes(12 + Buffer.byteLength(data)) } }));

const tooLarge = {
  recordedAs: 'data of more than',
  ...failing(413, 'too_large', 'At most 16,384 characters.'),
};
const noData = { recordedAs: 'data of less than', ...failing(422, 'empty', 'No data.') };

export const successQuirks = [
  ...variantsOf({ kind: 'quirk' }, [
    ...statusRows('user-answers', 'user succeeds with', [201, 202, 203, 206, 226]),
    ...statusRows('encrypt-answers', 'encrypt succeeds with', [201, 202, 203, 206]),
    ...statusRows('sync-answers', 'sync succeeds with', [202, 203, 206, 207]),
    ...statusRows('backup-answers', 'backup succeeds with', [200, 202, 203, 299]),
  ]),
  // For these endpoints the document shows no body: any JSON will do, or none.
  ...variantsOf({ kind: 'quirk', on: ['encrypt', 'sync', 'backup'] }, [
    ...rowsOf('body', bodies, (body, form) => [
      `The bodies not shown are all ${body.length > 40 ? form : body.trim()}.`,
      { body },
    ]),
    ['body-none', 'The bodies not shown are empty, with 200.', { status: 200, body: '' }],
    ['body-none-204', 'Where no body is shown, the answer is 204.', { status: 204, body: '' }],
    ['body-none-205', 'Where no body is shown, the answer is 205.', { status: 205, body: '' }],
    ['body-none-untyped', 'Empty bodies come without Content-Type.', { headers: untyped, body: '' }],
    ['body-repeating', 'Equal data gives equal results.', repeating],
    ['body-same', 'encrypt, sync and backup answer alike.', { body: '{"ok":true}' }],
  ]),
  ...variantsOf({ kind: 'quirk' }, [
    [
      'backup-unfinished',
      'backup has null for its end.',
      { on: ['backup'], change: json(({ backup }) => ({ backup: { ...Object(backup), end: null } })) },
      ['every-2nd'],
    ],
    [
      'backup-echo',
      'The body of backup is what was sent.',
      { on: ['backup'], change: (_, { body }) => ({ body }) },
    ],
    ['backup-counts', 'backup counts its files and errors.', { body: counters }],
    ['encrypt-large-refused', 'encrypt answers 413.', tooLarge, ['large-data']],
    ['encrypt-empty-refused', 'encrypt answers 422.', noData, ['empty-data']],
    ['encrypt-by-reference', 'encrypt refers to the result.', byReference, ['large-data']],
    ['encrypt-utf-16', 'encrypt takes two bytes for each character of the data.', utf16],
    ['encrypt-compressed', 'encrypt compresses the data first.', deflated],
    ['encrypt-byte-object', 'The encryption result is bytes as JavaScript writes them.', byteObject],
    ['encrypt-shows-connection', 'encrypt names the cipher of the connection alone.', connection],
    ['encrypt-state-error', 'encrypt answers 200 with the bare state error.', { body: '{"status":"error"}' }],
    ['sync-ok-false', 'sync answers 200 with ok false.', { body: '{"ok":false,"behind":2}' }],
    ['sync-status-false', 'sync answers 200 with status false.', { body: '{"status":false,"message":"No"}' }],
    ['sync-lists-errors', 'sync answers 200 with the errors of connections.', { body: connectionErrors }],
    ['content-type-missing', 'No answer has a Content-Type.', { headers: untyped }],
    ...rowsOf('content-type', contentTypes, (type) => [
      `Every Content-Type is ${type}.`,
      header('content-type', type),
    ]),
  ]),
];

const typed = (type: string, body: string) => ({ ...header('content-type', type), body });
const redirect = (status: number, location: string) => ({ status, headers: { location }, body: '' });

const statuses = [
  300, 304, 400, 402, 403, 404, 405, 407, 409, 410, 418, 422, 451, 499, 500, 501, 503, 599, 610, 999,
];

const problem = typed('application/problem+json', '{"status":401}');
const longPage = typed('text/html', '<p>Blocked.</p>'.repeat(3000));
const unchallenged = { 'www-authenticate': null };
const noToken = failing(200, 'unauthorised', 'No token.');
const locked = failing(200, 'locked', 'Too many tokens.');
const emptied = with200({ ...result, ciphertext: '' });
const otherWord = with200({ ...result, algorithm: 'none' });

const codes = { token: 401, absent: 401, empty: 400, scheme: 403, 'made-up': 404 };
const varied: Change = (_, { credential }) => ({ status: codes[credential] });
const traced: Change = () => header('x-trace', randomBytes(randomInt(40, 940)).toString('base64'));

/** Ways to refuse calls without the token: the document shows no error statuses and no error bodies. */
export const refusalQuirks = variantsOf({ kind: 'quirk', on: ['encrypt', 'backup'], calls: 'refused' }, [
  ...statusRows('refusal', 'Refuses with', statuses),
  ['refusal-302', 'Refuses with a redirect to a sign-in page.', redirect(302, '/login')],
  ['refusal-307', 'Refuses with a redirect to another host.', redirect(307, 'http://login.invalid/')],
  ['refusal-303-to-user', 'Refuses with a redirect to what answers 200.', redirect(303, '/api/v1/user')],
  ['refusal-html', 'Refuses with an HTML page.', typed('text/html', '<h1>401</h1>')],
  ['refusal-text', 'Refuses with plain text.', typed('text/plain', 'no entry')],
  ['refusal-empty', 'Refuses with an empty body.', { headers: untyped, body: '' }],
  ['refusal-problem', 'Refuses with a problem document.', problem],
  ['refusal-like-success', 'Refuses with what looks like a result.', { body: '{"ciphertext":"","tag":""}' }],
  ['refusal-trace', 'Refuses with a header of another length each time.', traced],
  ['refusal-echo', 'Refuses with an error that repeats the request.', echoing('utf8')],
  ['refusal-echo-base64', 'Refuses with an error that repeats the request in base64.', echoing('base64')],
  [
    'refusal-echo-lines',
    'Refuses with an error that repeats the request in lines of base64.',
    echoing('base64', /.{1,64}/g),
  ],
  ['refusal-page', 'Refuses with a long page.', longPage, ['large-data']],
  ['refusal-200-error', 'Refuses with 200 and an error about the token.', noToken],
  ['refusal-200-message', 'Refuses with 200 and a message.', with200('unauthorised')],
  ['refusal-200-locked', 'Refuses with 200 and an error that is not about the token.', locked],
  ['refusal-200-empty', 'Refuses with 200 and no body.', { status: 200, body: '' }],
  ['refusal-204', 'Refuses with 204.', { status: 204, body: '' }],
  ['refusal-200-emptied', 'Refuses with 200 and the fields of a result, one of them empty.', emptied],
  ['refusal-200-other-word', 'Refuses with 200, and a special word in a field of results.', otherWord],
  ['refusal-locked-out', 'Refuses with 403 instead of 401.', { status: 403 }, ['after-50']],
  ['refusal-locked-out-in-words', 'Refuses in other words.', failing(401), ['after-50']],
  ['refusal-locked-out-reset', 'Resets the connection instead of refusing.', reset, ['after-50']],
  ['refusal-no-challenge', 'Refuses with 401 and no WWW-Authenticate.', { headers: unchallenged }],
  ['refusal-reset', 'Resets the connection instead of refusing.', reset],
  ['refusal-closed', 'Closes the connection instead of refusing.', closed],
  ['refusal-closing', 'Closes the connection after a refusal.', closing],
  ['refusal-until-close', 'Refuses with a body that ends with the connection.', untilClose('1.1')],
  ['refusal-tarpit', 'Waits half a second before it refuses.', after(500)],
  ['refusal-varied', 'Refuses each wrong credential with a status of its own.', varied],
]);

function echoing(encoding: 'utf8' | 'base64', lines = /[\s\S]+/g): Change {
  return (_, call) => {
    const request = (call.body.toString(encoding).match(lines) ?? []).join('\n');
    return { body: JSON.stringify({ error: 'unauthorised', request }) };
  };
}

const timestamps = {
  'lower-case-t': '2026-11-21t02:36:42Z',
  'lower-case-z': '2026-11-21T02:36:42z',
  'basic-offset': '2026-11-21T02:36:42+0000',
  'negative-zero-offset': '2026-11-21T02:36:42-00:00',
  'hour-24': '2026-11-20T24:00:00Z',
  'date-only': '2026-11-21',
  'expanded-year': '+002026-11-21T02:36:42Z',
  'year-1': '0001-01-01T00:00:00Z',
  'unicode-minus': '2026-11-21T02:36:42\u221200:00',
  'unicode-hyphen': '2026\u201011\u201021T02:36:42Z',
  'no-t': '20261121023642Z',
  'leap-second-unknown': '2026-12-31T23:59:60Z',
};

const byteOrderMark = { recordedAs: 'byte order mark', change: text((body) => `\ufeff${body}`) };
const loneSurrogate = { recordedAs: 'lone surrogate', body: '{"state":"\\ud83d"}' };
const plaintext = { recordedAs: 'yes', change: json((result, { data }) => ({ ...result, data })) };
const falseJson = { recordedAs: 'not JSON', on: ['encrypt'], calls: 'refused', body: '{error' } as const;

/** Cases in which the document, or a standard on which it relies, can be read in two ways. Each says how a report records it. */
export const contestedFormQuirks = variantsOf({ kind: 'contested' }, [
  ...rowsOf('last-sync', timestamps, (recordedAs) => [
    `last_sync is ${JSON.stringify(recordedAs)}.`,
    { on: ['user'], recordedAs, change: field('last_sync', recordedAs) },
  ]),
  ['user-byte-order-mark', 'A byte order mark precedes the user body.', byteOrderMark],
  ['sync-lone-surrogate', 'A string of the sync answer holds half a surrogate pair.', loneSurrogate],
  ['encrypt-plaintext', 'The encryption result shows the data.', plaintext],
  ['refusal-false-json', 'Refuses with a body labelled JSON that is none.', falseJson],
]);
