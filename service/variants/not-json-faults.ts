import { empty, inTurn, status, text } from './changes.ts';
import { type FaultRow, faultsOn } from './row.ts';
import type { Change } from './variant.ts';

const corruptions = {
  html: ['is an HTML page', text(() => '<!doctype html><title>OK</title><p>OK</p>')],
  word: ['is the bare word OK', text(() => 'OK')],
  xml: ['is XML', text(() => '<?xml version="1.0"?><result>ok</result>')],
  yaml: ['is YAML', text(() => 'status: ok\nitems:\n  - 1\n')],
  form: ['is URL-encoded form data', text(() => 'status=ok&items=1')],
  base64: ['is bare base64', text((body) => Buffer.from(body).toString('base64'))],
  bytes: ['is raw bytes', text((body) => Buffer.from(Buffer.from(body).map((byte) => byte ^ 0xa5)))],
  truncated: ['ends before its last brace', text((body) => body.slice(0, -1))],
  half: ['ends in the middle', text((body) => body.slice(0, body.length / 2))],
  'two-values': ['holds two JSON values', text((body) => `${body}\n${body}`)],
  'text-before': ['begins with a warning', text((body) => `Warning: cache is cold\n${body}`)],
  'text-after': ['ends with a stray word', text((body) => `${body}OK`)],
  'xssi-prefix': ['begins with an anti-hijacking prefix', text((body) => `)]}',\n${body}`)],
  jsonp: ['is a JSONP call', text((body) => `callback(${body});`)],
  comment: ['holds a comment', text((body) => body.replace('{', '{/* cached */'))],
  'trailing-comma': ['holds a trailing comma', text((body) => body.replace(/}$/, ',}'))],
  'missing-comma': ['lacks a comma', member('"cached":1 "fresh":0')],
  'single-quotes': ['has single quotes', text((body) => body.replaceAll('"', "'"))],
  'unquoted-keys': ['has keys without quotes', text((body) => body.replace(/"(\w+)":/g, '$1:'))],
  'python-literal': ['holds True', member('"cached":True')],
  nan: ['holds NaN', member('"load":NaN')],
  'leading-zero': ['holds a number with a leading zero', member('"count":007')],
  'raw-newline': ['holds a line break inside a string', member('"note":"a\nb"')],
  'bad-escape': ['holds an escape that JSON does not know', member('"note":"\\x41"')],
} as const satisfies Record<string, readonly [phrase: string, change: Change]>;

type Corruption = keyof typeof corruptions;

export const notJsonFaults = [
  ...faultsOn('user', [
    ...rowsFor('user', Object.keys(corruptions) as Corruption[]),
    ['user-body-empty', 'user-body-json', 'The body of GET user is empty.', empty],
    ['user-body-204', 'user-body-json', 'GET user answers 204.', inTurn(status(204), empty)],
  ]),
  ...faultsOn('encrypt', rowsFor('encrypt', ['html', 'base64', 'bytes', 'truncated', 'two-values', 'nan'])),
  ...faultsOn('sync', rowsFor('sync', ['html', 'word', 'yaml', 'half', 'python-literal', 'text-before'])),
  ...faultsOn('backup', rowsFor('backup', ['html', 'xml', 'form', 'text-after', 'jsonp', 'trailing-comma'])),
];

function rowsFor(endpoint: 'user' | 'encrypt' | 'sync' | 'backup', kinds: readonly Corruption[]): FaultRow[] {
  return kinds.map((kind) => {
    const [phrase, change] = corruptions[kind];
    return [
      `${endpoint}-body-${kind}`,
      `${endpoint}-body-json`,
      `The body of ${endpoint} ${phrase}.`,
      change,
    ];
  });
}

/** Puts a member in front of the others. */
function member(raw: string): Change {
  return text((body) => body.replace('{', () => `{${raw},`));
}
