import { shortestToken } from '../schemas/access-token.ts';

interface Credentials {
  readonly token: string;
  /** User and password that stood in the base URL; null: none did. */
  readonly userinfo: string | null;
  /** Header values, credentials of a proxy. */
  readonly otherSecrets?: readonly string[];
}

/** What must stand in no file and no output; what is shorter stands in any text by chance. */
export function secretsOf({ token, userinfo, otherSecrets = [] }: Credentials): string[] {
  const ofUrl = userinfo === null ? [] : [userinfo, ...userinfo.split(':').slice(1)];
  return [token, ...ofUrl, ...otherSecrets].filter(({ length }) => length >= shortestToken);
}
