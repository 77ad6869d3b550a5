import type { ServiceEndpoint } from '../service-answer.ts';
import { type RefusedCredential, type ServiceCall, wrongCredentials } from './call.ts';
import { carelessComparisons, carelessSchemes, comparisonRows } from './careless-comparisons.ts';
import { type Change, header, type Row, type Shared, type Variant, variantsOf } from './variant.ts';

const session = 'session=c2Vzc2lvbi1vbmUtb25l';
const setSession = header('set-cookie', `${session}; Path=/`);
const hasSession = ({ headers }: ServiceCall) => headers.cookie?.includes(session) === true;

const atTimes = ['always', 'every-20th', 'after-50', 'known-body', 'known-connection'] as const;
const forSomeData = ['large-data', 'non-ascii-data', 'data-of-one-length'] as const;
const atMoreTimes = [...atTimes, ...forSomeData, 'fresh-connection', 'four-in-flight'] as const;
const forMoreData = ['control-character-data', 'empty-data'] as const;
const onConnections = ['every-7th-connection', 'used-connection', 'second-only'] as const;

const textBefore: Change = ({ body }) => ({ status: 401, body: `Unauthorized\n${body}` });

/** What a guard answers that sets a status but does not return, so that the operation still answers. */
const resultsInRefusals: readonly Row[] = [
  ['401-with-result', '401 and the result', { status: 401 }],
  ['302-with-result', 'a redirect and the result', { status: 302, headers: { location: '/login' } }],
  ['result-and-told-by-header', 'the result and a header that says no', header('grpc-status', '16')],
  ['401-before-result', '401, a text and the result', textBefore],
  ['result-in-header', 'a refusal with the result in a header', inHeaders(100_000), ['always', 'every-2nd']],
  ['result-in-headers', 'a refusal with the result in pieces, each in a header', inHeaders(60)],
];

const worksWith = 'encrypt works with';

export const bearerFaults = [
  ...admitting(['absent'], 'auth-absent-admitted', 'without an Authorization header', [
    ...atMoreTimes,
    ...forMoreData,
    ...onConnections,
    'before-backup',
  ]),
  ...admitting(['empty'], 'auth-empty-admitted', 'with Bearer and no token', atTimes),
  ...admitting(['scheme'], 'auth-scheme-admitted', 'with any scheme, or none', atTimes),
  ...byEncrypt(['scheme'], comparisonRows('auth-scheme-admitted', worksWith, carelessSchemes)),
  ...admitting(['made-up'], 'auth-made-up-admitted', 'with any bearer token', [...atMoreTimes, 'sent-again']),
  ...byEncrypt(['made-up'], comparisonRows('auth-made-up-admitted', worksWith, carelessComparisons)),
  ...refusedWithResult('absent', 'without an Authorization header'),
  ...refusedWithResult('made-up', 'with any bearer token'),
  ...admittingSession('encrypt', 'auth-absent-admitted-session'),
  ...admittingSession('user', 'auth-absent-admitted-user-session'),
  ...admitting(wrongCredentials, 'auth-off', 'with a token and without'),
  ...admitting(['empty', 'scheme', 'made-up'], 'auth-any-header', 'with any Authorization header'),
  ...admitting(['empty', 'made-up'], 'auth-bearer-word', 'with the word Bearer, whatever follows it'),
  ...admitting(['scheme', 'made-up'], 'auth-any-token', 'with any token under any scheme'),
];

/** Calls without the token that are let in. */
export function lettingIn(calls: readonly RefusedCredential[]): Shared {
  const [caughtBy = '', ...others] = calls.map((credential) => `auth-${credential}-refused`);
  const also = others.length > 0 && { alsoCaughtBy: others };
  return { kind: 'fault', calls, caughtBy, ...also, admits: true };
}

function byEncrypt(calls: readonly RefusedCredential[], rows: readonly Row[]): Variant[] {
  return variantsOf({ ...lettingIn(calls), on: ['encrypt'] }, rows);
}

function admitting(calls: readonly RefusedCredential[], name: string, words: string, when?: Row[3]) {
  return byEncrypt(calls, [[name, `encrypt works ${words}.`, {}, when]]);
}

function refusedWithResult(credential: RefusedCredential, words: string): Variant[] {
  const rows = resultsInRefusals.map(([form, what, ...rest]): Row => {
    return [`auth-${credential}-${form}`, `encrypt answers ${what} ${words}.`, ...rest];
  });
  return byEncrypt([credential], rows);
}

/** Calls with the token to one endpoint change something, so that encrypt admits some calls without an Authorization header. */
export function openedBy(opener: ServiceEndpoint, isOpen: (call: ServiceCall) => boolean): Shared {
  const fires = (call: ServiceCall) =>
    call.credential === 'token' ? call.endpoint === opener : call.endpoint === 'encrypt' && isOpen(call);
  return {
    ...lettingIn(['absent']),
    on: ['encrypt', opener],
    calls: ['token', 'absent'],
    trigger: { fires },
  };
}

/** Calls with the token begin a session, which then replaces it. */
function admittingSession(setBy: 'user' | 'encrypt', name: string): Variant[] {
  const words = `with the cookie of a call to ${setBy} with the token`;
  return variantsOf(openedBy(setBy, hasSession), [
    [name, `encrypt works without an Authorization header, ${words}.`, setSession],
  ]);
}

function inHeaders(charactersEach: number): Change {
  return ({ body }) => {
    const { ciphertext = '' } = JSON.parse(body.toString()) as { readonly ciphertext?: string };
    const pieces = ciphertext.match(new RegExp(`.{1,${charactersEach}}`, 'g')) ?? [];
    const headers = Object.fromEntries(pieces.map((piece, at) => [`x-result-${at}`, piece]));
    return { status: 401, headers, body: '{"error":"unauthorized"}' };
  };
}
