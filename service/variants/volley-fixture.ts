import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { askService, encryptionOf, type Reply, type TestRequest } from '../client-fixture.ts';
import type { ServiceEndpoint } from '../conformant-service.ts';
import type { RunningService } from '../server.ts';
import type { SentCredential } from './call.ts';

/** A call of every kind that some variant looks at. */
export interface Shot {
  readonly endpoint: ServiceEndpoint;
  readonly credential: SentCredential;
  readonly question: TestRequest;
}

export const token = 'Volley-0123456789-abcdefghijkl';

const half = token.length >> 1;
const changedAt = (place: number, other = '?') => token.slice(0, place) + other + token.slice(place + 1);

const namesEmptyFile = `${Buffer.from('{"kid":"/dev/null"}').toString('base64url')}.eyJ0`;
const ofEmptyFile = `${namesEmptyFile}.${createHmac('sha256', '').update(namesEmptyFile).digest('base64url')}`;

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
    'schlüssel',
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
    ofEmptyFile,
    '%',
    '.*',
  ].map((offered) => `Bearer ${offered}`),
};

const data = ['', 'naïve 用户', 'a\u0000b', '"</p>', '{"a":1}', '@a', 'y'.repeat(58), 'x'.repeat(110_000)];

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
  { headers: { 'content-type': 'text/plain' } },
  { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { headers: { accept: 'text/html,*/*' } },
  { headers: { 'x-forwarded-for': '127.0.0.1' } },
  { headers: { 'true-client-ip': '127.0.0.1' } },
  { headers: { expect: '100-continue' } },
  { headers: { 'x-method-override': 'OPTIONS' } },
  { headers: { cookie: `access_token=${token}` } },
  { headers: { 'x-api-key': token } },
  { headers: { 'x-user-id': token, cookie: 'theme=dark' } },
  { headers: { cookie: `sid=${token}` } },
  { path: '/api/v1/encrypt?x=1' },
  { path: '/api/v1/encrypt/' },
  { path: '/api/v1/%65ncrypt' },
  { path: '/%61pi/v1/encrypt' },
  { path: '/api%2Fv1%2Fencrypt' },
  { path: '//api/v1/encrypt' },
  { path: '/api/v1/user/../encrypt' },
  { path: `/api/v1/encrypt?access_token=${token}` },
];

export const volley: readonly Shot[] = [
  shot('encrypt', 'token'),
  shot('encrypt', 'absent'),
  ...(['user', 'sync', 'backup'] as const).flatMap((endpoint) => [
    shot(endpoint, 'token'),
    shot(endpoint, 'absent'),
  ]),
  ...data.flatMap((text) =>
    (['token', 'absent', 'made-up'] as const).map((credential) =>
      shot('encrypt', credential, { body: encryptionOf(text) }),
    ),
  ),
  ...(['empty', 'scheme', 'made-up'] as const).flatMap((credential) =>
    authorizations[credential].map((authorization) =>
      shot('encrypt', credential, { headers: { authorization } }),
    ),
  ),
  shot('encrypt', 'token', { headers: { authorization: `Bearer  ${token}` } }),
  shot('encrypt', 'token', { headers: { authorization: `bearer ${token}` } }),
  shot('encrypt', 'made-up', { headers: { authorization: 'bearer other' } }),
  ...(['user', 'sync', 'encrypt'] as const).flatMap((endpoint) =>
    [
      { accept: 'application/json' },
      { 'accept-encoding': 'gzip' },
      { 'accept-language': 'de-DE' },
      { 'accept-language': 'de-DE', 'accept-encoding': 'br' },
    ].map((headers) => shot(endpoint, 'token', { headers })),
  ),
  ...withoutHeader.map((question) => shot('encrypt', 'absent', question)),
  shot('encrypt', 'scheme', {
    headers: { authorization: `Token ${token}`, cookie: `access_token=${token}` },
  }),
  shot('encrypt', 'made-up', { path: `/api/v1/encrypt?access_token=${token}` }),
  shot('encrypt', 'made-up', { headers: { authorization: 'Bearer admin', cookie: `access_token=${token}` } }),
  shot('encrypt', 'token', { body: encryptionOf('plain').replace('{', '{\n') }),
];

/** Fires a shot on a kept connection, then on a fresh one, then several at once. `atOnce` null: on the kept one alone. */
export async function fire(
  service: RunningService,
  { endpoint, question }: Shot,
  kept: Agent,
  atOnce: number | null,
): Promise<string[]> {
  const once = (agent: Agent) =>
    askService(service, endpoint, { ...question, agent }).then(transcript, ({ code }) => `failed: ${code}`);
  if (atOnce === null) return [await once(kept)];
  const fresh = new Agent({ keepAlive: true });
  const replies = [await once(kept), await once(fresh)];
  replies.push(...(await Promise.all(Array.from({ length: atOnce }, () => once(fresh)))));
  fresh.destroy();
  return replies;
}

/** Unless told otherwise, the credential is sent in its first form, and encrypt gets `plain` to encrypt. */
function shot(
  endpoint: ServiceEndpoint,
  credential: SentCredential,
  { headers, ...question }: TestRequest = {},
): Shot {
  const [authorization] = authorizations[credential];
  return {
    endpoint,
    credential,
    question: {
      ...(endpoint === 'encrypt' && { body: encryptionOf('plain') }),
      ...question,
      headers: { ...(authorization && { authorization }), ...headers },
    },
  };
}

const changing =
  /20\d\d-\d\d-\d\dT[\d:]{8}\.\d{3}Z|bkp_[\w-]+|"(nonce|ciphertext|tag)":"[^"]*"|:\d+|synchronised|pending/g;
const ofTheWay = /^((date|content-length|keep-alive):|connection: keep-alive$)/i;

/** The reply without what differs from call to call. */
function transcript({ status, early, httpVersion, rawHeaders, body }: Reply): string {
  const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  const kept = headers.filter((line) => !ofTheWay.test(line)).sort();
  const text = body.toString('latin1').replace(changing, '*');
  return [...early, httpVersion, status, ...kept, text].join('\n');
}
