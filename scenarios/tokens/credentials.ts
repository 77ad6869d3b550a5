import madeUpPart from '#part/tokens/made-up-tokens';
import type { Credential, SentCookies } from '../../checks/exchange.ts';
import { inTurn } from '../random.ts';
import { base64 } from './alterable.ts';
import type { MadeUpToken } from './altered-token.ts';

export interface Authorization extends Pick<MadeUpToken, 'variety' | 'changedPlace'> {
  readonly credential: Credential;
  /** Value of the Authorization header; null: none is sent. */
  readonly header: string | null;
  /** The header as a shell writes it between double quotes, with $ACCESS_TOKEN. */
  readonly inShell: string | null;
  /** Absent: none is sent. */
  readonly cookies?: SentCookies;
}

/** What a service must refuse. */
export type WrongCredential = Exclude<Credential, 'token' | 'contested'>;

/** Returns a function that makes the n-th form of a wrong credential. */
export function wrongAuthorizations(
  token: string,
  seed: number,
): (credential: WrongCredential, index: number) => Authorization {
  const forms = { absent: [noAuthorization], empty: emptyForms, scheme: otherSchemeForms(token) };
  let madeUp: ReturnType<ReturnType<typeof madeUpPart>['madeUpTokens']> | undefined;
  return (credential, index) => {
    if (credential !== 'made-up') return inTurn(forms[credential], index);
    madeUp ??= madeUpPart().madeUpTokens(token, seed);
    const { value, inShell, ...made } = madeUp(index);
    return { ...made, credential, header: `Bearer ${value}`, inShell: `Bearer ${inShell}` };
  };
}

export function validAuthorization(token: string): Authorization {
  return withToken('token', 'Bearer', 'Bearer ', token);
}

function withToken(credential: Credential, variety: string, before: string, token: string): Authorization {
  return { credential, variety, header: `${before}${token}`, inShell: `${before}$ACCESS_TOKEN` };
}

/**
 * Forms that may or may not be read as the documented one: recorded, never judged. RFC 9110 §11.1 lets a service take the first
 * two; Laravel takes what follows the last `Bearer `.
 */
export function contestedAuthorizations(token: string): Authorization[] {
  return [
    withToken('contested', 'the scheme written bearer', 'bearer ', token),
    withToken('contested', 'two spaces after Bearer', 'Bearer  ', token),
    ...['XBearer', 'X-Bearer', 'Bearer Bearer'].map((scheme) =>
      withToken('contested', `"${scheme}" with the token`, `${scheme} `, token),
    ),
  ];
}

export const noAuthorization: Authorization = {
  credential: 'absent',
  variety: 'no header',
  header: null,
  inShell: null,
};

const emptyForms = ['Bearer', 'Bearer ', ''].map((header): Authorization => {
  const variety = header === '' ? 'empty header' : `"${header}"`;
  return { credential: 'empty', variety, header, inShell: header };
});

/** No tabs, no further spaces, no other case of Bearer and nothing that ends in it: a service may read these as the documented form. */
const otherSchemes = [
  'Basic ',
  'Token ',
  'Digest ',
  'Negotiate ',
  'Bearer:',
  '',
  'BearerX ',
  'Bearer',
  'Bearer=',
  'Bearer,',
  'Bearer: ',
  'JWT ',
  'OAuth ',
  'ApiKey ',
  'Api-Key ',
  'Key ',
  'SSWS ',
  'DPoP ',
  'MAC ',
];

function otherSchemeForms(token: string): Authorization[] {
  const schemes = otherSchemes.map((scheme) => {
    const variety = scheme === '' ? 'the token alone' : `"${scheme}" with the token`;
    return withToken('scheme', variety, scheme, token);
  });
  return [...schemes, basic('the user', '', token, ':'), basic('the password', ':', token, '')];
}

/** User and password, with the token as either. */
function basic(part: string, before: string, token: string, after: string): Authorization {
  return {
    credential: 'scheme',
    variety: `"Basic" with the token as ${part}`,
    header: `Basic ${base64(`${before}${token}${after}`)}`,
    inShell: `Basic $(printf %s "${before}$ACCESS_TOKEN${after}" | base64 | tr -d '\\n')`,
  };
}
