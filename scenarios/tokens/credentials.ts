import type { Credential, NumberedToken, TokenElsewhere } from '../../checks/exchange.ts';
import type { MadeUpToken } from './altered-token.ts';

export interface Authorization extends Pick<MadeUpToken, 'variety' | 'changedPlace' | 'mayBeUnsigned'> {
  readonly credential: Credential;
  /** The level of the dimension `credential`; absent: none. */
  readonly level?: string;
  /** Value of the Authorization header; null: none is sent. */
  readonly header: string | null;
  /** The header as written between double quotes in a shell, with $ACCESS_TOKEN. null: there is none. */
  readonly inShell: string | null;
  /** The token at the end of the header, if a command makes it again; absent: the header is written out. */
  readonly numbered?: NumberedToken;
  /** Where the token is instead of the header; absent: nowhere. */
  readonly elsewhere?: TokenElsewhere;
}

export function validAuthorization(token: string): Authorization {
  const header = `Bearer ${token}`;
  return { credential: 'token', variety: 'Bearer', header, inShell: 'Bearer $ACCESS_TOKEN' };
}

/** Puts members first in a JSON object that has others. */
export function withMembers(object: string, members: readonly (readonly [string, string])[]): string {
  const own = JSON.stringify(Object.fromEntries(members));
  return `${own.slice(0, -1)},${object.slice(object.indexOf('{') + 1)}`;
}

export const noAuthorization = {
  credential: 'absent',
  level: 'no header',
  variety: 'no header',
  header: null,
  inShell: null,
} as const satisfies Authorization;
