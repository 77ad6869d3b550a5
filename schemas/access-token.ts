/** What is wrong with an access token that no HTTP header could carry; null: nothing. Never repeats the token. */
export function accessTokenProblem(token: string): string | null {
  if (token === '') return 'it is empty';
  if (/^\s|\s$/.test(token)) return 'it begins or ends with white space';
  if (/[^\u0020-\u007e]/.test(token)) return 'it holds a character that no HTTP header can carry';
  if (/^bearer /i.test(token)) return 'it begins with "Bearer ": give the token alone';
  return null;
}
