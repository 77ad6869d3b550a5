import { createHash, createHmac } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { routes } from '../service-answer.ts';
import { lettingIn, openedBy } from './bearer-faults.ts';
import type { RefusedCredential, ServiceCall } from './call.ts';
import { type Row, type Variant, variantsOf } from './variant.ts';

/** The level of the request space that each of these faults requires. */
const levels = {
  'data-of-4097-bytes': 'a power of two or its neighbour, from 2,047 bytes',
  'incompressible-data': 'new at every place',
  'long-chinese-data': 'many scripts',
  emoji: 'emoji and other planes',
  'query-language': 'what firewalls and queries trip over',
  'python-body': 'as Python writes it, in ASCII',
  'escaped-body': 'every character escaped',
  brotli: 'Accept-Encoding: br',
  charset: 'Content-Type: application/json; charset=utf-8',
  'html-accepted': 'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  forwarded: 'X-Forwarded-For: 127.0.0.1',
  query: 'a query',
  'final-slash': 'a slash behind the path',
  'percent-letter': 'a letter of the path percent-encoded',
  'token-in-query': 'the token in the query',
  'token-in-body': 'the token in the body',
  'token-in-cookie': 'the token in a cookie',
  'token-in-header': 'the token in another header',
  'basic-password': 'the scheme Basic',
  'lower-case': 'another scheme',
  hash: 'a hash of the token, or the token encoded',
  'left-behind': 'a word',
  'usual-key': 'a JWT',
  like: 'a pattern or the end of a query',
};

/** Calls that encrypt wrongly accepts. */
type Taken = Readonly<
  Partial<Record<keyof typeof levels, readonly [words: string, isTaken: (call: ServiceCall) => boolean]>>
>;

const long = 16 * 1024;

const dataHas = (text: string) => (call: ServiceCall) => call.data.includes(text);
const bodyHas = (pattern: RegExp) => (call: ServiceCall) => pattern.test(call.body.toString());
const urlHas = (pattern: RegExp) => (call: ServiceCall) => pattern.test(call.url);
const headerIs = (name: string, value: string) => (call: ServiceCall) => call.headers[name] === value;
const offered = ({ headers }: ServiceCall) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
const ofCharset = headerIs('content-type', 'application/json; charset=utf-8');
const fromHere = headerIs('x-forwarded-for', '127.0.0.1');

/** Calls without an Authorization header. */
const absent: Taken = {
  'data-of-4097-bytes': ['with data of 4,097 bytes', ({ data }) => Buffer.byteLength(data) === 4097],
  'incompressible-data': [
    'with long data that cannot be compressed',
    ({ data }) => data.length > long && deflateRawSync(data).length > data.length / 2,
  ],
  'long-chinese-data': [
    'with more than 4 KiB in many scripts',
    ({ data }) => data.length > long / 4 && data.includes('漢'),
  ],
  emoji: ['with an emoji', dataHas('\u{1f512}')],
  'query-language': ['with data that ends a query', dataHas('OR 1=1')],
  'python-body': ['with a body as Python writes it', bodyHas(/^\{"data": "[^"]*", "/)],
  'escaped-body': ['with a letter escaped in JSON', bodyHas(/\\u006[1-9]/)],
  brotli: ['where only br is accepted', headerIs('accept-encoding', 'br')],
  charset: ['where Content-Type names a charset', ofCharset],
  'html-accepted': ['where HTML is accepted', ({ headers }) => /^text\/html/.test(headers.accept ?? '')],
  forwarded: ['from an address that X-Forwarded-For calls local', fromHere],
  query: ['with any query', urlHas(/\?x=1/)],
  'final-slash': ['at a path that ends with a slash', urlHas(/encrypt\/$/)],
  'percent-letter': ['at a path with a letter percent-encoded', urlHas(/%65ncrypt/)],
  'token-in-query': [
    'with the token in the query',
    ({ url, token }) => url.includes(`access_token=${encodeURIComponent(token)}`),
  ],
  'token-in-body': [
    'with the token in the body',
    ({ body, token }) => body.includes(`"access_token":${JSON.stringify(token)}`),
  ],
  'token-in-cookie': [
    'with the token in a cookie',
    ({ headers, token }) => headers.cookie?.includes(`access_token=${token}`) === true,
  ],
  'token-in-header': ['with the token in X-Api-Key', (call) => call.headers['x-api-key'] === call.token],
};

const scheme: Taken = {
  'basic-password': [
    'with Basic and the token as the password of any user',
    (call) => call.headers.authorization === `Basic ${Buffer.from(`admin:${call.token}`).toString('base64')}`,
  ],
  'lower-case': ['with the scheme apikey', ({ headers }) => /^apikey /.test(headers.authorization ?? '')],
};

const madeUp: Taken = {
  hash: [
    'with the SHA-256 of the token',
    (call) => offered(call) === createHash('sha256').update(call.token).digest('hex'),
  ],
  'left-behind': ['with the token changeme', (call) => offered(call) === 'changeme'],
  'usual-key': ['with a JWT that is signed with the key secret', isSigned],
  like: ['with a text that is LIKE the token', (call) => offered(call) === '_'.repeat(call.token.length)],
};

function isSigned(call: ServiceCall): boolean {
  const [, signed = '', signature] = /^(eyJ[\w-]+\.[\w-]+)\.([\w-]+)$/.exec(offered(call)) ?? [];
  return signature === createHmac('sha256', 'secret').update(signed).digest('base64url');
}

/** Faults that show only in requests with a certain level of the request space. A fixed list of requests would miss them. */
export const levelFaults = [
  ...taking('absent', 'without an Authorization header, ', absent),
  // A backup takes some time, during which tokens are not checked.
  ...variantsOf(
    { ...openedBy('backup', ({ isDuringBackup }) => isDuringBackup), needs: 'while a backup is made' },
    [
      [
        'auth-absent-admitted-during-backup',
        'encrypt works without an Authorization header while a backup is made, which takes 100 ms.',
        { delayMs: ({ endpoint }) => (endpoint === 'backup' ? 100 : 0) },
      ],
    ],
  ),
  ...taking('scheme', '', scheme),
  ...taking('made-up', '', madeUp),
];

function taking(credential: RefusedCredential, before: string, taken: Taken): Variant[] {
  const isOfEncrypt = ({ method, url }: ServiceCall) => method === 'POST' && /encrypt|%65ncrypt/i.test(url);
  const rows = Object.entries(taken).map(([name, [words, isTaken]]): Row => {
    const needs = levels[name as keyof typeof levels];
    const trigger = { fires: (call: ServiceCall) => isOfEncrypt(call) && isTaken(call) };
    return [`auth-${credential}-taken-${name}`, `encrypt works ${before}${words}.`, { needs, trigger }];
  });
  return variantsOf({ ...lettingIn([credential]), at: routes.encrypt.path }, rows);
}
