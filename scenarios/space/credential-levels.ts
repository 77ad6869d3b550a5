import { base64 } from '../../checks/base64.ts';
import type { WrongCredential } from '../../checks/exchange.ts';
import { byTurns } from '../random.ts';
import type { Hashes } from '../tokens/altered-token.ts';
import { type Authorization, noAuthorization } from '../tokens/credentials.ts';
import { commonLevels, madeUpLevels, madeUpTokens } from '../tokens/made-up-tokens.ts';
import { type Level, mustFail } from './level.ts';

/** What an Authorization header holds, with the token in it or not. */
type Form = (token: string) => Authorization;

const level = (name: string, forms: readonly Form[]) => mustFail(name, 1, { forms });

const empty =
  (header: string): Form =>
  () => {
    const variety = header === '' ? 'empty header' : `"${header}"`;
    return { credential: 'empty', variety, header, inShell: header };
  };

const inDoubleQuotes = (text: string) => text.replace(/[\\"$`]/g, '\\$&');

const sent = (form: string, token: string) => form.replace('<token>', () => token);
const written = (form: string) => inDoubleQuotes(form).replace('<token>', () => '$ACCESS_TOKEN');

const plain =
  (form: string): Form =>
  (token) => ({
    credential: 'scheme',
    variety: `"${form}"`,
    header: sent(form, token),
    inShell: written(form),
  });

const encoded =
  (form: string, name = 'Basic'): Form =>
  (token) => ({
    credential: 'scheme',
    variety: `"${name}" with "${form}" in base64`,
    header: `${name} ${base64(sent(form, token))}`,
    inShell: `${name} $(printf %s "${written(form)}" | base64 | tr -d '\\n')`,
  });

const behindUsers = ['', 'user', 'admin', 'api', 'token'].map((user) => `${user}:<token>`);

const otherSchemes = [
  ...['Token', 'token', 'Digest', 'Negotiate', 'JWT', 'jwt', 'OAuth', 'ApiKey', 'Api-Key', 'Key', 'SSWS'],
  ...['DPoP', 'MAC', 'TOKEN', 'apikey', 'GenieKey', 'AWS4-HMAC-SHA256', 'HOBA', 'Macaroon'],
];

/**
 * Nothing that a service may accept as the documented form: with the token itself no tabs, no extra spaces, no other case of Bearer
 * and no scheme that ends in it.
 */
const formsLevels = {
  empty: [level('no token', ['Bearer', 'Bearer ', ''].map(empty))],
  scheme: [
    level(
      'no scheme, or Bearer run together',
      ['', 'Bearer:', 'Bearer', 'Bearer=', 'Bearer,', 'Bearer: ', 'BearerX '].map((before) =>
        plain(`${before}<token>`),
      ),
    ),
    level('the scheme Basic', [
      plain('Basic <token>'),
      ...[...behindUsers, '<token>:', '<token>:x', '<token>'].map((form) => encoded(form)),
      encoded('oauth2:<token>', 'basic'),
    ]),
    level('another scheme', [
      ...otherSchemes.map((name) => plain(`${name} <token>`)),
      // As Rails reads it, and as OAuth 1 writes it.
      ...['Token token="<token>"', 'OAuth oauth_token="<token>"'].map(plain),
    ]),
  ],
};

const notMadeUp: readonly Level[] = [mustFail('no header', 1), ...Object.values(formsLevels).flat()];

export const credentialLevels: readonly Level[] = [...notMadeUp, ...madeUpLevels];

/** Rare credentials, the others, come only where a service that admits them surely shows it. */
export const commonCredentials = [...notMadeUp, ...commonLevels].map(({ name }) => name);

/** Length in characters up to which a report writes a made-up token out. A command makes longer ones. */
const longestWritten = 1000;

/** Returns a function that makes the n-th form of a wrong credential: levels take turns, and so do the forms of each. */
export function wrongAuthorizations(token: string, seed: number, hashes: Hashes) {
  const formsOf = (levels: readonly ReturnType<typeof level>[]) =>
    byTurns(levels.map(({ name, forms }) => forms.map((form) => ({ ...form(token), level: name }))));
  const formAt = { empty: formsOf(formsLevels.empty), scheme: formsOf(formsLevels.scheme) };
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
