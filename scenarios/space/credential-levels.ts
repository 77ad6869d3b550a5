import { base64 } from '../../checks/base64.ts';
import type { WrongCredential } from '../../checks/exchange.ts';
import { byTurns } from '../random.ts';
import type { Hashes } from '../tokens/altered-token.ts';
import { type Authorization, noAuthorization } from '../tokens/credentials.ts';
import { commonLevels, madeUpLevels, madeUpTokens } from '../tokens/made-up-tokens.ts';
import { type Level, mustFail } from './level.ts';

/** What an Authorization header holds: `<token>` stands for the token, and what is in braces is sent in base64. */
const level = (name: string, forms: readonly string[]) => mustFail(name, 1, { forms });

const inDoubleQuotes = (text: string) => text.replace(/[\\"$`]/g, '\\$&');

function formed(form: string, token: string) {
  const [, name, encoded] = /^(\w+) \{(.*)\}$/.exec(form) ?? [];
  const text = encoded ?? form;
  const sent = text.replace('<token>', () => token);
  const written = inDoubleQuotes(text).replace('<token>', () => '$ACCESS_TOKEN');
  return encoded === undefined
    ? { variety: form === '' ? 'empty header' : `"${form}"`, header: sent, inShell: written }
    : {
        variety: `"${name}" with "${encoded}" in base64`,
        header: `${name} ${base64(sent)}`,
        inShell: `${name} $(printf %s "${written}" | base64 | tr -d '\\n')`,
      };
}

const behindUsers = ['', 'user', 'admin', 'api', 'token'].map((user) => `${user}:<token>`);

const otherSchemes = [
  ...['Token', 'token', 'Digest', 'Negotiate', 'JWT', 'jwt', 'OAuth', 'ApiKey', 'Api-Key', 'Key', 'SSWS'],
  ...['DPoP', 'MAC', 'TOKEN', 'apikey', 'GenieKey', 'AWS4-HMAC-SHA256', 'HOBA', 'Macaroon'],
];

/**
 * No form that a service may take for the documented one: the token itself comes with no tabs, no extra spaces, no other case of Bearer and
 * no scheme that ends in Bearer.
 */
const formsLevels = {
  empty: [level('no token', ['Bearer', 'Bearer ', ''])],
  scheme: [
    level(
      'no scheme, or Bearer run together',
      ['', 'Bearer:', 'Bearer', 'Bearer=', 'Bearer,', 'Bearer: ', 'BearerX '].map(
        (before) => `${before}<token>`,
      ),
    ),
    level('the scheme Basic', [
      'Basic <token>',
      ...[...behindUsers, '<token>:', '<token>:x', '<token>'].map((form) => `Basic {${form}}`),
      'basic {oauth2:<token>}',
    ]),
    level('another scheme', [
      ...otherSchemes.map((name) => `${name} <token>`),
      // As Rails reads it, and as OAuth 1 writes it.
      ...['Token token="<token>"', 'OAuth oauth_token="<token>"'],
    ]),
  ],
};

const notMadeUp: readonly Level[] = [mustFail('no header', 1), ...Object.values(formsLevels).flat()];

export const credentialLevels: readonly Level[] = [...notMadeUp, ...madeUpLevels];

/** Other credentials are rare: they come only with levels at which a service that admits them surely shows it. */
export const commonCredentials = [...notMadeUp, ...commonLevels].map(({ name }) => name);

/** Length in characters up to which a report writes a made-up token out. A command makes longer ones. */
const longestWritten = 1000;

/** Returns a function that makes the n-th form of a wrong credential: levels take turns, and so do the forms of each. */
export function wrongAuthorizations(token: string, seed: number, hashes: Hashes) {
  const formsOf = (credential: keyof typeof formsLevels) =>
    byTurns(
      formsLevels[credential].map(({ name, forms }) =>
        forms.map((form) => ({ credential, level: name, ...formed(form, token) })),
      ),
    );
  const formAt = { empty: formsOf('empty'), scheme: formsOf('scheme') };
  const madeUp = madeUpTokens(token, seed, hashes);
  return (credential: WrongCredential, index: number): Authorization => {
    if (credential === 'absent') return noAuthorization;
    if (credential !== 'made-up') return formAt[credential](index);
    const { value, isAltered, scheme = 'Bearer', ...made } = madeUp(index);
    const form = { ...made, credential, header: `${scheme} ${value}` };
    return isAltered || value.length > longestWritten
      ? {
          ...form,
          inShell: `${scheme} `,
          numbered: { secret: isAltered ? value : null, number: index, seed },
        }
      : { ...form, inShell: `${scheme} ${inDoubleQuotes(value)}` };
  };
}
