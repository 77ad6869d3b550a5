import { createHash, createHmac } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { routes } from '../service-answer.ts';
import type { SentCredential, ServiceCall } from './call.ts';
import { type Variant, variantsOf } from './variant.ts';

/** Calls that encrypt wrongly accepts, and the level of the request space that such calls require. */
type Row = readonly [name: string, words: string, needs: string, isTaken: (call: ServiceCall) => boolean];

const path = routes.encrypt.path;
const long = 16 * 1024;

const headerIs = (name: string, value: string) => (call: ServiceCall) => call.headers[name] === value;
const offered = ({ headers }: ServiceCall) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');

/** Calls without an Authorization header. */
const absent: readonly Row[] = [
  [
    'data-of-4097-bytes',
    'with data of 4,097 bytes',
    'a power of two or its neighbour, from 2,047 bytes',
    ({ data }) => Buffer.byteLength(data) === 4097,
  ],
  [
    'incompressible-data',
    'with long data that cannot be compressed',
    'new at every place',
    ({ data }) => data.length > long && deflateRawSync(data).length > data.length / 2,
  ],
  [
    'long-chinese-data',
    'with more than 4 KiB in many scripts',
    'many scripts',
    ({ data }) => data.length > long / 4 && data.includes('漢'),
  ],
  ['emoji', 'with an emoji', 'emoji and other planes', ({ data }) => data.includes('\u{1f512}')],
  [
    'query-language',
    'with data that ends a query',
    'what firewalls and queries trip over',
    ({ data }) => data.includes('OR 1=1'),
  ],
  [
    'python-body',
    'with a body as Python writes it',
    'as Python writes it, in ASCII',
    ({ body }) => /^\{"data": "[^"]*", "/.test(body.toString()),
  ],
  [
    'escaped-body',
    'with a letter escaped in JSON',
    'every character escaped',
    ({ body }) => /\\u006[1-9]/.test(body.toString()),
  ],
  ['brotli', 'where only br is accepted', 'Accept-Encoding: br', headerIs('accept-encoding', 'br')],
  [
    'charset',
    'where Content-Type names a charset',
    'Content-Type: application/json; charset=utf-8',
    headerIs('content-type', 'application/json; charset=utf-8'),
  ],
  [
    'html-accepted',
    'where HTML is accepted',
    'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    ({ headers }) => headers.accept?.startsWith('text/html') === true,
  ],
  [
    'forwarded',
    'from an address that X-Forwarded-For calls local',
    'X-Forwarded-For: 127.0.0.1',
    headerIs('x-forwarded-for', '127.0.0.1'),
  ],
  ['query', 'with any query', 'a query', ({ url }) => url.includes('?x=1')],
  [
    'final-slash',
    'at a path that ends with a slash',
    'a slash behind the path',
    ({ url }) => url.endsWith('encrypt/'),
  ],
  [
    'percent-letter',
    'at a path with a letter percent-encoded',
    'a letter of the path percent-encoded',
    ({ url }) => url.includes('%65ncrypt'),
  ],
  [
    'token-in-query',
    'with the token in the query',
    'the token in the query',
    ({ url, token }) => url.includes(`access_token=${encodeURIComponent(token)}`),
  ],
  [
    'token-in-body',
    'with the token in the body',
    'the token in the body',
    ({ body, token }) => body.includes(`"access_token":${JSON.stringify(token)}`),
  ],
  [
    'token-in-cookie',
    'with the token in a cookie',
    'the token in a cookie',
    ({ headers, token }) => headers.cookie?.includes(`access_token=${token}`) === true,
  ],
  [
    'token-in-header',
    'with the token in X-Api-Key',
    'the token in another header',
    ({ headers, token }) => headers['x-api-key'] === token,
  ],
];

const scheme: readonly Row[] = [
  [
    'basic-password',
    'with Basic and the token as the password of any user',
    'the scheme Basic',
    ({ headers, token }) =>
      headers.authorization === `Basic ${Buffer.from(`admin:${token}`).toString('base64')}`,
  ],
  [
    'lower-case',
    'with the scheme apikey',
    'another scheme',
    ({ headers }) => headers.authorization?.startsWith('apikey ') === true,
  ],
];

const madeUp: readonly Row[] = [
  [
    'hash',
    'with the SHA-256 of the token',
    'a hash of the token, or the token encoded',
    (call) => offered(call) === hash('sha256', call.token),
  ],
  ['left-behind', 'with the token changeme', 'a word', (call) => offered(call) === 'changeme'],
  [
    'usual-key',
    'with a JWT that is signed with the key secret',
    'a JWT',
    (call) => isSignedWith('secret', offered(call)),
  ],
  [
    'like',
    'with a text that is LIKE the token',
    'a pattern or the end of a query',
    (call) => offered(call) === '_'.repeat(call.token.length),
  ],
];

function isSignedWith(key: string, jwt: string): boolean {
  const [, signed = '', signature] = /^(eyJ[\w-]+\.[\w-]+)\.([\w-]+)$/.exec(jwt) ?? [];
  return signature === createHmac('sha256', key).update(signed).digest('base64url');
}

const backupMs = 100;

/** A backup takes some time, during which tokens are not checked. */
const duringBackup = variantsOf(
  {
    kind: 'fault',
    on: ['encrypt', 'backup'],
    calls: ['token', 'absent'],
    caughtBy: 'auth-absent-refused',
    needs: 'while a backup is made',
    trigger: {
      fires: ({ endpoint, credential, isDuringBackup }) =>
        credential === 'token' ? endpoint === 'backup' : endpoint === 'encrypt' && isDuringBackup,
    },
  },
  [
    [
      'auth-absent-admitted-during-backup',
      'encrypt works without an Authorization header while a backup is made, which takes 100 ms.',
      { admits: true, delayMs: ({ endpoint }) => (endpoint === 'backup' ? backupMs : 0) },
    ],
  ],
);

/** Faults that show only in requests with a certain level of the request space. A fixed list of requests would miss them. */
export const levelFaults: readonly Variant[] = [
  ...admitting('absent', 'without an Authorization header, ', absent),
  ...duringBackup,
  ...admitting('scheme', '', scheme),
  ...admitting('made-up', '', madeUp),
];

function admitting(
  credential: Exclude<SentCredential, 'token'>,
  before: string,
  rows: readonly Row[],
): Variant[] {
  const isOfEncrypt = ({ method, url }: ServiceCall) => method === 'POST' && /encrypt|%65ncrypt/i.test(url);
  return rows.flatMap(([name, words, needs, isTaken]) =>
    variantsOf(
      {
        kind: 'fault',
        calls: [credential],
        caughtBy: `auth-${credential}-refused`,
        trigger: { fires: (call) => isOfEncrypt(call) && isTaken(call) },
        needs,
      },
      [[`auth-${credential}-taken-${name}`, `encrypt works ${before}${words}.`, { admits: true, at: path }]],
    ),
  );
}
