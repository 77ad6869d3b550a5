import { shortestToken } from '../schemas/access-token.ts';

interface Credentials {
  readonly token: string;
  /** User and password that stood in the base URL; null: none did. */
  readonly userinfo: string | null;
}

/** What must stand in no file and no output; what is shorter stands in any text by chance. */
export function secretsOf({ token, userinfo }: Credentials): string[] {
  const all = userinfo === null ? [token] : [token, userinfo, ...userinfo.split(':').slice(1)];
  return all.filter(({ length }) => length >= shortestToken);
}
