import type { SentCredential } from './call.ts';
import {
  type Comparisons,
  carelessComparisons,
  carelessSchemes,
  whereTaken,
} from './careless-comparisons.ts';
import { type Change, header, instead, type Row, type Shared, type Variant, variantsOf } from './variant.ts';

type Wrong = Exclude<SentCredential, 'token'>;

const session = 'session=c2Vzc2lvbi1vbmUtb25l';

const atTimes = ['always', 'every-20th', 'after-50', 'known-body', 'known-connection'] as const;
const forSomeData = ['large-data', 'non-ascii-data', 'data-of-one-length'] as const;
const atMoreTimes = [...atTimes, ...forSomeData, 'fresh-connection', 'four-in-flight'] as const;
const forMoreData = ['control-character-data', 'empty-data'] as const;
const onConnections = ['every-7th-connection', 'used-connection', 'second-only'] as const;

const resultsInRefusals: readonly (readonly [form: string, what: string, change: Change, when?: Row[3]])[] = [
  ['401-with-result', '401 and the result', instead({ status: 401 })],
  ['302-with-result', 'a redirect and the result', instead({ status: 302, headers: { location: '/login' } })],
  ['result-and-told-by-header', 'the result and a header that says no', instead(header('grpc-status', '16'))],
  [
    '401-before-result',
    '401, a text and the result',
    (answer) => ({ ...answer, status: 401, body: `Unauthorized\n${answer.body}` }),
  ],
  ['result-in-header', 'a refusal with the result in a header', inHeaders(100_000), ['always', 'every-2nd']],
  ['result-in-headers', 'a refusal with the result in pieces, each in a header', inHeaders(60)],
];

export const bearerFaults: readonly Variant[] = [
  ...admitting(['absent'], 'auth-absent-admitted', 'without an Authorization header', [
    ...atMoreTimes,
    ...forMoreData,
    ...onConnections,
    'before-backup',
  ]),
  ...admitting(['empty'], 'auth-empty-admitted', 'with Bearer and no token', atTimes),
  ...admitting(['scheme'], 'auth-scheme-admitted', 'with any scheme, or none', atTimes),
  ...narrowed('scheme', carelessSchemes),
  ...admitting(['made-up'], 'auth-made-up-admitted', 'with any bearer token', [...atMoreTimes, 'sent-again']),
  ...narrowed('made-up', carelessComparisons),
  ...refusedWithResult('absent', 'without an Authorization header'),
  ...refusedWithResult('made-up', 'with any bearer token'),
  ...admittingSession('encrypt', 'auth-absent-admitted-session'),
  ...admittingSession('user', 'auth-absent-admitted-user-session'),
  ...admitting(['absent', 'empty', 'scheme', 'made-up'], 'auth-off', 'with a token and without'),
  ...admitting(['empty', 'scheme', 'made-up'], 'auth-any-header', 'with any Authorization header'),
  ...admitting(['empty', 'made-up'], 'auth-bearer-word', 'with the word Bearer, whatever follows it'),
  ...admitting(['scheme', 'made-up'], 'auth-any-token', 'with any token under any scheme'),
];

function admitting(
  credentials: readonly Wrong[],
  name: string,
  words: string,
  when: Row[3] = ['always'],
  trigger?: Shared['trigger'],
): readonly Variant[] {
  const [caughtBy = '', ...alsoCaughtBy] = credentials.map((credential) => `auth-${credential}-refused`);
  const shared: Shared = {
    kind: 'fault',
    on: ['encrypt'],
    calls: credentials,
    caughtBy,
    ...(alsoCaughtBy.length > 0 && { alsoCaughtBy }),
    ...(trigger && { trigger }),
  };
  return variantsOf(shared, [[name, `encrypt works ${words}.`, { admits: true }, when]]);
}

/** Calls with the token begin a session, which then replaces it. */
function admittingSession(setBy: 'user' | 'encrypt', name: string): readonly Variant[] {
  const shared: Shared = {
    kind: 'fault',
    on: ['encrypt', setBy],
    calls: ['token', 'absent'],
    caughtBy: 'auth-absent-refused',
    trigger: {
      fires: ({ endpoint, credential, headers }) =>
        credential === 'token'
          ? endpoint === setBy
          : endpoint === 'encrypt' && headers.cookie?.includes(session) === true,
    },
  };
  const change = instead(header('set-cookie', `${session}; Path=/`));
  const words = `with the cookie of a call to ${setBy} with the token`;
  return variantsOf(shared, [
    [name, `encrypt works without an Authorization header, ${words}.`, { admits: true, change }],
  ]);
}

/** A guard that sets a status but does not return, so that the operation still answers. */
function refusedWithResult(credential: Wrong, words: string): readonly Variant[] {
  const caughtBy = `auth-${credential}-refused`;
  return variantsOf(
    { kind: 'fault', on: ['encrypt'], calls: [credential], caughtBy },
    resultsInRefusals.map(([form, what, change, when = ['always']]) => [
      `auth-${credential}-${form}`,
      `encrypt answers ${what} ${words}.`,
      { admits: true, change },
      when,
    ]),
  );
}

function inHeaders(charactersEach: number): Change {
  return (answer) => {
    const { ciphertext = '' } = JSON.parse(String(answer.body)) as { readonly ciphertext?: string };
    const headers: Record<string, string> = { ...answer.headers };
    for (let at = 0; at * charactersEach < ciphertext.length; at += 1)
      headers[`x-result-${at}`] = ciphertext.slice(at * charactersEach, (at + 1) * charactersEach);
    return { ...answer, status: 401, headers, body: '{"error":"unauthorized"}' };
  };
}

function narrowed(credential: Wrong, comparisons: Comparisons): Variant[] {
  return Object.entries(comparisons).flatMap(([form, [words, isTaken]]) =>
    admitting([credential], `auth-${credential}-admitted-${form}`, `with ${words}`, ['always'], {
      fires: whereTaken(isTaken),
    }),
  );
}
