import type { ServiceAnswer, ServiceEndpoint } from '../service-answer.ts';
import { alternating, type Change, empty, type FaultRow, faultsOn, status, text } from './variant.ts';

type Corruption = readonly [phrase: string, change: Change];

const corruptions = {
  html: ['is an HTML page', text(() => '<!doctype html><title>OK</title><p>OK</p>')],
  word: ['is the bare word OK', text(() => 'OK')],
  xml: ['is XML', text(() => '<?xml version="1.0"?><result>ok</result>')],
  yaml: ['is YAML', text(() => 'status: ok\nitems:\n  - 1\n')],
  form: ['is URL-encoded form data', text(() => 'status=ok&items=1')],
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
} as const satisfies Record<string, Corruption>;

/** Encodings of JSON that are not UTF-8, and bytes that belong to none. */
const encodings = {
  bytes: ['is raw bytes', text((body) => Buffer.from(Buffer.from(body).map((byte) => byte ^ 0xa5)))],
  latin1: ['is in ISO 8859-1', inLatin1],
  'windows-1252': ['is in Windows-1252', withBytes([0x93, 0x61, 0x94])],
  'stray-byte': ['contains a stray byte', withBytes([0xff])],
  'cut-character': ['contains half a character', withBytes([0xe2, 0x82])],
  surrogates: ['contains surrogates in UTF-8', withBytes([0xed, 0xa0, 0xbd, 0xed, 0xb4, 0x92])],
  'long-form': ['contains a character encoded in too many bytes', withBytes([0xc0, 0xaf])],
  'utf-16': ['is UTF-16 with a byte order mark', text((body) => Buffer.from(`\ufeff${body}`, 'utf16le'))],
} as const satisfies Record<string, Corruption>;

export const notJsonFaults = [
  ...faultsOn('user', [
    ...notJson('user', Object.keys(corruptions) as (keyof typeof corruptions)[]),
    ['user-body-empty', 'user-body-json', 'The body of GET user is empty.', empty],
    ['user-body-204', 'user-body-json', 'GET user answers 204.', alternating(status(204), empty)],
  ]),
  ...faultsOn('encrypt', notJson('encrypt', ['html', 'base64', 'truncated', 'two-values', 'nan'])),
  ...faultsOn('sync', notJson('sync', ['html', 'word', 'yaml', 'half', 'python-literal', 'text-before'])),
  ...faultsOn('backup', notJson('backup', ['html', 'xml', 'form', 'text-after', 'jsonp', 'trailing-comma'])),
  ...faultsOn('user', notUtf8('user', Object.keys(encodings) as (keyof typeof encodings)[])),
  ...faultsOn('encrypt', notUtf8('encrypt', ['bytes', 'latin1', 'stray-byte'])),
  ...faultsOn('sync', notUtf8('sync', ['windows-1252', 'utf-16'])),
  ...faultsOn('backup', notUtf8('backup', ['latin1', 'cut-character'])),
];

function notJson(endpoint: ServiceEndpoint, kinds: readonly (keyof typeof corruptions)[]): FaultRow[] {
  return kinds.map((kind) => bodyRow(endpoint, kind, `${endpoint}-body-json`, corruptions[kind]));
}

function notUtf8(endpoint: ServiceEndpoint, kinds: readonly (keyof typeof encodings)[]): FaultRow[] {
  return kinds.map((kind) => bodyRow(endpoint, kind, `${endpoint}-body-utf8`, encodings[kind]));
}

function bodyRow(
  endpoint: ServiceEndpoint,
  kind: string,
  check: string,
  [phrase, change]: Corruption,
): FaultRow {
  return [`${endpoint}-body-${kind}`, check, `The body of ${endpoint} ${phrase}.`, change];
}

function inLatin1(answer: ServiceAnswer): ServiceAnswer {
  return { ...answer, body: Buffer.from(withMember(answer, '"caf\u00e9":"\u00fc"'), 'latin1') };
}

/** A further member whose value holds these bytes. */
function withBytes(bytes: readonly number[]): Change {
  return (answer) => {
    const [before = '', after = ''] = withMember(answer, '"note":"?"').split('?');
    return { ...answer, body: Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]) };
  };
}

/** In front of the others, and in the User object where there is one. */
function withMember({ body }: ServiceAnswer, member: string): string {
  return body.toString().replace(/^(\{"user":)?\{/, (start) => `${start}${member},`);
}

/** Puts a member in front of the others. */
function member(raw: string): Change {
  return text((body) => body.replace('{', () => `{${raw},`));
}
