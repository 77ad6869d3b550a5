import { type Change, faultsFor, member, type Row, text, type Variant } from './variant.ts';

type Corruptions = Readonly<Record<string, readonly [phrase: string, does: Row[2]]>>;

const corruptions: Corruptions = {
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
const encodings: Corruptions = {
  bytes: ['is raw bytes', text((body) => Buffer.from(Buffer.from(body).map((byte) => byte ^ 0xa5)))],
  latin1: ['is in ISO 8859-1', withBytes('caf\xe9 \xfc')],
  'windows-1252': ['is in Windows-1252', withBytes('\x93a\x94')],
  'stray-byte': ['contains a stray byte', withBytes('\xff')],
  'cut-character': ['contains half a character', withBytes('\xe2\x82')],
  surrogates: ['contains surrogates in UTF-8', withBytes('\xed\xa0\xbd\xed\xb4\x92')],
  'long-form': ['contains a character encoded in too many bytes', withBytes('\xc0\xaf')],
  'utf-16': ['is UTF-16 with a byte order mark', text((body) => Buffer.from(`\ufeff${body}`, 'utf16le'))],
};

const someNotJson = {
  encrypt: ['html', 'base64', 'truncated', 'two-values', 'nan'],
  sync: ['html', 'word', 'yaml', 'half', 'python-literal', 'text-before'],
  backup: ['html', 'xml', 'form', 'text-after', 'jsonp', 'trailing-comma'],
};

const someNotUtf8 = {
  encrypt: ['bytes', 'latin1', 'stray-byte'],
  sync: ['windows-1252', 'utf-16'],
  backup: ['latin1', 'cut-character'],
};

export const notJsonFaults: readonly Variant[] = [
  ...faultsFor('user-body-json', [
    ...bodyRows('user', corruptions),
    ['user-body-empty', 'The body of GET user is empty.', { body: '' }],
    ['user-body-204', 'GET user answers 204.', { status: 204, body: '' }],
  ]),
  ...onOthers('body-json', corruptions, someNotJson),
  ...faultsFor('user-body-utf8', bodyRows('user', encodings)),
  ...onOthers('body-utf8', encodings, someNotUtf8),
];

function onOthers(check: string, all: Corruptions, some: Readonly<Record<string, readonly string[]>>) {
  return Object.entries(some).flatMap(([endpoint, kinds]) =>
    faultsFor(`${endpoint}-${check}`, bodyRows(endpoint, all, kinds)),
  );
}

function bodyRows(endpoint: string, all: Corruptions, kinds: readonly string[] = Object.keys(all)): Row[] {
  return Object.entries(all)
    .filter(([kind]) => kinds.includes(kind))
    .map(([kind, [phrase, does]]) => [
      `${endpoint}-body-${kind}`,
      `The body of ${endpoint} ${phrase}.`,
      does,
    ]);
}

/** Adds a member whose value contains these characters, one byte each. */
function withBytes(bytes: string): Change {
  const added = member(`"note":"${bytes}"`);
  return (answer, call) => ({ ...answer, body: Buffer.from(added(answer, call).body.toString(), 'latin1') });
}
