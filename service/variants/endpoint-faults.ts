import type { ServiceCall } from './call.ts';
import { after, failing, member, text } from './changes.ts';
import { bodyLate, cutOff, reset } from './delivery.ts';
import { type Row, rowsOf, type Shared, type Unnamed, type Variant, variantsOf } from './variant.ts';

const corruptions: Readonly<Record<string, Unnamed>> = {
  html: ['is an HTML page', { body: '<!doctype html><title>OK</title><p>OK</p>' }],
  word: ['is the bare word OK', { body: 'OK' }],
  xml: ['is XML', { body: '<?xml version="1.0"?><result>ok</result>' }],
  yaml: ['is YAML', { body: 'status: ok\nitems:\n  - 1\n' }],
  form: ['is URL-encoded form data', { body: 'status=ok&items=1' }],
  base64: ['is bare base64', text((body) => Buffer.from(body).toString('base64'))],
  truncated: ['ends before its last brace', text((body) => body.slice(0, -1))],
  half: ['ends in the middle', text((body) => body.slice(0, body.length / 2))],
  'two-values': ['contains two JSON values', text((body) => `${body}\n${body}`)],
  'text-before': ['begins with a warning', text((body) => `Warning: cache is cold\n${body}`)],
  'text-after': ['ends with a stray word', text((body) => `${body}OK`)],
  'xssi-prefix': ['begins with an anti-hijacking prefix', text((body) => `)]}',\n${body}`)],
  jsonp: ['is a JSONP call', text((body) => `callback(${body});`)],
  comment: ['contains a comment', text((body) => body.replace('{', '{/* cached */'))],
  'trailing-comma': ['contains a trailing comma', text((body) => body.replace(/}$/, ',}'))],
  'missing-comma': ['lacks a comma', member('"cached":1 "fresh":0')],
  'single-quotes': ['has single quotes', text((body) => body.replaceAll('"', "'"))],
  'unquoted-keys': ['has keys without quotes', text((body) => body.replace(/"(\w+)":/g, '$1:'))],
  'python-literal': ['holds True', member('"cached":True')],
  nan: ['holds NaN', member('"load":NaN')],
  'leading-zero': ['holds a number with a leading zero', member('"count":007')],
  'raw-newline': ['holds a line break inside a string', member('"note":"a\nb"')],
  'bad-escape': ['holds an escape that JSON does not know', member('"note":"\\x41"')],
};

/** JSON in encodings other than UTF-8, and bytes that belong to no encoding. */
const encodings: Readonly<Record<string, Unnamed>> = {
  bytes: ['is raw bytes', text((body) => Buffer.from(Buffer.from(body).map((byte) => byte ^ 0xa5)))],
  latin1: ['is in ISO 8859-1', member('"note":"caf\xe9 \xfc"', 'latin1')],
  'windows-1252': ['is in Windows-1252', member('"note":"\x93a\x94"', 'latin1')],
  'stray-byte': ['contains a stray byte', member('"note":"\xff"', 'latin1')],
  'cut-character': ['contains half a character', member('"note":"\xe2\x82"', 'latin1')],
  surrogates: ['contains surrogates in UTF-8', member('"note":"\xed\xa0\xbd\xed\xb4\x92"', 'latin1')],
  'long-form': ['contains a character encoded in too many bytes', member('"note":"\xc0\xaf"', 'latin1')],
  'utf-16': ['is UTF-16 with a byte order mark', text((body) => Buffer.from(`\ufeff${body}`, 'utf16le'))],
};

const breaking = (rule: string) => (endpoint: string) =>
  ({ kind: 'fault', caughtBy: `${endpoint}-body-${rule}` }) as const;

export const notJsonFaults = [
  ...variantsOf(breaking('json'), [
    ...corrupted('user', corruptions),
    ['user-body-empty', 'The body of GET user is empty.', { body: '' }],
    ['user-body-204', 'GET user answers 204.', { status: 204, body: '' }],
    ...corrupted('encrypt', corruptions, ['html', 'base64', 'truncated', 'two-values', 'nan']),
    ...corrupted('sync', corruptions, ['html', 'word', 'yaml', 'half', 'python-literal', 'text-before']),
    ...corrupted('backup', corruptions, ['html', 'xml', 'form', 'text-after', 'jsonp', 'trailing-comma']),
  ]),
  ...variantsOf(breaking('utf8'), [
    ...corrupted('user', encodings),
    ...corrupted('encrypt', encodings, ['bytes', 'latin1', 'stray-byte']),
    ...corrupted('sync', encodings, ['windows-1252', 'utf-16']),
    ...corrupted('backup', encodings, ['latin1', 'cut-character']),
  ]),
];

const error500 = failing(500, 'internal', 'The service failed.');
const gateway502 = { status: 502, body: '<h1>Bad Gateway</h1>' };
const encrypt500 = ['every-50th', 'after-50', 'non-ascii-data', 'large-data', 'four-in-flight'] as const;

const lateError = { ...after(40), ...error500, status: 504 };
const ageing = { delayMs: ({ sequence }: ServiceCall) => Math.min(sequence / 10, 60) };
const rarelyAfter40 = { ...after(40), mayStayOpen: 'twice the allowed share takes minutes to detect' };
/** Behind a load balancer. */
const oneBackendOf70 = { ...after(40), mayStayOpen: 'few connections meet it' };
const stalling: Partial<Variant> = {
  calls: 'any',
  caughtBy: 'encrypt-latency',
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

function corrupted(endpoint: string, all: typeof corruptions, kinds = Object.keys(all)): Row[] {
  const some = Object.entries(all).filter(([kind]) => kinds.includes(kind));
  return rowsOf(`${endpoint}-body`, Object.fromEntries(some), ([words, own]) => [
    `The body of ${endpoint} ${words}.`,
    own,
  ]);
}
