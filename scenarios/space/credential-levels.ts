import { base64 } from '../../checks/base64.ts';
import type { WrongCredential } from '../../checks/exchange.ts';
import { byTurns, inTurn, mix } from '../random.ts';
import type { Hashes } from '../tokens/altered-token.ts';
import { type Authorization, noAuthorization, withToken } from '../tokens/credentials.ts';
import { madeUpLevels, madeUpTokens } from '../tokens/made-up-tokens.ts';
import { type Level, mustFail } from './level.ts';

/** A level of the dimension `credential`: what the Authorization header holds. All must fail. */
function level(name: string, forms: (token: string) => readonly Authorization[]) {
  return { ...mustFail(name), forms };
}

const emptyForms = ['Bearer', 'Bearer ', ''].map((header): Authorization => {
  const variety = header === '' ? 'empty header' : `"${header}"`;
  return { credential: 'empty', variety, header, inShell: header };
});

const schemes = (names: readonly string[]) => (token: string) =>
  names.map((name) =>
    withToken('scheme', name === '' ? 'the token alone' : `"${name}" with the token`, name, token),
  );

function basic(part: string, before: string, after: string, scheme = 'Basic') {
  return (token: string): Authorization => ({
    credential: 'scheme',
    variety: `"${scheme}" with the token as ${part}`,
    header: `${scheme} ${base64(`${before}${token}${after}`)}`,
    inShell: `${scheme} $(printf %s "${before}$ACCESS_TOKEN${after}" | base64 | tr -d '\\n')`,
  });
}

const basicForms = [
  basic('the user', '', ':'),
  basic('the password', ':', ''),
  basic('the password of user', 'user:', ''),
  basic('the password of admin', 'admin:', ''),
  basic('the user with a password', '', ':x'),
  basic('the password of oauth2', 'oauth2:', '', 'basic'),
  basic('the password of api', 'api:', ''),
  basic('the password of token', 'token:', ''),
  basic('user and password together', '', ''),
];

/** As Rails reads it, and as OAuth 1 writes it. */
const parameters = ['Token token', 'OAuth oauth_token'].map(
  (before) =>
    (token: string): Authorization => ({
      credential: 'scheme',
      variety: `"${before}" with the token as a parameter`,
      header: `${before}="${token}"`,
      inShell: `${before}=\\"$ACCESS_TOKEN\\"`,
    }),
);

const otherSchemes = [
  ...['Token', 'token', 'Digest', 'Negotiate', 'JWT', 'jwt', 'OAuth', 'ApiKey', 'Api-Key', 'Key', 'SSWS'],
  ...['DPoP', 'MAC', 'TOKEN', 'apikey', 'GenieKey', 'AWS4-HMAC-SHA256', 'HOBA', 'Macaroon'],
];

/**
 * Nothing that a service may accept as the documented form: with the token itself no tabs, no extra spaces, no other case of Bearer
 * and no scheme that ends in it.
 */
const formsLevels = {
  empty: [level('no token', () => emptyForms)],
  scheme: [
    level(
      'no scheme, or Bearer run together',
      schemes(['', 'Bearer:', 'Bearer', 'Bearer=', 'Bearer,', 'Bearer: ', 'BearerX ']),
    ),
    level('the scheme Basic', (token) => [
      ...schemes(['Basic '])(token),
      ...basicForms.map((form) => form(token)),
    ]),
    level('another scheme', (token) => [
      ...schemes(otherSchemes.map((name) => `${name} `))(token),
      ...parameters.map((form) => form(token)),
    ]),
  ],
};

export const credentialLevels: readonly Level[] = [
  mustFail('no header'),
  ...Object.values(formsLevels).flat(),
  ...madeUpLevels,
];

/** Length in characters up to which a report writes a made-up token out. A command makes longer ones. */
const longestWritten = 1000;

/**
 * What stands before made-up tokens whose form has been sent already: now and then the scheme in another case, which names the same
 * scheme (RFC 9110 §11.1). A guard that takes any case may verify only what stands behind "Bearer ".
 */
const schemesBefore = ['bearer', 'BEARER', ...Array<string>(14).fill('Bearer')];

/** Returns a function that makes the n-th form of a wrong credential: levels take turns, and so do the forms of each. */
export function wrongAuthorizations(token: string, seed: number, hashes: Hashes) {
  const formsOf = (levels: readonly ReturnType<typeof level>[]) =>
    byTurns(levels.map(({ name, forms }) => forms(token).map((form) => ({ ...form, level: name }))));
  const formAt = { empty: formsOf(formsLevels.empty), scheme: formsOf(formsLevels.scheme) };
  const madeUp = madeUpTokens(token, seed, hashes);
  return (credential: WrongCredential, index: number): Authorization => {
    if (credential === 'absent') return noAuthorization;
    if (credential !== 'made-up') return formAt[credential](index);
    const { value, isAltered, ...made } = madeUp(index);
    const scheme = made.isNewForm === false ? inTurn(schemesBefore, mix(index, seed)) : 'Bearer';
    const variety = scheme === 'Bearer' ? made.variety : `${made.variety}, behind "${scheme}"`;
    const form = { ...made, variety, credential, header: `${scheme} ${value}` };
    return isAltered || value.length > longestWritten
      ? {
          ...form,
          inShell: `${scheme} `,
          numbered: { secret: isAltered ? value : null, number: index, seed },
        }
      : { ...form, inShell: `${scheme} ${value.replace(/[\\"$`]/g, '\\$&')}` };
  };
}
