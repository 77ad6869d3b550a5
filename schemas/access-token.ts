/** Whatever holds a shorter one by chance would be blacked out with it. */
export const shortestToken = 8;

/** Why the harness cannot work with an access token; null: it can. Never repeats the token. */
export function accessTokenProblem(token: string): string | null {
  if (token === '') return 'it is empty';
  if (/^\s|\s$/.test(token)) return 'it begins or ends with white space';
  if (/[^\u0020-\u007e]/.test(token)) return 'it contains a character that is not allowed in an HTTP header';
  if (/^bearer /i.test(token)) return 'it begins with "Bearer ": give only the token';
  if (token.length < shortestToken)
    return `it has fewer than ${shortestToken} characters: so short a token cannot be reliably removed from the report`;
  return null;
}
