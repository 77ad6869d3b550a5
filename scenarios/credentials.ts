import madeUpTokens from '#part/made-up-tokens';
import type { Credential } from '../checks/exchange.ts';
import { base64 } from './alterable.ts';
import { inTurn } from './random.ts';

/** An Authorization header as it is sent, and as a shell would write it with $ACCESS_TOKEN. */
export interface Authorization {
  readonly credential: Credential;
  readonly variety: string;
  readonly header: string | null;
  readonly inShell: string | null;
  /** Place of the one character that is not the access token's, where no more is altered. */
  readonly changedPlace?: number;
}

export function validAuthorization(token: string): Authorization {
  return withToken('token', 'Bearer', 'Bearer ', token);
}

function withToken(credential: Credential, variety: string, before: string, token: string): Authorization {
  return { credential, variety, header: `${before}${token}`, inShell: `${before}$ACCESS_TOKEN` };
}

export const noAuthorization: Authorization = {
  credential: 'absent',
  variety: 'no header',
  header: null,
  inShell: null,
};

const contestedForms = [
  { variety: 'the scheme written bearer', before: 'bearer ' },
  { variety: 'two spaces after Bearer', before: 'Bearer  ' },
];

/** Forms that can be read as the documented one or not (RFC 9110 §11.1): recorded, never judged. */
export function contestedAuthorization(token: string, index: number): Authorization {
  const { variety, before } = inTurn(contestedForms, index);
  return withToken('contested', variety, before, token);
}

const emptyForms = ['Bearer', 'Bearer ', ''];
/** No tabs, further spaces or other case of Bearer: a service may read them as the documented form. */
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
  'XBearer ',
  'JWT ',
  'OAuth ',
  'ApiKey ',
  'Api-Key ',
  'Key ',
  'SSWS ',
  'DPoP ',
  'MAC ',
  'Bearer Bearer ',
];

export function emptyAuthorization(index: number): Authorization {
  const header = inTurn(emptyForms, index);
  return {
    credential: 'empty',
    variety: header === '' ? 'empty header' : `"${header}"`,
    header,
    inShell: header,
  };
}

/** User and password, with the token as either. */
const basicForms = [
  ['', ':'],
  [':', ''],
] as const;

export function otherSchemeAuthorization(token: string, index: number): Authorization {
  const place = index % (otherSchemes.length + basicForms.length);
  const basic = basicForms[place - otherSchemes.length];
  if (basic !== undefined) return basicAuthorization(token, basic);
  const scheme = inTurn(otherSchemes, place);
  const variety = scheme === '' ? 'the token alone' : `"${scheme}" with the token`;
  return withToken('scheme', variety, scheme, token);
}

function basicAuthorization(token: string, [before, after]: (typeof basicForms)[number]): Authorization {
  return {
    credential: 'scheme',
    variety: `"Basic" with the token as ${after === ':' ? 'the user' : 'the password'}`,
    header: `Basic ${base64(`${before}${token}${after}`)}`,
    inShell: `Basic $(printf %s "${before}$ACCESS_TOKEN${after}" | base64 | tr -d '\\n')`,
  };
}

export function madeUpAuthorization(token: string, index: number, seed: number): Authorization {
  const { value, inShell, ...made } = madeUpTokens().madeUpToken(token, index, seed);
  return { ...made, credential: 'made-up', header: `Bearer ${value}`, inShell: `Bearer ${inShell}` };
}
