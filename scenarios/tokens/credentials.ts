import type { AlteredToken, Credential, TokenElsewhere } from '../../checks/exchange.ts';
import type { MadeUpToken } from './altered-token.ts';

export interface Authorization extends Pick<MadeUpToken, 'variety' | 'changedPlace'> {
  readonly credential: Credential;
  /** The level of the dimension `credential`; absent: it is none of them. */
  readonly level?: string;
  /** Value of the Authorization header; null: none is sent. */
  readonly header: string | null;
  /** The header as a shell writes it between double quotes, with $ACCESS_TOKEN and without an altered token. */
  readonly inShell: string | null;
  /** What stands at the end of the header; absent: another text. */
  readonly altered?: AlteredToken;
  /** Where the token is instead of in the header; absent: nowhere. */
  readonly elsewhere?: TokenElsewhere;
}

/** What a service must refuse. */
export type WrongCredential = Exclude<Credential, 'token' | 'contested'>;

export function validAuthorization(token: string): Authorization {
  return withToken('token', 'Bearer', 'Bearer ', token);
}

export function withToken(
  credential: Credential,
  variety: string,
  before: string,
  token: string,
): Authorization {
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
  level: 'no header',
  variety: 'no header',
  header: null,
  inShell: null,
};
