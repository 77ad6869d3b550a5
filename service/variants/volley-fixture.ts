import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { askService, encryptionOf, type Reply, type TestRequest } from '../client-fixture.ts';
import type { ServiceEndpoint } from '../conformant-service.ts';
import type { RunningService } from '../server.ts';
import type { SentCredential } from './call.ts';

/** A call of every kind that some variant looks at. */
export interface Shot {
  readonly label: string;
  readonly endpoint: ServiceEndpoint;
  readonly credential: SentCredential;
  readonly question: TestRequest;
}

export const token = 'Volley-0123456789-abcdefghijkl';

const half = token.length >> 1;
const changedAt = (place: number, other = '?') => token.slice(0, place) + other + token.slice(place + 1);

const authorizations: Readonly<Record<SentCredential, readonly string[]>> = {
  token: [`Bearer ${token}`],
  absent: [],
  empty: ['Bearer', 'Bearer '],
  scheme: [
    `Basic ${token}`,
    `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
    `Basic ${Buffer.from(`admin:${token}`).toString('base64')}`,
    `apikey ${token}`,
    `Api-Key ${token}`,
    `DPoP ${token}`,
    `Token ${token}`,
    token,
    `Bearer:${token}`,
    `Bearer Bearer ${token}`,
    `X-Bearer ${token}`,
  ],
  'made-up': [
    'other',
    'x'.repeat(token.length),
    `${token}more`,
    token.slice(0, 9),
    token.toLowerCase(),
    `${token.slice(0, -1)}?`,
    ...[0, 9, half, token.length - 2].map((place) => changedAt(place)),
    changedAt(3, token.charAt(3).toUpperCase()),
    token.replace('-', '_'),
    token.slice(0, half) + '?'.repeat(token.length - half),
    '?'.repeat(half) + token.slice(half),
    token.replace(/(.)./g, '$1?'),
    [...token].reverse().join(''),
    token.slice(0, half) + token.slice(half + 1),
    `.${token}`,
    ...[':', '.', '|'].map((separator) => `${token}${separator}more`),
    ...[':', '/'].map((separator) => `more${separator}${token}`),
    `%56${token.slice(1)}`,
    // The lowest bits of the last character do not count in base64.
    `${token.slice(0, -1)}k`,
    token.replace(/[a-z]/g, 'q').replace(/[A-Z]/g, 'Q').replace(/[0-9]/g, '7'),
    'eyJ0.eyJ0.',
    'eyJ0.eyJ0.c2ln',
    'eyJhbGciOiJOb25lIn0.eyJ0.',
    'eyJhbGciOiJub25lIn0.eyJ0.c2ln',
    token.slice(9) + token.slice(0, 9),
    'constructor',
    'null',
    'None',
    token.slice(0, -3),
    token.slice(3),
    "' OR '1'='1",
    '" OR "1"="1',
    "') OR ('1'='1",
    'x'.repeat(5000),
    'changeme',
    '_'.repeat(token.length),
    createHash('sha256').update(token).digest('hex'),
    `eyJ0.eyJ0.${createHmac('sha256', 'secret').update('eyJ0.eyJ0').digest('base64url')}`,
    '%',
    '.*',
  ].map((offered) => `Bearer ${offered}`),
};

const data = ['', 'naïve 用户', 'a\u0000b', '"</p>', 'y'.repeat(58), 'x'.repeat(110_000)];

/** Each of these is accepted by some fault. */
const withoutHeader: readonly TestRequest[] = [
  ...[
    'y'.repeat(4097),
    randomBytes(20_000).toString('base64'),
    '漢'.repeat(5000),
    '\u{1f512}',
    "' OR 1=1 --",
  ].map((text) => ({ body: encryptionOf(text) })),
  { body: '{"data": "plain", "algorithm": "AES-256-GCM"}' },
  { body: encryptionOf('plain').replace('plain', '\\u0061') },
  { body: encryptionOf('plain').replace('{', `{"access_token":"${token}",`) },
  { headers: { 'accept-encoding': 'br' } },
  { headers: { 'content-type': 'application/json; charset=utf-8' } },
  { headers: { accept: 'text/html,*/*' } },
  { headers: { 'x-forwarded-for': '127.0.0.1' } },
  { headers: { cookie: `access_token=${token}` } },
  { headers: { 'x-api-key': token } },
  ...['encrypt?x=1', 'encrypt/', '%65ncrypt', `encrypt?access_token=${token}`].map((end) => ({
    path: `/api/v1/${end}`,
  })),
];

export const volley: readonly Shot[] = [
  encryptShot('token', 'plain', authorizations.token, 'plain'),
  encryptShot('absent', 'plain', [], 'plain'),
  ...(['user', 'sync', 'backup'] as const).flatMap((endpoint) => [
    shot(endpoint, 'token', 'with the token', { headers: authorization('token') }),
    shot(endpoint, 'absent', 'without a token', {}),
  ]),
  ...data.flatMap((text, index) => [
    encryptShot('token', `data ${index}`, authorizations.token, text),
    encryptShot('absent', `data ${index}`, [], text),
    encryptShot('made-up', `data ${index}`, ['Bearer other'], text),
  ]),
  ...(['empty', 'scheme', 'made-up'] as const).flatMap((credential) =>
    authorizations[credential].map((header) => encryptShot(credential, header, [header], 'plain')),
  ),
  encryptShot('token', 'two spaces', [`Bearer  ${token}`], 'plain'),
  encryptShot('token', 'lower case', [`bearer ${token}`], 'plain'),
  ...(['user', 'sync', 'encrypt'] as const).flatMap((endpoint) =>
    [{ accept: 'application/json' }, { 'accept-encoding': 'gzip' }].map((more) =>
      shot(endpoint, 'token', `with ${Object.keys(more)}`, {
        headers: { ...authorization('token'), ...more },
        ...(endpoint === 'encrypt' && { body: encryptionOf('plain') }),
      }),
    ),
  ),
  ...withoutHeader.map((question, index) =>
    shot('encrypt', 'absent', `in circumstance ${index}`, { body: encryptionOf('plain'), ...question }),
  ),
  shot('encrypt', 'scheme', 'with the token in a cookie', {
    headers: { authorization: `Token ${token}`, cookie: `access_token=${token}` },
    body: encryptionOf('plain'),
  }),
  shot('encrypt', 'made-up', 'with the token in the query', {
    headers: { authorization: 'Bearer other' },
    body: encryptionOf('plain'),
    path: `/api/v1/encrypt?access_token=${token}`,
  }),
  shot('encrypt', 'token', 'white space in the body', {
    headers: authorization('token'),
    body: JSON.stringify(JSON.parse(encryptionOf('plain')), null, 2),
  }),
];

/** Fires a shot on a kept connection, then on a fresh one, then several at once. */
export async function fire(
  service: RunningService,
  { endpoint, question }: Shot,
  kept: Agent,
  atOnce: number,
): Promise<string[]> {
  const once = (agent: Agent) =>
    askService(service, endpoint, { ...question, agent }).then(
      transcript,
      (error) => `failed: ${error.code}`,
    );
  const fresh = new Agent({ keepAlive: true });
  const replies = [await once(kept), await once(fresh)];
  replies.push(...(await Promise.all(Array.from({ length: atOnce }, () => once(fresh)))));
  fresh.destroy();
  return replies;
}

function encryptShot(
  credential: SentCredential,
  what: string,
  headers: readonly string[],
  text: string,
): Shot {
  const question = { headers: { authorization: [...headers] }, body: encryptionOf(text) };
  return shot('encrypt', credential, what, headers.length === 0 ? { body: question.body } : question);
}

function shot(
  endpoint: ServiceEndpoint,
  credential: SentCredential,
  what: string,
  question: TestRequest,
): Shot {
  return { label: `${endpoint}, ${credential}: ${what}`, endpoint, credential, question };
}

function authorization(credential: SentCredential): { readonly authorization: string } {
  return { authorization: authorizations[credential][0] ?? '' };
}

const changing =
  /20\d\d-\d\d-\d\dT[\d:]{8}\.\d{3}Z|bkp_[\w-]+|"(nonce|ciphertext|tag)":"[^"]*"|:\d+|synchronised|pending/g;
const ofTheWay = /^(date|content-length|keep-alive)$/i;

/** The reply without what differs from call to call. */
function transcript({ status, early, httpVersion, rawHeaders, body }: Reply): string {
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !ofTheWay.test(name) ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  );
  const text = body.toString('latin1').replace(changing, '*');
  return [
    ...early,
    httpVersion,
    status,
    ...headers.filter((line) => !/^connection: keep-alive$/i.test(line)).sort(),
    text,
  ].join('\n');
}
