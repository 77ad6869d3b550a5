import { createHash, createHmac } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { ServiceEndpoint } from '../conformant-service.ts';
import { type SentCredential, type ServiceCall, wrongCredentials } from './call.ts';
import { basicOf, carelessComparisons, carelessSchemes, comparisonRows } from './careless-comparisons.ts';
import { type Change, header } from './changes.ts';
import { type Row, rowsOf, type Shared, type Unnamed, type Variant, variantsOf } from './variant.ts';

const atTimes = ['always', 'every-20th', 'after-50', 'known-body', 'known-connection'] as const;
const forSomeData = ['large-data', 'non-ascii-data', 'data-of-one-length'] as const;
const atMoreTimes = [...atTimes, ...forSomeData, 'fresh-connection', 'four-in-flight'] as const;
const onConnections = ['every-7th-connection', 'used-connection', 'second-only', 'before-backup'] as const;
const atMostTimes = [
  ...atMoreTimes,
  'control-character-data',
  'empty-data',
  'huge-data',
  ...onConnections,
] as const;

/** The level of the request space that a call needs, and which of these calls encrypt wrongly accepts. */
type Taken = Readonly<Record<string, readonly [needs: string, isTaken: (call: ServiceCall) => boolean]>>;

const long = 16 * 1024;

const dataHas = (text: string) => (call: ServiceCall) => call.data.includes(text);
const bodyHas = (pattern: RegExp) => (call: ServiceCall) => pattern.test(call.body.toString());
const urlHas = (pattern: RegExp) => (call: ServiceCall) => pattern.test(call.url);
const headerHas = (name: string, pattern: RegExp) => (call: ServiceCall) =>
  pattern.test(`${call.headers[name] ?? ''}`);
const offered = ({ headers }: ServiceCall) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
const offers = (made: (token: string) => string) => (call: ServiceCall) => offered(call) === made(call.token);
const isDense = ({ data }: ServiceCall) =>
  data.length > long && deflateRawSync(data).length > data.length / 2;
const isLongChinese = ({ data }: ServiceCall) => data.length > long / 4 && data.includes('漢');
const inQuery = ({ url, token }: ServiceCall) => url.includes(`access_token=${encodeURIComponent(token)}`);
const inBody = ({ body, token }: ServiceCall) => body.includes(`"access_token":${JSON.stringify(token)}`);
const inCookie = ({ headers, token }: ServiceCall) => `${headers.cookie}`.includes(`access_token=${token}`);
const inKeyHeader = ({ headers, token }: ServiceCall) => headers['x-api-key'] === token;
const isPassword = ({ headers, token }: ServiceCall) => headers.authorization === basicOf(`admin:${token}`);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const asPattern = (text: string) => '_'.repeat(text.length);

/** Calls without an Authorization header. */
const absent: Taken = {
  'data-of-4097-bytes': [
    'a power of two or its neighbour, from 2,047 bytes',
    ({ data }) => Buffer.byteLength(data) === 4097,
  ],
  'incompressible-data': ['new at every place', isDense],
  'long-chinese-data': ['many scripts', isLongChinese],
  emoji: ['emoji and other planes', dataHas('\u{1f512}')],
  'query-language': ['what firewalls and queries trip over', dataHas('OR 1=1')],
  'python-body': ['as Python writes it, in ASCII', bodyHas(/^\{"data": "[^"]*", "/)],
  'escaped-body': ['every character escaped', bodyHas(/\\u006[1-9]/)],
  brotli: ['Accept-Encoding: br', headerHas('accept-encoding', /^br$/)],
  charset: [
    'Content-Type: application/json; charset=utf-8',
    headerHas('content-type', /^application\/json; charset=utf-8$/),
  ],
  'other-type': ['Content-Type: text/plain', headerHas('content-type', /^text\/plain$/)],
  'form-type': [
    'Content-Type: application/x-www-form-urlencoded',
    headerHas('content-type', /^application\/x-www-form/),
  ],
  'no-type': ['no Content-Type', ({ headers }) => headers['content-type'] === undefined],
  'html-accepted': [
    'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8, Accept-Language: de-DE',
    headerHas('accept', /^text\/html/),
  ],
  forwarded: ['X-Forwarded-For: 127.0.0.1', headerHas('x-forwarded-for', /^127\.0\.0\.1$/)],
  'local-caller': ['X-Real-IP: 127.0.0.1, and its like', headerHas('true-client-ip', /^127\.0\.0\.1$/)],
  expecting: ['Expect: 100-continue', headerHas('expect', /^100-continue$/)],
  'other-method': [
    'X-HTTP-Method-Override: OPTIONS, and its like',
    headerHas('x-method-override', /^OPTIONS$/),
  ],
  query: ['a query', urlHas(/\?x=1/)],
  'final-slash': ['a slash behind the path', urlHas(/encrypt\/$/)],
  'dot-segments': ['dot segments in the path', urlHas(/\/\.\.\//)],
  'percent-letter': ['a character of the path percent-encoded', urlHas(/%65ncrypt/)],
  'percent-slash': ['a character of the path percent-encoded', urlHas(/%2Fencrypt/)],
  'first-segment': ['a character of the path percent-encoded', urlHas(/%61pi/)],
  'slash-before': ['a slash more in the path', urlHas(/^\/\/api/)],
  'token-in-query': ['the token in the query', inQuery],
  'token-in-body': ['the token in the body', inBody],
  'token-in-cookie': ['the token in a cookie', inCookie],
  'token-in-header': ['the token in another header', inKeyHeader],
  'any-session': ['the token in a cookie', headerHas('cookie', /\bsid=./)],
  'any-user': ['the token in another header', headerHas('x-user-id', /./)],
};

const scheme: Taken = {
  'basic-password': ['the scheme Basic', isPassword],
  'lower-case': ['another scheme', headerHas('authorization', /^apikey /)],
  'cookie-beside': ['the token in a cookie', inCookie],
};

const madeUp: Taken = {
  hash: ['a hash of the token, or the token encoded', offers(sha256)],
  'left-behind': ['a word', offers(() => 'changeme')],
  'usual-key': ['a JWT', (call) => isSignedWith('secret', call)],
  'named-key': ['a JWT', (call) => namesEmptyFile(offered(call)) && isSignedWith('', call)],
  like: ['a pattern or the end of a query', offers(asPattern)],
  'query-beside': ['the token in the query', inQuery],
  'cookie-beside-short': [
    'the token in a cookie',
    (call) => /^.{1,40}$/.test(offered(call)) && `${call.headers.cookie}`.includes(call.token),
  ],
};

const textBefore: Change = ({ body }) => ({ status: 401, body: `Unauthorized\n${body}` });

const withoutAlgorithm: Change = ({ body }) => ({ body: `${body}`.replace(/"algorithm":"[^"]*",/, '') });

/** What a guard answers that sets a status but does not return, so that the operation still answers. */
const resultsInRefusals: Readonly<Record<string, Unnamed>> = {
  '401-with-result': ['401 and the result', { status: 401 }],
  '302-with-result': ['a redirect and the result', { status: 302, headers: { location: '/login' } }],
  'result-and-told-by-header': ['the result and a header that says no', header('grpc-status', '16')],
  '401-before-result': ['401, a text and the result', textBefore],
  'result-in-other-form': ['the result without its algorithm', withoutAlgorithm, ['always', 'every-2nd']],
  'result-in-header': ['a refusal with the result in a header', inHeaders(100_000), ['always', 'every-2nd']],
  'result-in-headers': ['a refusal with the result in pieces, each in a header', inHeaders(60)],
};

const duringBackup = {
  ...openedBy('backup', ({ isDuringBackup }) => isDuringBackup),
  needs: 'while a backup is made',
  delayMs: ({ endpoint }: ServiceCall) => (endpoint === 'backup' ? 100 : 0),
};

const withoutHeader = 'without an Authorization header';

export const authFaults = variantsOf(admitNamed, [
  ['auth-absent-admitted', `encrypt works ${withoutHeader}.`, {}, atMostTimes],
  ['auth-empty-admitted', 'encrypt works with Bearer and no token.', {}, atTimes],
  ['auth-scheme-admitted', 'encrypt works with any scheme, or none.', {}, atTimes],
  ...comparisonRows('auth-scheme-admitted', 'encrypt works with', carelessSchemes),
  ['auth-made-up-admitted', 'encrypt works with any bearer token.', {}, [...atMoreTimes, 'sent-again']],
  ...comparisonRows('auth-made-up-admitted', 'encrypt works with', carelessComparisons),
  [
    'auth-made-up-admitted-behind-other-case',
    'encrypt works with any token behind another case of Bearer.',
    { trigger: headerHas('authorization', /^(bearer|BEARER) /) },
  ],
  ...refusedWithResult('auth-absent', withoutHeader),
  ...refusedWithResult('auth-made-up', 'with any bearer token'),
  session('auth-absent-admitted-session', 'encrypt'),
  session('auth-absent-admitted-user-session', 'user'),
  ['auth-off', 'encrypt works with a token and without.', admit(...wrongCredentials)],
  ['auth-any-header', 'encrypt works with any Authorization header.', admit('empty', 'scheme', 'made-up')],
  ['auth-bearer-word', 'encrypt works with the word Bearer, whatever follows it.', admit('empty', 'made-up')],
  ['auth-any-token', 'encrypt works with any token under any scheme.', admit('scheme', 'made-up')],
  // Faults that show only in requests with a certain level of the request space. A fixed list of requests would miss them.
  ...taking('auth-absent-taken', `${withoutHeader} `, absent),
  [
    'auth-absent-admitted-during-backup',
    `encrypt works ${withoutHeader} while a backup is made, which takes 100 ms.`,
    duringBackup,
  ],
  ...taking('auth-scheme-taken', 'with a wrong scheme ', scheme),
  ...taking('auth-made-up-taken', 'with a made-up token ', madeUp),
]);

function admit(...calls: SentCredential[]): Shared {
  const [caughtBy = '', ...alsoCaughtBy] = calls.map((credential) => `auth-${credential}-refused`);
  const others = alsoCaughtBy.length > 0 && { alsoCaughtBy };
  return { kind: 'fault', on: ['encrypt'], calls, caughtBy, ...others, admits: true };
}

/** Admits the credential that the name of the fault begins with: `auth-absent-…`. */
function admitNamed(_: string, name: string): Shared {
  return admit(...wrongCredentials.filter((credential) => name.startsWith(`auth-${credential}-`)));
}

function refusedWithResult(name: string, words: string): Row[] {
  return rowsOf(name, resultsInRefusals, ([what, ...rest]) => [`encrypt answers ${what} ${words}.`, ...rest]);
}

function taking(beginning: string, before: string, taken: Taken): Row[] {
  const isOfEncrypt = ({ method, url }: ServiceCall) => method === 'POST' && /encrypt|%65ncrypt/i.test(url);
  return rowsOf(beginning, taken, ([needs, isTaken]) => {
    const trigger = (call: ServiceCall) => isOfEncrypt(call) && isTaken(call);
    // Not only at the path of encrypt.
    return [`encrypt works ${before}at the level "${needs}".`, { on: undefined, needs, trigger }];
  });
}

/** Calls with the token to one endpoint change something, so that encrypt admits some calls without an Authorization header. */
function openedBy(opener: ServiceEndpoint, isOpen: (call: ServiceCall) => boolean): Partial<Variant> {
  const trigger = (call: ServiceCall) =>
    call.credential === 'token' ? call.endpoint === opener : call.endpoint === 'encrypt' && isOpen(call);
  return { on: ['encrypt', opener], calls: ['token', 'absent'], trigger };
}

/** Calls with the token begin a session, which then replaces it. */
function session(name: string, setBy: 'user' | 'encrypt'): Row {
  const cookie = 'session=c2Vzc2lvbi1vbmUtb25l';
  const opened = openedBy(setBy, ({ headers }) => headers.cookie?.includes(cookie) === true);
  const words = `${withoutHeader}, with the cookie of a call to ${setBy} with the token`;
  return [name, `encrypt works ${words}.`, { ...opened, ...header('set-cookie', `${cookie}; Path=/`) }];
}

/** Whether a JWT names an empty file as its key. */
function namesEmptyFile(jwt: string): boolean {
  return Buffer.from(jwt.split('.')[0] ?? '', 'base64url')
    .toString()
    .includes('/dev/null"');
}

function isSignedWith(key: string, call: ServiceCall): boolean {
  const [, signed = '', signature] = /^(eyJ[\w-]+\.[\w-]+)\.([\w-]+)$/.exec(offered(call)) ?? [];
  return signature === createHmac('sha256', key).update(signed).digest('base64url');
}

function inHeaders(charactersEach: number): Change {
  return ({ body }) => {
    const { ciphertext = '' } = JSON.parse(body.toString()) as { readonly ciphertext?: string };
    const pieces = ciphertext.match(new RegExp(`.{1,${charactersEach}}`, 'g')) ?? [];
    const headers = Object.fromEntries(pieces.map((piece, at) => [`x-result-${at}`, piece]));
    return { status: 401, headers, body: '{"error":"unauthorized"}' };
  };
}
